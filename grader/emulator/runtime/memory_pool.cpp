// Memory in stream order: cudaMallocAsync, cudaFreeAsync and the one memory pool.
#include <algorithm>
#include <cstring>

#include "core/access.hpp"
#include "core/memory.hpp"
#include "runtime/allocations.hpp"
#include "runtime/api_call.hpp"
#include "runtime/streams.hpp"

struct CUmemPoolHandle_st {
  int reuse[3] = {1, 1, 1};  ///< By attribute; no memory is used again, whatever they say.
  std::uint64_t release_threshold = 0;
};

namespace emu::runtime {

namespace {

CUmemPoolHandle_st& pool() {
  static auto* const the_pool = new CUmemPoolHandle_st;
  return *the_pool;
}

cudaError_t allocate(void** pointer, std::size_t bytes, cudaStream_t stream_handle,
                     const void* pc) {
  CUstream_st* const stream = find_stream(stream_handle);
  if (stream == nullptr) return cudaErrorInvalidResourceHandle;
  if (pointer == nullptr) return cudaErrorInvalidValue;
  *pointer = nullptr;
  if (bytes == 0) return cudaSuccess;
  void* const p = memory::allocate(bytes, memory::Kind::device, pc);
  if (p == nullptr) return cudaErrorMemoryAllocation;
  remember_allocation(p, bytes);
  *pointer = p;
  if (work().size() > 0)  // else it is ordered before everything to come
    give(*stream, [p, bytes](bool run) {
      // Memory that another stream used before its allocation's turn came loses what was written.
      if (!run || !memory::is_device_range(p, bytes)) return;
      memory::fill_words(p, memory::poison(), bytes);
      tell_undefined(p, bytes);
    });
  return cudaSuccess;
}

cudaError_t release(void* pointer, cudaStream_t stream_handle, const void* pc) {
  CUstream_st* const stream = find_stream(stream_handle);
  if (stream == nullptr) return cudaErrorInvalidResourceHandle;
  if (pointer == nullptr) return cudaSuccess;
  if (!can_be_freed(pointer)) return cudaErrorInvalidValue;
  note_queued_free(pointer);
  give(*stream, [pointer, pc](bool run) {
    if (run) release_allocation(pointer, pc);
  });
  return cudaSuccess;
}

template <class Value>
cudaError_t put(void* to, Value value) {
  std::memcpy(to, &value, sizeof value);
  return cudaSuccess;
}

cudaError_t set_attribute(cudaMemPoolAttr attribute, const void* value) {
  switch (attribute) {
    case cudaMemPoolReuseFollowEventDependencies:
    case cudaMemPoolReuseAllowOpportunistic:
    case cudaMemPoolReuseAllowInternalDependencies:
      std::memcpy(&pool().reuse[attribute - cudaMemPoolReuseFollowEventDependencies], value,
                  sizeof(int));
      return cudaSuccess;
    case cudaMemPoolAttrReleaseThreshold:
      std::memcpy(&pool().release_threshold, value, sizeof(std::uint64_t));
      return cudaSuccess;
    case cudaMemPoolAttrReservedMemHigh:
    case cudaMemPoolAttrUsedMemHigh: {
      std::uint64_t level = 0;
      std::memcpy(&level, value, sizeof level);
      if (level != 0) return cudaErrorInvalidValue;  // high marks can only be reset
      pool_use().most = pool_use().now;
      return cudaSuccess;
    }
    default:
      return cudaErrorInvalidValue;
  }
}

cudaError_t get_attribute(cudaMemPoolAttr attribute, void* value) {
  switch (attribute) {
    case cudaMemPoolReuseFollowEventDependencies:
    case cudaMemPoolReuseAllowOpportunistic:
    case cudaMemPoolReuseAllowInternalDependencies:
      return put(value, pool().reuse[attribute - cudaMemPoolReuseFollowEventDependencies]);
    case cudaMemPoolAttrReleaseThreshold:
      return put(value, pool().release_threshold);
    case cudaMemPoolAttrReservedMemCurrent:
    case cudaMemPoolAttrUsedMemCurrent:
      return put(value, pool_use().now);
    case cudaMemPoolAttrReservedMemHigh:
    case cudaMemPoolAttrUsedMemHigh:
      return put(value, pool_use().most);
  }
  return cudaErrorInvalidValue;
}

cudaError_t find_pool(cudaMemPool_t* handle, int device) {
  if (device != 0) return cudaErrorInvalidDevice;
  if (handle == nullptr) return cudaErrorInvalidValue;
  *handle = &pool();
  return cudaSuccess;
}

bool is_pool(cudaMemPool_t handle) { return handle == &pool(); }

}  // namespace

}  // namespace emu::runtime

using namespace emu::runtime;

extern "C" {

cudaError_t cudaMallocAsync(void** pointer, size_t bytes, cudaStream_t stream) {
  const void* const pc = EMU_CALLER;
  return api_call("cudaMallocAsync", pc, [&] { return allocate(pointer, bytes, stream, pc); });
}

cudaError_t cudaMallocFromPoolAsync(void** pointer, size_t bytes, cudaMemPool_t from,
                                    cudaStream_t stream) {
  const void* const pc = EMU_CALLER;
  return api_call("cudaMallocFromPoolAsync", pc, [&] {
    return is_pool(from) ? allocate(pointer, bytes, stream, pc) : cudaErrorInvalidValue;
  });
}

cudaError_t cudaFreeAsync(void* pointer, cudaStream_t stream) {
  const void* const pc = EMU_CALLER;
  return api_call("cudaFreeAsync", pc, [&] { return release(pointer, stream, pc); });
}

cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t* handle, int device) {
  return api_call("cudaDeviceGetDefaultMemPool", EMU_CALLER,
                  [&] { return find_pool(handle, device); });
}

cudaError_t cudaDeviceGetMemPool(cudaMemPool_t* handle, int device) {
  return api_call("cudaDeviceGetMemPool", EMU_CALLER, [&] { return find_pool(handle, device); });
}

cudaError_t cudaDeviceSetMemPool(int device, cudaMemPool_t handle) {
  return api_call("cudaDeviceSetMemPool", EMU_CALLER, [&]() -> cudaError_t {
    if (device != 0) return cudaErrorInvalidDevice;
    return is_pool(handle) ? cudaSuccess : cudaErrorInvalidValue;
  });
}

cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t handle, cudaMemPoolAttr attribute, void* value) {
  return api_call("cudaMemPoolSetAttribute", EMU_CALLER, [&] {
    return is_pool(handle) && value ? set_attribute(attribute, value) : cudaErrorInvalidValue;
  });
}

cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t handle, cudaMemPoolAttr attribute, void* value) {
  return api_call("cudaMemPoolGetAttribute", EMU_CALLER, [&] {
    return is_pool(handle) && value ? get_attribute(attribute, value) : cudaErrorInvalidValue;
  });
}

cudaError_t cudaMemPoolTrimTo(cudaMemPool_t handle, size_t) {
  return api_call("cudaMemPoolTrimTo", EMU_CALLER,
                  [&] { return is_pool(handle) ? cudaSuccess : cudaErrorInvalidValue; });
}

}  // extern "C"
