// Lab 06: what is timed.
#include "harness/lab.hpp"

namespace {

/// Each warp reads 32 neighbouring groups of four. What the blocks leave for the next launch, and
/// how they reduce, is free.
harness::IdealCounts ideal(std::size_t n, int) {
  const auto elements = static_cast<double>(n);
  return {.requests = elements / 128,
          .sectors = elements / 8,
          .bank_conflicts = 0,
          .global_atomics = 0,
          .percent_by_16 = 100};
}

}  // namespace

harness::TimingPlan lab::timing() {
  // Every element is read once, and compared with the smallest and the largest so far.
  return {.sizes = {std::size_t{1} << 22, std::size_t{1} << 24, std::size_t{1} << 26,
                    std::size_t{1} << 28},
          .block_size = 256,
          .bytes_per_element = 4,
          .ideal = &ideal,
          .cpu_program = "float, 64 ranges side by side",
          .looks_for_extremes = true};
}
