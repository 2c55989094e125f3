// What all functions of the runtime API share: they are refused inside a kernel, in a host function
// of a stream and once the device is lost; a failure is kept as the last error and reported.
#pragma once

#include <cstdint>
#include <mutex>
#include <utility>

#include "core/schedule.hpp"
#include "emulator/host_api.hpp"

namespace emu::runtime {

/// Held by every call: programs with several host threads use one device.
std::recursive_mutex& api_mutex();

/// Why the device answers no more: a kernel's fault, or cudaErrorDevicesUnavailable after a reset
/// that followed one; else cudaSuccess.
cudaError_t lost_error();
/// Keeps the fault of a kernel or of a late copy, and drops all work that has not run.
void lose_device(cudaError_t error);
/// After cudaDeviceReset: a lost device stays unavailable.
void reset_device_state();

/// True while a function given to cudaLaunchHostFunc or cudaStreamAddCallback runs.
bool in_host_function();
struct HostFunctionScope {
  HostFunctionScope();
  ~HostFunctionScope();
  HostFunctionScope(const HostFunctionScope&) = delete;
  HostFunctionScope& operator=(const HostFunctionScope&) = delete;
};

/// Says which value the call that runs now cannot accept; finish_call puts it into the finding.
void give_reason(const char* text);

/// A launch by <<<>>>, which returns no error; see control.hpp.
void note_launch();
/// After cudaGetLastError or cudaPeekAtLastError.
void forget_launches();

/// Reports a call that kernels cannot make and faults the kernel.
[[noreturn]] void refuse_in_kernel(const char* call, const void* pc);
/// Keeps and reports the error, where it is one, and returns it.
cudaError_t finish_call(const char* call, const void* pc, cudaError_t error);

/// A function that also answers when the device is lost. `pc` is the return address in the
/// submission.
template <class Body>
cudaError_t query(const char* call, const void* pc, Body&& body) {
  if (in_kernel()) refuse_in_kernel(call, pc);
  const std::lock_guard lock(api_mutex());
  if (in_host_function()) return finish_call(call, pc, cudaErrorNotPermitted);
  return finish_call(call, pc, std::forward<Body>(body)());
}

/// A function that needs the device.
template <class Body>
cudaError_t api_call(const char* call, const void* pc, Body&& body) {
  return query(call, pc, [&] {
    const cudaError_t lost = lost_error();
    return lost != cudaSuccess ? lost : body();
  });
}

}  // namespace emu::runtime

/// The line that called the API function in which this stands.
#define EMU_CALLER __builtin_return_address(0)
