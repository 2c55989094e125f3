// Where a submission is built for and run: the emulator or a GPU.
#pragma once

#include <string>

#include "harness/gpu_choice.hpp"
#include "harness/options.hpp"
#include "toolchain/submission.hpp"

namespace harness {

struct Place {
  toolchain::Backend backend = toolchain::Backend::emulator;
  toolchain::Layout layout = toolchain::Layout::configured();
  GpuChoice choice;
};

/// As the command line asks for it. Where a GPU is due and none can be used, `choice.problem` says
/// why; where the emulator stands in for one that cannot be used, stderr.
Place find_place(const Options& options);

/// What to say where the GPU refuses what was built: only the driver's own compiler is between the
/// two, since machine code is chosen for the card. Empty where it has none to do.
std::string image_problem(const Place& place);

/// A sentence where other programs use the GPU; else empty. To be asked while no worker runs.
std::string disturbance(const Place& place);

}  // namespace harness
