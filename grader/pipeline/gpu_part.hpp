// What a GPU adds to the emulator's grading, where `lab grade` is not told which of the two to use.
#pragma once

#include "pipeline/context.hpp"
#include "pipeline/grading.hpp"
#include "result/result.hpp"

namespace pipeline {

/// `options` with `gpu_too` set where programs of this build can run on a GPU here, and
/// `no_gpu_because` where there is one on which they cannot. Looks for none where a backend was
/// named. Throws a Failure where a device was named that is not there.
GradingOptions with_gpu(const Context& context, GradingOptions options);

/// Whether a GPU could say more of this submission: it was built for the emulator and did
/// something, or the emulator cannot run it.
bool worth_a_gpu(const result::Lab& emulated);

/// Makes one result of two. The emulator's checks stand, with these exceptions: one that passes
/// there and fails on the GPU has the GPU's verdict; what the emulator cannot run has the GPU's
/// result. A GPU, grader or nvcc that fails changes nothing but is noted. Times of the GPU are
/// added.
void add_gpu_run(result::Lab& emulated, const result::Lab& gpu);

}  // namespace pipeline
