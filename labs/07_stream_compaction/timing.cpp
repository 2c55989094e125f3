// Lab 07: what is timed.
#include <cmath>

#include "harness/lab.hpp"

namespace {

/// For a warp a tile of 1,024 elements: flags, elements and kept elements by 32; 32 masks of a tile
/// written by one request and read by one; its count written once and its base read once. The
/// counts are scanned by warps in parts of 1,024, and what a part needs from below is read by each
/// of its 32 warps.
harness::IdealCounts ideal(std::size_t n, int) {
  constexpr double warp = 32, part = 1024;
  const double elements = static_cast<double>(n), tiles = std::ceil(elements / part);
  double requests = 3 * std::ceil(elements / warp) + 2 * tiles + 2 * tiles + 1;
  for (double counts = tiles;;) {
    const double warps = std::ceil(counts / warp), parts = std::ceil(counts / part);
    requests += 2 * warps;
    if (parts <= 1) break;
    requests += parts + 3 * warps;
    counts = parts;
  }
  return {.requests = requests, .bank_conflicts = 0, .global_atomics = 0};
}

}  // namespace

harness::TimingPlan lab::timing() {
  // Half of the elements are kept: flags are read, and so is the array, because hardly a sector of
  // eight floats keeps none. Half as much is written.
  return {.sizes = {std::size_t{1} << 22, std::size_t{1} << 24, std::size_t{1} << 26,
                    std::size_t{1} << 28},
          .block_size = 256,
          .bytes_per_element = 10,
          .ideal = &ideal,
          .cpu_program = "the kept ones counted, then moved"};
}
