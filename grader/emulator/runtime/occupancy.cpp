// How many blocks fit. Registers are not counted: the emulator knows none.
#include <algorithm>

#include "core/card.hpp"
#include "runtime/api_call.hpp"
#include "runtime/kernels.hpp"

namespace emu {

namespace runtime {

namespace {

/// Blocks per multiprocessor; 0 where none fits. The launch bound does not count, as in CUDA.
int active_blocks(const Kernel& kernel, int block_size, std::size_t dynamic_shared) {
  const KernelRecord& record = *kernel.record;
  const std::size_t unasked = record.static_shared_bytes < card::shared_per_block
                                  ? card::shared_per_block - record.static_shared_bytes
                                  : 0;
  if (dynamic_shared > std::max(unasked, max_dynamic_shared(record))) return 0;
  const unsigned blocks = card::resident_blocks(static_cast<unsigned>(block_size),
                                                record.static_shared_bytes + dynamic_shared);
  return static_cast<int>(blocks / card::multiprocessors);
}

cudaError_t count_blocks(int* blocks, const void* address, int block_size,
                         std::size_t dynamic_shared) {
  Kernel kernel;
  if (const cudaError_t error = find_kernel(address, &kernel); error != cudaSuccess) return error;
  if (blocks == nullptr || block_size <= 0) return cudaErrorInvalidValue;
  *blocks = active_blocks(kernel, block_size, dynamic_shared);
  return cudaSuccess;
}

/// The largest block among those with which most threads of a multiprocessor are at work.
cudaError_t best_block(int* min_grid_size, int* block_size, const void* address,
                       SharedBytesForBlock shared_bytes, const void* context, int limit) {
  if (!min_grid_size || !block_size || limit < 0) return cudaErrorInvalidValue;
  Kernel kernel;
  if (const cudaError_t error = find_kernel(address, &kernel); error != cudaSuccess) return error;
  constexpr int warp = card::warp_size;
  int largest = static_cast<int>(max_threads(*kernel.record));
  if (limit > 0) largest = std::min(largest, limit);
  int best_threads = 0, best_size = 0, best_blocks = 0;
  for (int aligned = (largest + warp - 1) / warp * warp; aligned > 0; aligned -= warp) {
    const int size = std::min(aligned, largest);
    const int blocks = active_blocks(kernel, size, shared_bytes(context, size));
    if (blocks * size <= best_threads) continue;
    best_threads = blocks * size;
    best_size = size;
    best_blocks = blocks;
  }
  *block_size = best_size;
  *min_grid_size = best_blocks * static_cast<int>(card::multiprocessors);
  return cudaSuccess;
}

/// What a block can have so that `blocks` of them are at work on a multiprocessor.
cudaError_t available_shared(std::size_t* bytes, const void* address, int blocks, int block_size) {
  Kernel kernel;
  if (const cudaError_t error = find_kernel(address, &kernel); error != cudaSuccess) return error;
  if (bytes == nullptr || blocks <= 0 || block_size <= 0) return cudaErrorInvalidValue;
  if (active_blocks(kernel, block_size, 0) < blocks) return cudaErrorInvalidValue;
  const std::size_t share = card::shared_per_multiprocessor / static_cast<std::size_t>(blocks) -
                            card::shared_reserved_per_block - kernel.record->static_shared_bytes;
  *bytes = std::min(share, max_dynamic_shared(*kernel.record));
  return cudaSuccess;
}

}  // namespace

}  // namespace runtime

cudaError_t max_potential_block_size(int* min_grid_size, int* block_size, const void* kernel,
                                     SharedBytesForBlock shared_bytes, const void* context,
                                     int block_size_limit) {
  return runtime::api_call("cudaOccupancyMaxPotentialBlockSize", EMU_CALLER, [&] {
    return runtime::best_block(min_grid_size, block_size, kernel, shared_bytes, context,
                               block_size_limit);
  });
}

}  // namespace emu

using namespace emu::runtime;

extern "C" {

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, const void* kernel,
                                                          int block_size, size_t shared_bytes) {
  return api_call("cudaOccupancyMaxActiveBlocksPerMultiprocessor", EMU_CALLER,
                  [&] { return count_blocks(blocks, kernel, block_size, shared_bytes); });
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* blocks, const void* kernel,
                                                                   int block_size,
                                                                   size_t shared_bytes,
                                                                   unsigned flags) {
  return api_call("cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags", EMU_CALLER,
                  [&]() -> cudaError_t {
                    if (flags > cudaOccupancyDisableCachingOverride) return cudaErrorInvalidValue;
                    return count_blocks(blocks, kernel, block_size, shared_bytes);
                  });
}

cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t* bytes, const void* kernel, int blocks,
                                                      int block_size) {
  return api_call("cudaOccupancyAvailableDynamicSMemPerBlock", EMU_CALLER,
                  [&] { return available_shared(bytes, kernel, blocks, block_size); });
}

}  // extern "C"
