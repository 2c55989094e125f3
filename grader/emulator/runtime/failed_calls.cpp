#include <cstdio>

#include "core/findings.hpp"
#include "emulator/host_api.hpp"

namespace emu {

void report_failed_call(const char* call, int error, const void* pc) {
  char message[300];
  const auto code = static_cast<cudaError_t>(error);
  std::snprintf(message, sizeof message, "%s failed with %s (%s)", call, cudaGetErrorName(code),
                cudaGetErrorString(code));
  FindingPlace place;
  place.pc = pc;
  place.role = "fails here";
  place.who = current_thread();
  report("cuda_error", worker::Severity::error, {place}, message,
         "Which of the call's arguments can it not accept?");
}

}  // namespace emu
