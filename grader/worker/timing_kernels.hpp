// The kernels behind timed calls. They are compiled by nvcc; all else of the worker by the host's
// compiler.
#pragma once

#include <cstddef>
#include <cstdint>

namespace worker {

/// What a held stream and the host tell each other, in memory that both can reach.
struct Hold {
  std::uint32_t released;  ///< The host's word to go on.
  std::uint32_t expired;   ///< The kernel's: nobody had said so in time, it went on by itself.
};

/// Queues a kernel in the default stream that ends when `hold->released` is not 0, or after
/// `most_ns` nanoseconds of the GPU's clock. `hold` is a device address. Returns a cudaError_t.
int queue_hold(Hold* hold, std::uint64_t most_ns);

/// Queues a kernel in the default stream that reads `bytes` from `data` (a multiple of 16, aligned
/// to 16) with all multiprocessors, so that the caches hold nothing else. `sink` is a word that is
/// never written as long as `data` is 0. Returns a cudaError_t.
int queue_read(const void* data, std::size_t bytes, std::uint32_t* sink);

}  // namespace worker
