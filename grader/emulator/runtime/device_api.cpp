// The device as a whole: choosing it, waiting for it, its limits, its reset.
#include "core/findings.hpp"
#include "runtime/allocations.hpp"
#include "runtime/api_call.hpp"
#include "runtime/streams.hpp"

namespace emu::runtime {

namespace {

constexpr int version = 13000;                                    // CUDA 13.0
constexpr std::size_t most_stack_bytes = std::size_t{512} << 10;  // per thread

/// What was set, by cudaLimit. The emulator's own limits do not follow.
struct Limits {
  std::size_t values[7] = {1024, 8650752, 8388608, 0, 2048, 64, 11796480};
};

struct Settings {
  Limits limits;
  cudaFuncCache cache = cudaFuncCachePreferNone;
  unsigned flags = cudaDeviceMapHost;
};

Settings& settings() {
  static Settings the_settings;
  return the_settings;
}

constexpr unsigned known_flags =
    cudaDeviceScheduleMask | cudaDeviceMapHost | cudaDeviceLmemResizeToMax | cudaDeviceSyncMemops;

bool is_limit(cudaLimit limit) {
  return limit >= cudaLimitStackSize && limit <= cudaLimitPersistingL2CacheSize;
}

cudaError_t get_limit(std::size_t* value, cudaLimit limit) {
  if (value == nullptr || !is_limit(limit)) return cudaErrorInvalidValue;
  if (limit == cudaLimitDevRuntimeSyncDepth) return cudaErrorUnsupportedLimit;
  *value = settings().limits.values[limit];
  return cudaSuccess;
}

cudaError_t set_limit(cudaLimit limit, std::size_t value) {
  if (!is_limit(limit)) return cudaErrorInvalidValue;
  if (limit == cudaLimitDevRuntimeSyncDepth) return cudaErrorUnsupportedLimit;
  if (limit == cudaLimitStackSize && value > most_stack_bytes) return cudaErrorInvalidValue;
  settings().limits.values[limit] = value;
  return cudaSuccess;
}

cudaError_t choose(int device) { return device == 0 ? cudaSuccess : cudaErrorInvalidDevice; }

cudaError_t set_flags(unsigned flags) {
  if ((flags & ~known_flags) != 0) return cudaErrorInvalidValue;
  settings().flags = flags | cudaDeviceMapHost;
  return cudaSuccess;
}

/// Waits for all work and gives back all that the program had on the device.
cudaError_t reset(const void* pc) {
  report("policy", worker::Severity::error, {{pc, 0, "resets the device", {}}},
         "cudaDeviceReset destroys memory that is not yours",
         "Free what you allocated; the caller's arrays must outlive the call.");
  wait_for_device();
  release_all_allocations();
  forget_streams();
  forget_events();
  settings() = {};
  reset_device_state();
  return cudaSuccess;
}

}  // namespace

}  // namespace emu::runtime

using namespace emu::runtime;

