#include "harness/limits.hpp"

#include <time.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace harness {
namespace {

// What the loop below takes where reference_seconds were recorded (best of five, -O2 or -O3).
constexpr double reference_loop_seconds = 0.0060;
constexpr double least_limit = 6;
constexpr double times_reference = 10;

// Dependent arithmetic and scattered loads from a table that fits the second-level cache, as
// emulated code has them.
std::uint64_t loop(const std::vector<std::uint32_t>& table) {
  std::uint64_t x = 1;
  for (int k = 0; k < 1'000'000; ++k) {
    x = x * 6364136223846793005u + 1442695040888963407u;
    x ^= table[(x >> 33) % table.size()];
  }
  return x;
}

// Of this thread: limits are processor time, and other programs must not stretch them.
double processor_seconds() {
  timespec time = {};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

double loop_seconds() {
  std::vector<std::uint32_t> table(std::size_t{1} << 16);
  for (std::size_t k = 0; k < table.size(); ++k)
    table[k] = static_cast<std::uint32_t>(k * 2654435761u);
  double best = 1e9;
  volatile std::uint64_t sink = 0;
  for (int k = 0; k < 5; ++k) {
    const double begin = processor_seconds();
    sink = loop(table);
    best = std::min(best, processor_seconds() - begin);
  }
  (void)sink;
  return best;
}

}  // namespace

double machine_factor() {
  static const double factor = std::clamp(loop_seconds() / reference_loop_seconds, 0.25, 20.0);
  return factor;
}

double check_limit(double reference_seconds, double factor) {
  return std::max(least_limit, times_reference * reference_seconds * factor);
}

double short_call_limit(double factor) {
  constexpr double seconds = 2;  // a hundred times what a slow solution takes
  return std::max(least_limit, seconds * factor);
}

}  // namespace harness
