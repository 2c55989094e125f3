#include "observers/synchronisation.hpp"

#include <algorithm>
#include <cstdio>

#include "core/findings.hpp"
#include "core/state.hpp"

namespace emu {

void Synchronisation::uneven_barrier(const Block& block) {
  char message[300];
  const auto place = [&](int line, unsigned thread) {
    FindingPlace p;
    p.line = line;
    p.role = "waits here";
    p.who = current_thread();
    const Index3& index = block.threads[thread].index;
    p.who.thread[0] = index.x, p.who.thread[1] = index.y, p.who.thread[2] = index.z;
    return p;
  };
  const unsigned at_end = block.finished - block.returned_early;
  if (block.barrier_lines_differ) {
    std::snprintf(
        message, sizeof message,
        "threads of one block wait at different barriers: some at line %d, some at line %d",
        block.barrier_line, block.other_barrier_line);
    report("barrier_divergence", worker::Severity::error,
           {place(block.barrier_line, block.barrier_thread),
            place(block.other_barrier_line, block.other_barrier_thread)},
           message, "Every thread of the block has to come to the same barrier, equally often.");
  } else if (at_end > 0) {
    std::snprintf(message, sizeof message,
                  "%u threads of the block wait at this barrier, and %u came to the kernel's end "
                  "without it",
                  block.at_barrier.size(), at_end);
    report("barrier_divergence", worker::Severity::error,
           {place(block.barrier_line, block.barrier_thread)}, message,
           "Is the barrier inside a branch or a loop that not every thread of the block enters?");
  } else if (block.returned_early > 0) {
    std::snprintf(message, sizeof message,
                  "%u threads of the block had returned before this barrier; hardware lets that "
                  "pass, CUDA's rule does not promise it",
                  block.returned_early);
    report("barrier_divergence", worker::Severity::note,
           {place(block.barrier_line, block.barrier_thread)}, message,
           "Let idle threads skip the work instead of returning.");
  }
}

void Synchronisation::missing_lanes(const WarpOperation& operation, std::uint32_t lanes,
                                    bool left) {
  char message[240];
  std::snprintf(
      message, sizeof message,
      "lanes 0x%08x of warp %u meet in a warp operation with mask 0x%08x; lanes 0x%08x of "
      "the mask %s",
      operation.arrived, operation.warp, operation.gather.mask, lanes,
      left ? "never come to it" : "wait elsewhere and never come");
  FindingPlace place;
  place.pc = operation.pc;
  place.role = left ? "meet here" : "waits here";
  place.who = current_thread();
  report("warp_mask", worker::Severity::error, {place}, message,
         left ? "Is the call inside a branch or a loop that not every lane of the mask enters?"
              : "All lanes that the mask names have to come to this line together.");
}

void Synchronisation::lane_outside_mask(unsigned lane, std::uint32_t mask, const void* pc) {
  char message[200];
  std::snprintf(message, sizeof message,
                "lane %u calls a warp operation with mask 0x%08x, which leaves that lane out", lane,
                mask);
  FindingPlace place;
  place.pc = pc;
  place.who = current_thread();
  report("warp_mask", worker::Severity::error, {place}, message,
         "The mask has to name every lane that calls, and no other.");
}

void Synchronisation::grid_barrier_unavailable(int line) {
  FindingPlace place;
  place.line = line;
  place.who = current_thread();
  report("cuda_error", worker::Severity::error, {place},
         "a grid-wide barrier in a kernel that was not launched cooperatively "
         "(cudaErrorLaunchFailure)",
         "Only cudaLaunchCooperativeKernel makes sure that all blocks run at once.");
}

void Synchronisation::deadlock(const Block& block) {
  const Grid& grid = *current.executor->grid;
  const Thread* waiting = nullptr;
  for (const Thread& thread : block.threads)
    if (thread.fiber != nullptr && thread.state != ThreadState::finished &&
        thread.state != ThreadState::running) {
      waiting = &thread;
      if (thread.state == ThreadState::polling) break;
    }
  FindingPlace place;
  place.role = "waits here";
  place.who = current_thread();
  place.who.in_kernel = 1;
  const unsigned where[3] = {block.index.x, block.index.y, block.index.z};
  std::copy(where, where + 3, place.who.block);
  char message[300];
  if (waiting != nullptr) {
    const unsigned who[3] = {waiting->index.x, waiting->index.y, waiting->index.z};
    std::copy(who, who + 3, place.who.thread);
    if (waiting->state == ThreadState::polling)
      place.pc = waiting->polled_at;
    else
      place.line = waiting->line;
  }
  const std::uint64_t begun = std::min(grid.next_block, grid.block_count);
  if (begun < grid.block_count)
    std::snprintf(message, sizeof message,
                  "the kernel cannot go on: the %zu blocks in flight all wait, and the other %llu "
                  "cannot start because the card holds no more at once",
                  current.executor->in_flight.size(),
                  static_cast<unsigned long long>(grid.block_count - begun));
  else
    std::snprintf(message, sizeof message,
                  "the kernel cannot go on: every thread that is left waits for something that no "
                  "thread will do");
  report("deadlock", worker::Severity::error, {place}, message,
         "Who is to write what this thread waits for, and does that thread surely run?");
}

}  // namespace emu
