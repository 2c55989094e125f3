// Random numbers that are the same on every machine: a seed in a report means the same file
// everywhere, which the distributions of the standard library do not promise.
#pragma once

#include <cstddef>
#include <cstdint>

namespace fuzz {

/// SplitMix64 (Steele, Lea and Flood, 2014).
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  std::uint64_t next() {
    std::uint64_t z = state_ += 0x9E3779B97F4A7C15u;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
  }
  /// A number from 0 to count - 1; 0 where count is 0.
  std::size_t below(std::size_t count) {
    return count == 0 ? 0 : static_cast<std::size_t>(next() % count);
  }
  /// A number from first to last.
  std::size_t between(std::size_t first, std::size_t last) {
    return first + below(last - first + 1);
  }
  bool chance(unsigned percent) { return below(100) < percent; }
  /// An element of a container that is not empty.
  template <class Container>
  auto& pick(Container& container) {
    return container[below(container.size())];
  }

 private:
  std::uint64_t state_;
};

}  // namespace fuzz
