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
/// The number of the cudaError_t with which a kernel ended: every later call returns it. 0: none.
int sticky_error();
/// Launches by <<<>>> since the last cudaGetLastError or cudaPeekAtLastError: whether they were
/// accepted nobody knows.
unsigned unasked_launches();
/// The lab's function begins: no launch is unasked yet, and the default stream holds work of the
/// caller's, not done as far as anybody can tell, that may use all arrays which have a name.
void begin_function();

}  // namespace emu::runtime
