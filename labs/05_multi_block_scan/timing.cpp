// Lab 05: what is timed.
#include <algorithm>
#include <bit>
#include <cmath>

#include "harness/lab.hpp"

namespace {

/// A thread has 16 elements of a tile, read and written 16 bytes at a time. On each level every
/// element is read to sum the tiles, read again to scan them, and written; a tile leaves its sum by
/// one store, and each warp reads the base of its tile. A level of one tile is only scanned.
harness::IdealCounts ideal(std::size_t n, int block_size) {
  const auto threads = std::bit_ceil(static_cast<unsigned>(block_size));
  const double group = 4.0 * std::min(threads, 32u), warps = std::ceil(threads / 32.0);
  double requests = 0, sectors = 0;
  for (auto elements = static_cast<double>(n);;) {
    const double tiles = std::ceil(elements / (16.0 * threads));
    const double times = tiles > 1 ? 3 : 2, others = tiles > 1 ? tiles * (1 + warps) : 0;
    requests += times * std::ceil(elements / group) + others;
    sectors += times * std::ceil(elements / 8) + others;
    if (tiles <= 1) break;
    elements = tiles;
  }
  return {.requests = requests,
          .sectors = sectors,
          .bank_conflicts = 0,
          .global_atomics = 0,
          .barriers_a_block = 1};
}

}  // namespace

harness::TimingPlan lab::timing() {
  // The least that any scan moves: one read and one write. Scanning the tiles and adding the
  // bases afterwards moves twice as much; summing the tiles first, half as much again.
  return {.sizes = {std::size_t{1} << 22, std::size_t{1} << 24, std::size_t{1} << 26,
                    std::size_t{1} << 28},
          .block_size = 256,
          .bytes_per_element = 8,
          .ideal = &ideal};
}
