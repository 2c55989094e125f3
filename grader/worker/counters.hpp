// What a counted call moved and did, as the emulator's `counters` observer saw it. Counted, not
// timed: the same submission gives the same numbers on every machine. Rules: one request is one
// instruction of one warp; sectors are the distinct 32-byte pieces that its lanes touch; wavefronts
// are the turns that shared memory's 32 banks take for it.
#pragma once

#include <cstdint>

namespace worker {

/// Of global memory, one direction, without atomics and without polls (loads of a word that the
/// same thread has just found unchanged).
struct GlobalTraffic {
  std::uint64_t requests = 0;
  std::uint64_t sectors = 0;      ///< 32 bytes each
  std::uint64_t words = 0;        ///< distinct 4-byte words of each request, added up
  std::uint64_t bytes = 0;        ///< asked for by lanes
  std::uint64_t bytes_by_16 = 0;  ///< of these, by 16-byte accesses
};

/// Of shared memory, one direction, without atomics.
struct SharedTraffic {
  std::uint64_t accesses = 0;  ///< by lanes
  std::uint64_t requests = 0;
  std::uint64_t wavefronts = 0;
  std::uint64_t ideal_wavefronts = 0;  ///< ceil(bytes of the active lanes / 128) of each request
  std::uint64_t conflicts() const { return wavefronts - ideal_wavefronts; }
};

struct AtomicTraffic {
  std::uint64_t lanes = 0;  ///< operations of threads: the only number hardware keeps stable
  std::uint64_t requests = 0;
  std::uint64_t addresses = 0;  ///< distinct ones of each request, added up
};

struct Counters {
  std::uint64_t launches = 0, blocks = 0, threads = 0;
  GlobalTraffic loads, stores;
  std::uint64_t polls = 0;
  SharedTraffic shared_loads, shared_stores;
  AtomicTraffic global_atomics, shared_atomics;
  std::uint64_t most_global_atomics_of_a_block = 0;  ///< lanes
  std::uint64_t block_barriers = 0;                  ///< that a block passed
  std::uint64_t warp_operations = 0;                 ///< __syncwarp, shuffles, votes
  std::uint64_t divergent_requests = 0;  ///< requests that not all live lanes of the warp joined

  // The lab's inputs (all of its input arrays on the device)
  std::uint64_t input_words = 0;  ///< as GlobalTraffic::words
  std::uint64_t input_bytes = 0;
  std::uint64_t input_bytes_by_16 = 0;
  /// words that one thread of one launch read, repeats counted; the most of all
  std::uint64_t most_input_words_of_a_thread = 0;
  std::uint64_t other_block_size = 0;  ///< threads of the first block that read the input and had
                                       ///< another number of threads than block_size; 0: none

  // Host side of the call
  std::uint64_t allocations = 0;    ///< cudaMalloc and its relatives
  std::uint64_t bytes_to_host = 0;  ///< copied from the device
};

}  // namespace worker
