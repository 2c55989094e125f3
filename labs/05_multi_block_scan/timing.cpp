// Lab 05: what is timed.
#include <cmath>

#include "harness/lab.hpp"

namespace {

/// On each level, scanning the tiles and adding the bases read and write each element once. Each
/// tile leaves its sum by one store, each warp reads the base of its tile, and tile 0 has none.
harness::IdealCounts ideal(std::size_t n, int block_size) {
  const double block = block_size, tile = 2 * block;
  double requests = 0, sectors = 0;
  for (auto elements = static_cast<double>(n);;) {
    requests += 2 * std::ceil(elements / 32);
    sectors += 2 * std::ceil(elements / 8);
    const double tiles = std::ceil(elements / tile);
    if (tiles <= 1) break;
    const double others = (tiles - 1) * std::ceil(block / 32) + tiles;
    requests += 2 * std::ceil((elements - tile) / 32) + others;
    sectors += 2 * std::ceil((elements - tile) / 8) + others;
    elements = tiles;
  }
  return {.requests = requests, .sectors = sectors, .bank_conflicts = 0, .global_atomics = 0};
}

}  // namespace

harness::TimingPlan lab::timing() {
  // The least that any scan moves: one read and one write. Scanning the tiles and adding the
  // bases afterwards moves twice as much.
  return {.sizes = {std::size_t{1} << 22, std::size_t{1} << 24, std::size_t{1} << 26,
                    std::size_t{1} << 28},
          .block_size = 256,
          .bytes_per_element = 8,
          .ideal = &ideal};
}
