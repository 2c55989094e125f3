#include <cstdio>

#include "core/findings.hpp"
#include "emulator/host_api.hpp"

namespace emu {

void report_failed_call(const char* call, int error, const void* pc, const char* reason) {
  char message[300];
  const auto code = static_cast<cudaError_t>(error);
  const bool known = reason[0] != '\0';
  std::snprintf(message, sizeof message, "%s failed with %s (%s)%s%s", call, cudaGetErrorName(code),
                cudaGetErrorString(code), known ? ": " : "", reason);
  FindingPlace place;
  place.pc = pc;
  place.role = "fails here";
  place.who = current_thread();
  report("cuda_error", worker::Severity::error, {place}, message,
         known ? "Which values does it get for this n and block_size?"
               : "Which of the call's arguments can it not accept?");
}

}  // namespace emu
