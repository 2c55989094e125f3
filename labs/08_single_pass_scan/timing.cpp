// Lab 08: what is timed.
#include <cmath>

#include "harness/lab.hpp"

namespace {

/// Reads and writes each element once, 16 bytes a lane. Each tile takes its number by an atomic.
/// The states of tiles move about one element in a thousand, and are left out.
harness::IdealCounts ideal(std::size_t n, int block_size) {
  const double elements = static_cast<double>(n), elements_per_thread = 44;
  return {.requests = 2 * std::ceil(elements / 128),
          .sectors = 2 * std::ceil(elements / 8),
          .bank_conflicts = 0,
          .global_atomics = std::ceil(elements / (elements_per_thread * block_size))};
}

}  // namespace

harness::TimingPlan lab::timing() {
  // The least that any scan moves: one read and one write.
  return {.sizes = {std::size_t{1} << 22, std::size_t{1} << 24, std::size_t{1} << 26,
                    std::size_t{1} << 28},
          .block_size = 256,
          .bytes_per_element = 8,
          .ideal = &ideal};
}
