// The worker's own descriptors. It finds them open at fixed numbers (protocol.hpp) and moves them
// away before anything of the submission runs, its constructors included: a submission that writes
// to descriptor 3 writes to none.
#pragma once

namespace worker {

/// Takes these in place of those that it was started with: of a profiled call (profiled_call.hpp),
/// whose process leaves the fixed numbers to the profiler.
void use_descriptors(int control, int report, int inputs, int outputs);

/// The numbers that hold now; -1 where the worker was started without.
int control_descriptor();
int report_descriptor();
int inputs_descriptor();
int outputs_descriptor();

/// Closes those that are mapped already and needed no more: the report page's and the outputs'.
void close_mapped_descriptors();

}  // namespace worker
