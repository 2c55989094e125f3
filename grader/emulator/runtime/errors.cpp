// The errors that calls leave behind, and calls that are refused.
#include <cstdio>
#include <cstring>

#include "core/findings.hpp"
#include "runtime/api_call.hpp"
#include "runtime/control.hpp"
#include "runtime/streams.hpp"

namespace emu::runtime {

namespace {

thread_local cudaError_t last_error = cudaSuccess;
thread_local unsigned launches_unasked = 0;
thread_local int host_function_depth = 0;
thread_local char reason[160] = {};

cudaError_t lost = cudaSuccess;
bool lost_was_reported = false;

}  // namespace

std::recursive_mutex& api_mutex() {
  static auto* const mutex = new std::recursive_mutex;  // outlives the submission's static objects
  return *mutex;
}

cudaError_t lost_error() { return lost; }

void lose_device(cudaError_t error) {
  if (lost != cudaSuccess) return;
  lost = error;
  lost_was_reported = false;
  work().drop_all();
}

void reset_device_state() {
  if (lost == cudaSuccess) return;
  lost = cudaErrorDevicesUnavailable;
  lost_was_reported = false;
}

bool in_host_function() { return host_function_depth > 0; }
HostFunctionScope::HostFunctionScope() { ++host_function_depth; }
HostFunctionScope::~HostFunctionScope() { --host_function_depth; }

void refuse_in_kernel(const char* call, const void* pc) {
  char message[160];
  std::snprintf(message, sizeof message, "%s is a function of the host; a kernel cannot call it",
                call);
  report("host_device_mixup", worker::Severity::error, {{pc, 0, "calls it here", current_thread()}},
         message, "Make the call in the host code that launches the kernel.");
  fault_kernel(cudaErrorLaunchFailure);
}

void give_reason(const char* text) { std::snprintf(reason, sizeof reason, "%s", text); }

cudaError_t finish_call(const char* call, const void* pc, cudaError_t error) {
  char words[sizeof reason];
  std::memcpy(words, reason, sizeof words);
  reason[0] = '\0';
  if (error == cudaSuccess || error == cudaErrorNotReady) return error;
  last_error = error;
  const bool said_before = error == lost && lost_was_reported;
  if (error == lost) lost_was_reported = true;
  if (!said_before) report_failed_call(call, error, pc, words);
  return error;
}

int sticky_error() { return lost; }

void note_launch() { ++launches_unasked; }
unsigned unasked_launches() { return launches_unasked; }
void forget_launches() { launches_unasked = 0; }

}  // namespace emu::runtime

using namespace emu::runtime;

extern "C" {

cudaError_t cudaGetLastError() {
  if (emu::in_kernel()) refuse_in_kernel("cudaGetLastError", EMU_CALLER);
  forget_launches();
  return std::exchange(last_error, cudaSuccess);
}

cudaError_t cudaPeekAtLastError() {
  if (emu::in_kernel()) refuse_in_kernel("cudaPeekAtLastError", EMU_CALLER);
  forget_launches();
  return last_error;
}

}  // extern "C"
