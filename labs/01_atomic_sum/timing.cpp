// Lab 01: what is timed.
#include "harness/lab.hpp"

namespace {

/// Each warp reads 32 neighbours; every element is an atomic of its own.
harness::IdealCounts ideal(std::size_t n, int) {
  const auto elements = static_cast<double>(n);
  return {.requests = elements / 32, .sectors = elements / 8, .global_atomics = elements};
}

}  // namespace

harness::TimingPlan lab::timing() {
  // Every element is read once. No longer sizes: n atomics on one address take their time.
  return {.sizes = {std::size_t{1} << 22, std::size_t{1} << 24, std::size_t{1} << 26},
          .block_size = 256,
          .bytes_per_element = 4,
          .ideal = &ideal};
}
