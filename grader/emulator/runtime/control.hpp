// For the worker and for tests: the runtime seen from outside the submission.
#pragma once

#include <cstddef>
#include <cstdint>

namespace emu::runtime {

/// To be called when a function has returned and its results were read in the default stream:
/// reports the work that is still pending, in streams that nothing waits for.
void report_at_end();
/// Runs all work that streams were given and that has not run.
void drain();
/// Runs the oldest piece of such work; false where there is none. For host code that polls memory
/// which a kernel writes.
bool make_progress();
/// Pieces of such work.
std::size_t pending_work();
/// The number of the cudaError_t with which a kernel ended: every later call returns it. 0: none.
int sticky_error();
/// Forgets the last error and the sticky one. Memory, streams and events stay as they are.
void reset_errors();
/// Launches accepted since the process began.
std::uint64_t kernels_launched();

}  // namespace emu::runtime
