// Lab 03: what is timed.
#include <bit>

#include "harness/lab.hpp"

namespace {

/// Each warp reads 32 neighbouring groups of four. The number of blocks, and with it that of the
/// atomics, is free.
harness::IdealCounts ideal(std::size_t n, int block_size) {
  const auto elements = static_cast<double>(n);
  const auto threads = static_cast<unsigned>(block_size);
  return {.requests = elements / 128,
          .sectors = elements / 8,
          .bank_conflicts = 0,
          .barriers_a_block = 1.0 + std::countr_zero(std::bit_ceil(threads)),
          .percent_by_16 = 100};
}

}  // namespace

harness::TimingPlan lab::timing() {
  // Every element is read once.
  return {.sizes = {std::size_t{1} << 22, std::size_t{1} << 24, std::size_t{1} << 26,
                    std::size_t{1} << 28},
          .block_size = 256,
          .bytes_per_element = 4,
          .ideal = &ideal};
}
