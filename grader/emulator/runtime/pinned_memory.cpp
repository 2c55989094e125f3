// Host memory that the device can use: cudaMallocHost and cudaHostRegister.
#include <unordered_map>

#include "core/memory.hpp"
#include "runtime/api_call.hpp"
#include "runtime/places.hpp"
#include "runtime/streams.hpp"

namespace emu::runtime {

namespace {

constexpr unsigned known_alloc_flags =
    cudaHostAllocPortable | cudaHostAllocMapped | cudaHostAllocWriteCombined;
constexpr unsigned known_register_flags = cudaHostRegisterPortable | cudaHostRegisterMapped |
                                          cudaHostRegisterIoMemory | cudaHostRegisterReadOnly;

/// Registered ranges by their first byte. The submission owns the memory.
auto& registered() {
  static auto* const ranges = new std::unordered_map<const void*, std::size_t>;
  return *ranges;
}

const memory::Allocation* pinned_at(const void* p) {
  return memory::is_pinned(p) ? memory::find(p) : nullptr;
}

cudaError_t allocate(void** pointer, std::size_t bytes, unsigned flags, const void* pc) {
  if (pointer == nullptr || (flags & ~known_alloc_flags) != 0) return cudaErrorInvalidValue;
  *pointer = nullptr;
  if (bytes == 0) return cudaSuccess;
  *pointer = memory::allocate(bytes, memory::Kind::pinned, pc);
  return *pointer ? cudaSuccess : cudaErrorMemoryAllocation;
}

cudaError_t release(void* pointer) {
  if (pointer == nullptr) return cudaSuccess;
  const memory::Allocation* const a = pinned_at(pointer);
  if (a == nullptr || a->begin != pointer || registered().count(pointer) != 0)
    return cudaErrorInvalidValue;
  if (const cudaError_t error = wait_for_device(); error != cudaSuccess) return error;
  memory::release(pointer);
  return cudaSuccess;
}

cudaError_t add(void* pointer, std::size_t bytes, unsigned flags, const void* pc) {
  if (pointer == nullptr || bytes == 0 || (flags & ~known_register_flags) != 0)
    return cudaErrorInvalidValue;
  const auto* const last = static_cast<const char*>(pointer) + bytes - 1;
  for (const void* const end : {static_cast<const void*>(pointer), static_cast<const void*>(last)})
    if (const memory::Allocation* const a = pinned_at(end); a && registered().count(a->begin))
      return cudaErrorHostMemoryAlreadyRegistered;
  if (place_of(pointer, bytes) != PlaceKind::pageable) return cudaErrorInvalidValue;
  memory::Allocation range;
  range.begin = static_cast<char*>(pointer);
  range.bytes = bytes;
  range.allocated_at = pc;
  range.kind = memory::Kind::pinned;
  memory::add_outside(range);
  registered().emplace(pointer, bytes);
  return cudaSuccess;
}

cudaError_t remove(void* pointer) {
  if (registered().count(pointer) == 0)
    return pinned_at(pointer) ? cudaErrorInvalidValue : cudaErrorHostMemoryNotRegistered;
  if (const cudaError_t error = wait_for_device(); error != cudaSuccess) return error;
  memory::remove_outside(pointer);
  registered().erase(pointer);
  return cudaSuccess;
}

}  // namespace

}  // namespace emu::runtime

using namespace emu::runtime;

extern "C" {

cudaError_t cudaMallocHost(void** pointer, size_t bytes) {
  const void* const pc = EMU_CALLER;
  return api_call("cudaMallocHost", pc,
                  [&] { return allocate(pointer, bytes, cudaHostAllocDefault, pc); });
}

cudaError_t cudaHostAlloc(void** pointer, size_t bytes, unsigned flags) {
  const void* const pc = EMU_CALLER;
  return api_call("cudaHostAlloc", pc, [&] { return allocate(pointer, bytes, flags, pc); });
}

cudaError_t cudaFreeHost(void* pointer) {
  const void* const pc = EMU_CALLER;
  return api_call("cudaFreeHost", pc, [&] { return release(pointer); });
}

cudaError_t cudaHostRegister(void* pointer, size_t bytes, unsigned flags) {
  const void* const pc = EMU_CALLER;
  return api_call("cudaHostRegister", pc, [&] { return add(pointer, bytes, flags, pc); });
}

cudaError_t cudaHostUnregister(void* pointer) {
  return api_call("cudaHostUnregister", EMU_CALLER, [&] { return remove(pointer); });
}

cudaError_t cudaHostGetDevicePointer(void** device_pointer, void* host_pointer, unsigned flags) {
  return api_call("cudaHostGetDevicePointer", EMU_CALLER, [&]() -> cudaError_t {
    if (!device_pointer || flags != 0 || !pinned_at(host_pointer)) return cudaErrorInvalidValue;
    *device_pointer = host_pointer;  // one address on both sides
    return cudaSuccess;
  });
}

cudaError_t cudaHostGetFlags(unsigned* flags, void* host_pointer) {
  return api_call("cudaHostGetFlags", EMU_CALLER, [&]() -> cudaError_t {
    if (!flags || !pinned_at(host_pointer)) return cudaErrorInvalidValue;
    *flags = cudaHostAllocMapped;  // whatever was asked for, as with unified addressing
    return cudaSuccess;
  });
}

}  // extern "C"
