// Device and managed memory.
#include <algorithm>
#include <limits>

#include "core/card.hpp"
#include "core/memory.hpp"
#include "runtime/allocations.hpp"
#include "runtime/api_call.hpp"
#include "runtime/places.hpp"
#include "runtime/streams.hpp"

namespace emu::runtime {

namespace {

constexpr std::size_t pitch_granule = 512;

cudaError_t allocate(void** pointer, std::size_t bytes, memory::Kind kind, const void* pc) {
  if (pointer == nullptr) return cudaErrorInvalidValue;
  *pointer = nullptr;
  if (bytes == 0) return cudaSuccess;
  *pointer = memory::allocate(bytes, kind, pc);
  if (*pointer == nullptr) return cudaErrorMemoryAllocation;
  remember_allocation(*pointer);
  return cudaSuccess;
}

cudaError_t allocate_rows(void** pointer, std::size_t* pitch, std::size_t width, std::size_t height,
                          const void* pc) {
  if (pointer == nullptr || pitch == nullptr) return cudaErrorInvalidValue;
  *pointer = nullptr;
  *pitch = 0;
  if (width == 0 || height == 0) return cudaSuccess;
  if (width > std::numeric_limits<std::size_t>::max() - pitch_granule)
    return cudaErrorMemoryAllocation;
  const std::size_t row = (width + pitch_granule - 1) / pitch_granule * pitch_granule;
  if (height > std::numeric_limits<std::size_t>::max() / row) return cudaErrorMemoryAllocation;
  const cudaError_t error = allocate(pointer, row * height, memory::Kind::device, pc);
  if (error == cudaSuccess) *pitch = row;
  return error;
}

cudaError_t free_now(void* pointer) {
  if (pointer == nullptr) return cudaSuccess;
  if (!can_be_freed(pointer)) return cudaErrorInvalidValue;
  if (const cudaError_t error = wait_for_device(); error != cudaSuccess) return error;
  release_allocation(pointer);
  return cudaSuccess;
}

cudaError_t describe(cudaPointerAttributes* attributes, const void* pointer) {
  if (attributes == nullptr) return cudaErrorInvalidValue;
  void* const p = const_cast<void*>(pointer);
  switch (place_of(pointer, 1)) {
    case PlaceKind::pinned:
      *attributes = {cudaMemoryTypeHost, 0, p, p};
      break;
    case PlaceKind::device:
      *attributes = {cudaMemoryTypeDevice, 0, p, nullptr};
      break;
    case PlaceKind::managed:
      *attributes = {cudaMemoryTypeManaged, 0, p, p};
      break;
    default:
      *attributes = {cudaMemoryTypeUnregistered, cudaInvalidDeviceId, nullptr, p};
  }
  return cudaSuccess;
}

cudaError_t check_hint(const void* pointer, std::size_t bytes) {
  if (bytes == 0 || place_of(pointer, bytes) != PlaceKind::managed) return cudaErrorInvalidValue;
  return cudaSuccess;
}

cudaError_t check_location(cudaMemLocation location) {
  if (location.type == cudaMemLocationTypeHost) return cudaSuccess;
  if (location.type != cudaMemLocationTypeDevice) return cudaErrorInvalidValue;
  return location.id == 0 ? cudaSuccess : cudaErrorInvalidDevice;
}

cudaMemLocation location_of(int device) {
  if (device == cudaCpuDeviceId) return {cudaMemLocationTypeHost, 0};
  return {cudaMemLocationTypeDevice, device};
}

cudaError_t prefetch(const void* pointer, std::size_t bytes, cudaMemLocation location,
                     unsigned flags, cudaStream_t stream) {
  if (find_stream(stream) == nullptr) return cudaErrorInvalidResourceHandle;
  if (flags != 0) return cudaErrorInvalidValue;
  if (const cudaError_t error = check_location(location); error != cudaSuccess) return error;
  return check_hint(pointer, bytes);
}

cudaError_t advise(const void* pointer, std::size_t bytes, cudaMemoryAdvise advice,
                   cudaMemLocation location) {
  if (advice < cudaMemAdviseSetReadMostly || advice > cudaMemAdviseUnsetAccessedBy)
    return cudaErrorInvalidValue;
  const bool uses_location =
      advice >= cudaMemAdviseSetPreferredLocation && advice != cudaMemAdviseUnsetPreferredLocation;
  if (uses_location)
    if (const cudaError_t error = check_location(location); error != cudaSuccess) return error;
  return check_hint(pointer, bytes);
}

}  // namespace

}  // namespace emu::runtime

using namespace emu::runtime;

extern "C" {

cudaError_t cudaMalloc(void** pointer, size_t bytes) {
  const void* const pc = EMU_CALLER;
  return api_call("cudaMalloc", pc,
                  [&] { return allocate(pointer, bytes, emu::memory::Kind::device, pc); });
}

cudaError_t cudaMallocPitch(void** pointer, size_t* pitch, size_t width_bytes, size_t height) {
  const void* const pc = EMU_CALLER;
  return api_call("cudaMallocPitch", pc,
                  [&] { return allocate_rows(pointer, pitch, width_bytes, height, pc); });
}

cudaError_t cudaMallocManaged(void** pointer, size_t bytes, unsigned flags) {
  const void* const pc = EMU_CALLER;
  return api_call("cudaMallocManaged", pc, [&]() -> cudaError_t {
    if (flags != cudaMemAttachGlobal && flags != cudaMemAttachHost) return cudaErrorInvalidValue;
    return allocate(pointer, bytes, emu::memory::Kind::managed, pc);
  });
}

cudaError_t cudaFree(void* pointer) {
  const void* const pc = EMU_CALLER;
  return api_call("cudaFree", pc, [&] { return free_now(pointer); });
}

cudaError_t cudaPointerGetAttributes(cudaPointerAttributes* attributes, const void* pointer) {
  return query("cudaPointerGetAttributes", EMU_CALLER,
               [&] { return describe(attributes, pointer); });
}

cudaError_t cudaMemGetInfo(size_t* free_bytes, size_t* total_bytes) {
  return api_call("cudaMemGetInfo", EMU_CALLER, [&]() -> cudaError_t {
    if (!free_bytes || !total_bytes) return cudaErrorInvalidValue;
    *total_bytes = emu::card::memory_bytes;
    *free_bytes = *total_bytes - std::min(*total_bytes, emu::memory::live_bytes());
    return cudaSuccess;
  });
}

}  // extern "C"

cudaError_t cudaMemPrefetchAsync(const void* pointer, size_t bytes, cudaMemLocation location,
                                 unsigned flags, cudaStream_t stream) {
  return api_call("cudaMemPrefetchAsync", EMU_CALLER,
                  [&] { return prefetch(pointer, bytes, location, flags, stream); });
}

cudaError_t cudaMemPrefetchAsync(const void* pointer, size_t bytes, int device,
                                 cudaStream_t stream) {
  return api_call("cudaMemPrefetchAsync", EMU_CALLER,
                  [&] { return prefetch(pointer, bytes, location_of(device), 0, stream); });
}

cudaError_t cudaMemAdvise(const void* pointer, size_t bytes, cudaMemoryAdvise advice,
                          cudaMemLocation location) {
  return api_call("cudaMemAdvise", EMU_CALLER,
                  [&] { return advise(pointer, bytes, advice, location); });
}

cudaError_t cudaMemAdvise(const void* pointer, size_t bytes, cudaMemoryAdvise advice, int device) {
  return api_call("cudaMemAdvise", EMU_CALLER,
                  [&] { return advise(pointer, bytes, advice, location_of(device)); });
}
