// Warp operations: lanes meet, exchange 64 bits each, and go on.
#include <algorithm>

#include "core/observers.hpp"
#include "core/state.hpp"
#include "runtime/device_warp.hpp"

namespace emu {

namespace {

void let_go(Executor& executor, Thread& thread) {
  WarpOperation* operation = thread.operation;
  if (operation == nullptr) return;
  thread.operation = nullptr;
  operation->holders &= ~(1u << thread.lane());
  if (operation->holders == 0 && operation->complete) executor.free_operations.push_back(operation);
}

WarpOperation& pending(Executor& executor, Block& block, unsigned warp, std::uint32_t mask,
                       int kind, const void* pc) {
  for (WarpOperation* operation : block.operations)
    if (operation->warp == warp && operation->gather.mask == mask && operation->operation == kind)
      return *operation;
  WarpOperation* operation;
  if (executor.free_operations.empty()) {
    operation = new WarpOperation;
  } else {
    operation = executor.free_operations.back();
    executor.free_operations.pop_back();
  }
  operation->warp = warp;
  operation->arrived = operation->holders = 0;
  operation->operation = kind;
  operation->complete = false;
  operation->pc = pc;
  operation->gather.mask = mask;
  block.operations.push_back(operation);
  return *operation;
}

}  // namespace

namespace {
/// Lanes of the mask that came to the kernel's end without this operation. (Those that returned
/// before, or never were, hardware leaves out.)
std::uint32_t lanes_at_end(const Block& block, const WarpOperation& operation) {
  const unsigned first = operation.warp * card::warp_size;
  std::uint32_t at_end = 0;
  for (std::uint32_t rest = operation.gather.mask & ~operation.arrived; rest != 0;
       rest &= rest - 1) {
    const unsigned lane = static_cast<unsigned>(__builtin_ctz(rest));
    if (first + lane >= block.thread_count) continue;
    const Thread& thread = block.threads[first + lane];
    if (thread.state == ThreadState::finished && thread.came_to_end) at_end |= 1u << lane;
  }
  return at_end;
}

void tell_missing_lanes(const WarpOperation& operation, std::uint32_t lanes, bool left) {
  if (lanes == 0) return;
  for (Observer* o : observers.mismatch) o->missing_lanes(operation, lanes, left);
}
}  // namespace

void complete_warp_operation(Block& block, WarpOperation& operation) {
  tell_missing_lanes(operation, lanes_at_end(block, operation), true);
  operation.complete = true;
  operation.gather.lanes = operation.arrived;
  block.operations.erase(std::find(block.operations.begin(), block.operations.end(), &operation));
  ++current.progress;
  if (run_options().checked)
    for (Observer* o : observers.barrier)
      o->warp_barrier(operation.warp, operation.arrived, operation.operation == warp_sync);
  const unsigned first = operation.warp * card::warp_size;
  for (unsigned lane = 0; lane < card::warp_size; ++lane) {
    if ((operation.arrived >> lane & 1) == 0) continue;
    Thread& thread = block.threads[first + lane];
    if (thread.state == ThreadState::at_warp_operation) make_ready(block, thread);
  }
}

const WarpGather& warp_gather(std::uint32_t mask, std::uint64_t value, int operation_kind,
                              const void* pc) {
  Executor& executor = *current.executor;
  Block& block = *current.block;
  Thread& thread = *current.thread;
  const std::uint32_t bit = 1u << thread.lane();
  if ((mask & bit) == 0) {
    for (Observer* o : observers.mismatch) o->lane_outside_mask(thread.lane(), mask, pc);
    fault_kernel(715);
  }
  let_go(executor, thread);
  WarpOperation& operation = pending(executor, block, thread.warp(), mask, operation_kind, pc);
  operation.arrived |= bit;
  operation.holders |= bit;
  operation.gather.values[thread.lane()] = value;
  thread.operation = &operation;
  const std::uint32_t expected = mask & block.live[thread.warp()];
  if ((operation.arrived & expected) == expected) {
    complete_warp_operation(block, operation);
  } else {
    thread.state = ThreadState::at_warp_operation;
    wait_in_block();
  }
  return operation.gather;
}

void complete_without(Block& block, Thread& thread) {
  let_go(*current.executor, thread);
  const std::uint32_t bit = 1u << thread.lane();
  for (std::size_t k = 0; k < block.operations.size();) {
    WarpOperation& operation = *block.operations[k];
    const bool concerned = operation.warp == thread.warp() && (operation.gather.mask & bit) != 0;
    const std::uint32_t expected = operation.gather.mask & block.live[operation.warp];
    if (concerned && (operation.arrived & expected) == expected)
      complete_warp_operation(block, operation);
    else
      ++k;
  }
}

bool release_incomplete_operations(Block& block) {
  if (block.operations.empty()) return false;
  while (!block.operations.empty()) {
    WarpOperation& operation = *block.operations.front();
    const std::uint32_t missing =
        operation.gather.mask & block.live[operation.warp] & ~operation.arrived;
    tell_missing_lanes(operation, missing, false);
    complete_warp_operation(block, operation);
  }
  return true;
}

}  // namespace emu