extern "C" {

cudaError_t cudaGetDeviceCount(int* count) {
  return query("cudaGetDeviceCount", EMU_CALLER, [&]() -> cudaError_t {
    if (count == nullptr) return cudaErrorInvalidValue;
    *count = 1;
    return cudaSuccess;
  });
}

cudaError_t cudaGetDevice(int* device) {
  return query("cudaGetDevice", EMU_CALLER, [&]() -> cudaError_t {
    if (device == nullptr) return cudaErrorInvalidValue;
    *device = 0;
    return cudaSuccess;
  });
}

cudaError_t cudaSetDevice(int device) {
  return query("cudaSetDevice", EMU_CALLER, [&] { return choose(device); });
}

cudaError_t cudaInitDevice(int device, unsigned device_flags, unsigned flags) {
  return query("cudaInitDevice", EMU_CALLER, [&]() -> cudaError_t {
    constexpr unsigned flags_are_valid = 1;
    if (device != 0) return cudaErrorInvalidDevice;
    if (flags > flags_are_valid) return cudaErrorInvalidValue;
    return flags == flags_are_valid ? set_flags(device_flags) : cudaSuccess;
  });
}

cudaError_t cudaChooseDevice(int* device, const cudaDeviceProp* wanted) {
  return query("cudaChooseDevice", EMU_CALLER, [&]() -> cudaError_t {
    if (device == nullptr || wanted == nullptr) return cudaErrorInvalidValue;
    *device = 0;
    return cudaSuccess;
  });
}

cudaError_t cudaDeviceSynchronize() {
  return api_call("cudaDeviceSynchronize", EMU_CALLER, [] { return wait_for_device(); });
}

cudaError_t cudaDeviceReset() {
  const void* const pc = EMU_CALLER;
  return query("cudaDeviceReset", pc, [&] { return reset(pc); });
}

cudaError_t cudaDeviceGetLimit(size_t* value, cudaLimit limit) {
  return api_call("cudaDeviceGetLimit", EMU_CALLER, [&] { return get_limit(value, limit); });
}

cudaError_t cudaDeviceSetLimit(cudaLimit limit, size_t value) {
  return api_call("cudaDeviceSetLimit", EMU_CALLER, [&] { return set_limit(limit, value); });
}

cudaError_t cudaDeviceGetCacheConfig(cudaFuncCache* preference) {
  return api_call("cudaDeviceGetCacheConfig", EMU_CALLER, [&]() -> cudaError_t {
    if (preference == nullptr) return cudaErrorInvalidValue;
    *preference = settings().cache;
    return cudaSuccess;
  });
}

cudaError_t cudaDeviceSetCacheConfig(cudaFuncCache preference) {
  return api_call("cudaDeviceSetCacheConfig", EMU_CALLER, [&]() -> cudaError_t {
    if (preference < cudaFuncCachePreferNone || preference > cudaFuncCachePreferEqual)
      return cudaErrorInvalidValue;
    settings().cache = preference;
    return cudaSuccess;
  });
}

cudaError_t cudaDeviceGetSharedMemConfig(cudaSharedMemConfig* configuration) {
  return api_call("cudaDeviceGetSharedMemConfig", EMU_CALLER, [&]() -> cudaError_t {
    if (configuration == nullptr) return cudaErrorInvalidValue;
    *configuration = cudaSharedMemBankSizeFourByte;  // whatever was set, as on all current cards
    return cudaSuccess;
  });
}

cudaError_t cudaDeviceSetSharedMemConfig(cudaSharedMemConfig configuration) {
  return api_call("cudaDeviceSetSharedMemConfig", EMU_CALLER, [&] {
    const bool known = configuration >= cudaSharedMemBankSizeDefault &&
                       configuration <= cudaSharedMemBankSizeEightByte;
    return known ? cudaSuccess : cudaErrorInvalidValue;
  });
}

cudaError_t cudaGetDeviceFlags(unsigned* flags) {
  return query("cudaGetDeviceFlags", EMU_CALLER, [&]() -> cudaError_t {
    if (flags == nullptr) return cudaErrorInvalidValue;
    *flags = settings().flags;
    return cudaSuccess;
  });
}

cudaError_t cudaSetDeviceFlags(unsigned flags) {
  return query("cudaSetDeviceFlags", EMU_CALLER, [&] { return set_flags(flags); });
}

cudaError_t cudaDriverGetVersion(int* number) {
  return query("cudaDriverGetVersion", EMU_CALLER, [&]() -> cudaError_t {
    if (number == nullptr) return cudaErrorInvalidValue;
    *number = version;
    return cudaSuccess;
  });
}

cudaError_t cudaRuntimeGetVersion(int* number) {
  return query("cudaRuntimeGetVersion", EMU_CALLER, [&]() -> cudaError_t {
    if (number == nullptr) return cudaErrorInvalidValue;
    *number = version;
    return cudaSuccess;
  });
}

}  // extern "C"
