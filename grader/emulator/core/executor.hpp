// The steps by which an executor runs a grid. Private to core/.
#pragma once

#include "core/state.hpp"

namespace emu {

/// Entry of every fiber: starts threads of the current block as long as there are any.
void fiber_main();
/// Runs the block until it is done or has to wait for other blocks.
void continue_block(Executor& executor, Block& block);
/// Runs blocks of executor.grid until none is left or the grid is stopped.
void run_blocks(Executor& executor);
/// Threads wait for what will never come: records one and leaves the process.
[[noreturn]] void report_deadlock_and_leave(const Block& block);

/// Executor k >= 1 of the process, bound to one OS thread for life.
Executor& executor(unsigned k);
/// Runs `grid` on the calling thread's executor and on executors 1 .. count-1.
void run_on_executors(Grid& grid, unsigned count);

}  // namespace emu
