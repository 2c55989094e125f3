#include "runtime/kernels.hpp"

#include <array>
#include <cstdint>
#include <unordered_map>

#include "core/card.hpp"
#include "runtime/api_call.hpp"

namespace emu {

namespace runtime {

namespace {

struct Kernels {
  std::unordered_map<const void*, Kernel> by_address;
  std::unordered_map<const KernelRecord*, std::size_t> dynamic_shared;  // where it was set
};

Kernels& kernels() {
  static auto* const known = new Kernels;  // outlives the submission's static objects
  return *known;
}

thread_local KernelRecord* probed = nullptr;
thread_local bool probing = false;

/// Arguments for a call that never runs the body: as many and as large as CUDA's limit for
/// parameters.
void** zeroed_arguments() {
  constexpr std::size_t parameter_bytes = 32768, parameters = parameter_bytes / 4;
  alignas(256) static std::array<unsigned char, parameter_bytes> storage{};
  static std::array<void*, parameters> pointers = [] {
    std::array<void*, parameters> all{};
    all.fill(storage.data());
    return all;
  }();
  return pointers.data();
}

KernelRecord* probe(const void* address, ThunkWithArguments thunk) {
  probed = nullptr;
  probing = true;
  thunk(address, zeroed_arguments());
  probing = false;
  return probed;
}

}  // namespace

bool note_probed(KernelRecord& record) {
  if (!probing) return false;
  probed = &record;
  return true;
}

cudaError_t find_kernel(const void* address, Kernel* kernel) {
  if (address == nullptr) return cudaErrorInvalidDeviceFunction;
  const auto found = kernels().by_address.find(address);
  if (found == kernels().by_address.end()) return cudaErrorInvalidResourceHandle;
  Kernel& known = found->second;
  if (known.record == nullptr) known.record = probe(address, known.thunk);
  if (known.record == nullptr) return cudaErrorInvalidResourceHandle;  // a host function
  *kernel = known;
  return cudaSuccess;
}

unsigned max_threads(const KernelRecord& record) {
  const long bound = record.info != nullptr ? record.info->max_threads : 0;
  if (bound <= 0 || bound > static_cast<long>(card::max_threads_per_block))
    return card::max_threads_per_block;
  return static_cast<unsigned>(bound);
}

std::size_t max_dynamic_shared(const KernelRecord& record) {
  const auto set = kernels().dynamic_shared.find(&record);
  if (set != kernels().dynamic_shared.end()) return set->second;
  if (record.static_shared_bytes > card::shared_per_block) return 0;
  return card::shared_per_block - record.static_shared_bytes;
}

cudaError_t set_max_dynamic_shared(const KernelRecord& record, int bytes) {
  if (bytes < 0) return cudaErrorInvalidValue;
  const auto wanted = static_cast<std::size_t>(bytes);
  if (wanted + record.static_shared_bytes > card::shared_per_block_optin)
    return cudaErrorInvalidValue;
  kernels().dynamic_shared[&record] = wanted;
  return cudaSuccess;
}

namespace {

cudaError_t set_attribute(const Kernel& kernel, cudaFuncAttribute attribute, int value) {
  switch (attribute) {
    case cudaFuncAttributeMaxDynamicSharedMemorySize:
      return set_max_dynamic_shared(*kernel.record, value);
    case cudaFuncAttributePreferredSharedMemoryCarveout:  // a hint
      return value >= -1 && value <= 100 ? cudaSuccess : cudaErrorInvalidValue;
  }
  return cudaErrorInvalidValue;
}

void describe(const Kernel& kernel, cudaFuncAttributes* attributes) {
  constexpr int assumed_registers = 32, version = 10 * card::compute_major + card::compute_minor;
  *attributes = {};
  attributes->sharedSizeBytes = kernel.record->static_shared_bytes;
  attributes->maxThreadsPerBlock = static_cast<int>(max_threads(*kernel.record));
  attributes->numRegs = assumed_registers;
  attributes->ptxVersion = attributes->binaryVersion = version;
  attributes->maxDynamicSharedSizeBytes = static_cast<int>(max_dynamic_shared(*kernel.record));
  attributes->preferredShmemCarveout = cudaSharedmemCarveoutDefault;
}

}  // namespace

}  // namespace runtime

void register_kernel_address(const void* kernel, ThunkWithArguments thunk) {
  const std::lock_guard lock(runtime::api_mutex());
  runtime::kernels().by_address[kernel].thunk = thunk;
}

}  // namespace emu

using namespace emu::runtime;

extern "C" {

cudaError_t cudaFuncSetAttribute(const void* kernel, cudaFuncAttribute attribute, int value) {
  return api_call("cudaFuncSetAttribute", EMU_CALLER, [&] {
    Kernel found;
    const cudaError_t error = find_kernel(kernel, &found);
    return error != cudaSuccess ? error : set_attribute(found, attribute, value);
  });
}

cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* attributes, const void* kernel) {
  return api_call("cudaFuncGetAttributes", EMU_CALLER, [&]() -> cudaError_t {
    if (attributes == nullptr) return cudaErrorInvalidValue;
    Kernel found;
    const cudaError_t error = find_kernel(kernel, &found);
    if (error == cudaSuccess) describe(found, attributes);
    return error;
  });
}

cudaError_t cudaFuncSetCacheConfig(const void* kernel, cudaFuncCache preference) {
  return api_call("cudaFuncSetCacheConfig", EMU_CALLER, [&]() -> cudaError_t {
    Kernel found;
    if (const cudaError_t error = find_kernel(kernel, &found); error != cudaSuccess) return error;
    const bool known =
        preference >= cudaFuncCachePreferNone && preference <= cudaFuncCachePreferEqual;
    return known ? cudaSuccess : cudaErrorInvalidValue;
  });
}

}  // extern "C"
