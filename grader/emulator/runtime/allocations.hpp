// Device and managed memory that calls of the API allocated and nobody has freed.
#pragma once

#include <cstddef>
#include <cstdint>

namespace emu::runtime {

/// `pool_bytes`: what the memory pool counts; 0 for memory that is not from it.
void remember_allocation(void* p, std::size_t pool_bytes = 0);
/// Whether cudaFree and cudaFreeAsync take the pointer.
bool can_be_freed(const void* p);
/// A cudaFreeAsync is on its way: the pointer cannot be freed again.
void note_queued_free(void* p);
void release_allocation(void* p, const void* pc = nullptr);
/// For cudaDeviceReset.
void release_all_allocations();

struct PoolUse {
  std::uint64_t now = 0, most = 0;  ///< Bytes.
};
PoolUse& pool_use();

}  // namespace emu::runtime
