// What the emulated card says of itself.
#include <cstdio>

#include "core/card.hpp"
#include "runtime/api_call.hpp"

namespace emu::runtime {

namespace {

constexpr std::size_t max_pitch = 2147483647;
constexpr int texture_alignment = 512, texture_pitch_alignment = 32, surface_alignment = 512;
constexpr int memory_bus_bits = 6144;
constexpr int persisting_l2_bytes = 11796480;
constexpr int async_engines = 3;
// Of no real card, but not 0: programs divide by them.
constexpr int clock_khz = 1000000, memory_clock_khz = 1000000;

cudaDeviceProp properties() {
  cudaDeviceProp p{};
  std::snprintf(p.name, sizeof p.name, "%s", card::name);
  p.totalGlobalMem = card::memory_bytes;
  p.sharedMemPerBlock = card::shared_per_block;
  p.regsPerBlock = p.regsPerMultiprocessor = static_cast<int>(card::registers_per_block);
  p.warpSize = static_cast<int>(card::warp_size);
  p.memPitch = max_pitch;
  p.maxThreadsPerBlock = static_cast<int>(card::max_threads_per_block);
  for (int axis = 0; axis < 3; ++axis) {
    p.maxThreadsDim[axis] = static_cast<int>(card::max_block[axis]);
    p.maxGridSize[axis] = static_cast<int>(card::max_grid[axis]);
  }
  p.totalConstMem = card::constant_bytes;
  p.major = card::compute_major;
  p.minor = card::compute_minor;
  p.textureAlignment = texture_alignment;
  p.texturePitchAlignment = texture_pitch_alignment;
  p.surfaceAlignment = surface_alignment;
  p.multiProcessorCount = static_cast<int>(card::multiprocessors);
  p.asyncEngineCount = async_engines;
  p.memoryBusWidth = memory_bus_bits;
  p.l2CacheSize = static_cast<int>(card::l2_bytes);
  p.persistingL2CacheMaxSize = persisting_l2_bytes;
  p.maxThreadsPerMultiProcessor = static_cast<int>(card::max_threads_per_multiprocessor);
  p.sharedMemPerMultiprocessor = card::shared_per_multiprocessor;
  p.sharedMemPerBlockOptin = card::shared_per_block_optin;
  p.reservedSharedMemPerBlock = card::shared_reserved_per_block;
  p.maxBlocksPerMultiProcessor = static_cast<int>(card::max_blocks_per_multiprocessor);
  p.clockRate = clock_khz;
  p.memoryClockRate = memory_clock_khz;
  p.canMapHostMemory = p.concurrentKernels = p.unifiedAddressing = p.managedMemory = 1;
  p.streamPrioritiesSupported = p.globalL1CacheSupported = p.localL1CacheSupported = 1;
  p.concurrentManagedAccess = p.computePreemptionSupported = p.cooperativeLaunch = 1;
  p.canUseHostPointerForRegisteredMem = p.hostRegisterSupported = p.memoryPoolsSupported = 1;
  p.deviceOverlap = 1;
  p.hostRegisterReadOnlySupported = 1;
  return p;
}

/// The value of an attribute; false for one that CUDA has not, or that is not offered here.
bool attribute_value(cudaDeviceAttr attribute, int* value) {
  const cudaDeviceProp p = properties();
  const auto is = [value](std::size_t v) {
    *value = static_cast<int>(v);
    return true;
  };
  switch (attribute) {
    case cudaDevAttrMaxThreadsPerBlock:
      return is(card::max_threads_per_block);
    case cudaDevAttrMaxBlockDimX:
      return is(card::max_block[0]);
    case cudaDevAttrMaxBlockDimY:
      return is(card::max_block[1]);
    case cudaDevAttrMaxBlockDimZ:
      return is(card::max_block[2]);
    case cudaDevAttrMaxGridDimX:
      return is(card::max_grid[0]);
    case cudaDevAttrMaxGridDimY:
      return is(card::max_grid[1]);
    case cudaDevAttrMaxGridDimZ:
      return is(card::max_grid[2]);
    case cudaDevAttrMaxSharedMemoryPerBlock:
      return is(card::shared_per_block);
    case cudaDevAttrTotalConstantMemory:
      return is(card::constant_bytes);
    case cudaDevAttrWarpSize:
      return is(card::warp_size);
    case cudaDevAttrMaxPitch:
      return is(max_pitch);
    case cudaDevAttrMaxRegistersPerBlock:
    case cudaDevAttrMaxRegistersPerMultiprocessor:
      return is(card::registers_per_block);
    case cudaDevAttrClockRate:
      return is(clock_khz);
    case cudaDevAttrMemoryClockRate:
      return is(memory_clock_khz);
    case cudaDevAttrTextureAlignment:
      return is(texture_alignment);
    case cudaDevAttrTexturePitchAlignment:
      return is(texture_pitch_alignment);
    case cudaDevAttrSurfaceAlignment:
      return is(surface_alignment);
    case cudaDevAttrMultiProcessorCount:
      return is(card::multiprocessors);
    case cudaDevAttrGlobalMemoryBusWidth:
      return is(memory_bus_bits);
    case cudaDevAttrL2CacheSize:
      return is(card::l2_bytes);
    case cudaDevAttrMaxPersistingL2CacheSize:
      return is(persisting_l2_bytes);
    case cudaDevAttrMaxThreadsPerMultiProcessor:
      return is(card::max_threads_per_multiprocessor);
    case cudaDevAttrAsyncEngineCount:
      return is(async_engines);
    case cudaDevAttrComputeCapabilityMajor:
      return is(card::compute_major);
    case cudaDevAttrComputeCapabilityMinor:
      return is(card::compute_minor);
    case cudaDevAttrMaxSharedMemoryPerMultiprocessor:
      return is(card::shared_per_multiprocessor);
    case cudaDevAttrMaxSharedMemoryPerBlockOptin:
      return is(card::shared_per_block_optin);
    case cudaDevAttrReservedSharedMemoryPerBlock:
      return is(card::shared_reserved_per_block);
    case cudaDevAttrMaxBlocksPerMultiprocessor:
      return is(card::max_blocks_per_multiprocessor);
    case cudaDevAttrGpuOverlap:
      return is(p.deviceOverlap);
    case cudaDevAttrKernelExecTimeout:
      return is(p.kernelExecTimeoutEnabled);
    case cudaDevAttrIntegrated:
      return is(p.integrated);
    case cudaDevAttrCanMapHostMemory:
      return is(p.canMapHostMemory);
    case cudaDevAttrComputeMode:
      return is(cudaComputeModeDefault);
    case cudaDevAttrConcurrentKernels:
      return is(p.concurrentKernels);
    case cudaDevAttrEccEnabled:
      return is(p.ECCEnabled);
    case cudaDevAttrPciBusId:
      return is(p.pciBusID);
    case cudaDevAttrPciDeviceId:
      return is(p.pciDeviceID);
    case cudaDevAttrPciDomainId:
      return is(p.pciDomainID);
    case cudaDevAttrTccDriver:
      return is(p.tccDriver);
    case cudaDevAttrUnifiedAddressing:
      return is(p.unifiedAddressing);
    case cudaDevAttrStreamPrioritiesSupported:
      return is(p.streamPrioritiesSupported);
    case cudaDevAttrGlobalL1CacheSupported:
      return is(p.globalL1CacheSupported);
    case cudaDevAttrLocalL1CacheSupported:
      return is(p.localL1CacheSupported);
    case cudaDevAttrManagedMemory:
      return is(p.managedMemory);
    case cudaDevAttrIsMultiGpuBoard:
      return is(p.isMultiGpuBoard);
    case cudaDevAttrMultiGpuBoardGroupID:
      return is(p.multiGpuBoardGroupID);
    case cudaDevAttrHostNativeAtomicSupported:
      return is(p.hostNativeAtomicSupported);
    case cudaDevAttrPageableMemoryAccess:
      return is(p.pageableMemoryAccess);
    case cudaDevAttrConcurrentManagedAccess:
      return is(p.concurrentManagedAccess);
    case cudaDevAttrComputePreemptionSupported:
      return is(p.computePreemptionSupported);
    case cudaDevAttrCanUseHostPointerForRegisteredMem:
      return is(p.canUseHostPointerForRegisteredMem);
    case cudaDevAttrCooperativeLaunch:
      return is(p.cooperativeLaunch);
    case cudaDevAttrHostRegisterSupported:
      return is(p.hostRegisterSupported);
    case cudaDevAttrPageableMemoryAccessUsesHostPageTables:
      return is(p.pageableMemoryAccessUsesHostPageTables);
    case cudaDevAttrDirectManagedMemAccessFromHost:
      return is(p.directManagedMemAccessFromHost);
    case cudaDevAttrHostRegisterReadOnlySupported:
      return is(p.hostRegisterReadOnlySupported);
    case cudaDevAttrMemoryPoolsSupported:
      return is(p.memoryPoolsSupported);
  }
  return false;
}

}  // namespace

}  // namespace emu::runtime

using namespace emu::runtime;

extern "C" {

cudaError_t cudaGetDeviceProperties(cudaDeviceProp* to, int device) {
  return query("cudaGetDeviceProperties", EMU_CALLER, [&]() -> cudaError_t {
    if (device != 0) return cudaErrorInvalidDevice;
    if (to == nullptr) return cudaErrorInvalidValue;
    *to = properties();
    return cudaSuccess;
  });
}

cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr attribute, int device) {
  return query("cudaDeviceGetAttribute", EMU_CALLER, [&]() -> cudaError_t {
    if (device != 0) return cudaErrorInvalidDevice;
    return value && attribute_value(attribute, value) ? cudaSuccess : cudaErrorInvalidValue;
  });
}

}  // extern "C"
