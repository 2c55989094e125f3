// Runs grids: threads are fibers, a block stays on one OS thread, several blocks are in flight.
#pragma once

#include <cstddef>
#include <cstdint>

#include "emulator/generated_code.hpp"

namespace emu {

/// A validated launch.
struct KernelLaunch {
  const KernelRecord* kernel;
  dim3 grid, block;
  std::size_t dynamic_shared_bytes = 0;
  bool cooperative = false;
  const void* arguments = nullptr;
  void (*thread)(const void* arguments) = nullptr;
  const PointerArgument* pointers = nullptr;  ///< One for each parameter of the kernel.
  int pointer_count = 0;
};

enum class OrderOfThreads : std::uint8_t { by_index, reversed, shuffled };

/// How kernels run from now on.
struct RunOptions {
  bool checked = true;  ///< Observers are told; one OS thread.
  bool shape = false;   ///< Of each launch only the first, the last and some blocks in between run,
                        ///< one by one, and a block is left after `shape_accesses` accesses (a
                        ///< tenth of them once a block has used them up) or when it would wait for
                        ///< another; large copies, fills and poisoning are left out. For lengths
                        ///< that no emulation could work through.
  bool strict_acquire = false;  ///< A poll acquires only with a fence behind it.
  OrderOfThreads order = OrderOfThreads::by_index;  ///< Of threads and blocks.
  bool blocks_in_order = false;                     ///< Blocks start by index all the same.
  std::uint64_t seed = 1;
  unsigned os_threads = 1;  ///< For unchecked runs.
};
inline constexpr std::uint64_t shape_accesses = 50'000;
void set_run_options(const RunOptions& options);
const RunOptions& run_options();

/// What a kernel ended with: 0, or the number of the cudaError_t that hardware reports.
int run_kernel(const KernelLaunch& launch);
std::uint64_t kernels_run();  ///< Since the process began.

/// True inside a kernel, on the fiber of one of its threads.
bool in_kernel();

// For device functions; all of them may switch to other threads
// -------------------------------------

/// __syncthreads(). Barriers are told apart by source line.
void block_barrier(int line);
/// A block barrier that also gives every thread the number of threads with predicate != 0.
unsigned block_barrier_count(int line, int predicate);
/// Grid-wide barrier of a cooperative launch; in any other launch the kernel faults (719).
void grid_barrier(int line);
bool is_cooperative();

/// What the lanes of one warp operation brought. Valid until the thread's next warp operation.
struct WarpGather {
  std::uint32_t mask;   ///< As passed.
  std::uint32_t lanes;  ///< Those of the mask that took part (a lane that left has not).
  std::uint64_t values[32];
};
/// Waits for the lanes of `mask`; every __shfl, vote, match, reduce and __syncwarp is made of it.
/// `operation` tells different intrinsics apart. A caller outside its mask faults the kernel (715).
const WarpGather& warp_gather(std::uint32_t mask, std::uint64_t value, int operation,
                              const void* pc);
/// __activemask(): the lanes that come to the same line while the others have gone elsewhere.
std::uint32_t converged_lanes(int line);

unsigned lane_id();
unsigned warp_id();  ///< In the block.
unsigned linear_thread_id();
unsigned sm_id();

/// Before an atomic: in shuffled order now and then lets the others go first, so that what lies
/// between a read and a compare-and-swap is no safe place.
void maybe_give_way();
/// Before a volatile or atomic load: in shuffled order, where the thread's last such load was of
/// another place and saw a new value, now and then stops the whole block, so that other blocks may
/// write between the two.
void maybe_stop_between_loads(const void* address);
/// For polls: a load that saw no new value, a fence, __nanosleep. Yields when it looks like
/// waiting.
void polled();
/// The thread did something others can see: not waiting.
void made_progress();
/// Leaves the kernel with this error; the calling thread does not return.
[[noreturn]] void fault_kernel(int cuda_error);

/// The card's clock, advancing; nanoseconds.
std::uint64_t clock_now();

}  // namespace emu
