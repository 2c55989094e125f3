#include "harness/data.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdlib>
#include <iterator>
#include <limits>

namespace harness {
namespace {

constexpr float eighth = 0.125f;
// In eighths: a sum of magnitudes below 2^21 is below 2^24 of them, so that every partial sum has a
// float of its own.
constexpr std::uint64_t most_eighths = (std::uint64_t{1} << 24) - 1;
constexpr std::uint64_t largest_eighths = 32;  // |x| <= 4
constexpr std::size_t dense_elements = std::size_t{1} << 19;

std::uint64_t splitmix(std::uint64_t& state) {
  std::uint64_t z = (state += 0x9E3779B97F4A7C15u);
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  return z ^ (z >> 31);
}

void fill_exact(std::span<float> out, Random& random) {
  const std::size_t n = out.size();
  if (n == 0) return;
  // Above dense_elements most are 0, spread evenly; the first and the last two never are.
  const std::uint64_t one_in =
      std::max<std::uint64_t>(1, (n + dense_elements - 1) / dense_elements);
  std::uint64_t left = most_eighths - 3 * largest_eighths;  // kept for the ends and the correction
  std::int64_t sum = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const bool at_an_end = i == 0 || i + 2 >= n;
    std::int64_t eighths = 0;
    if (at_an_end || random.below(one_in) == 0) {
      const std::uint64_t magnitude = 1 + random.below(largest_eighths);
      const bool affordable = at_an_end || magnitude <= left;
      if (affordable) {
        if (!at_an_end) left -= magnitude;
        const bool negative = random.below(3) == 0;
        eighths =
            negative ? -static_cast<std::int64_t>(magnitude) : static_cast<std::int64_t>(magnitude);
      }
    }
    sum += eighths;
    out[i] = static_cast<float>(eighths) * eighth;
  }
  // -x for x keeps the magnitude, and 2x is not 0.
  if (sum == 0) out[n - 1] = -out[n - 1];
}

void fill_reals(std::span<float> out, Random& random) {
  for (float& x : out) x = random.real();
}

// Every finite float above 0 is as likely as any other, so all exponents are; then the sign.
void fill_magnitudes(std::span<float> out, Random& random, std::uint32_t sign) {
  constexpr std::uint32_t largest = std::bit_cast<std::uint32_t>(std::numeric_limits<float>::max());
  for (float& x : out)
    x = std::bit_cast<float>(sign | static_cast<std::uint32_t>(1 + random.below(largest)));
}

// One of each sign, at different places; nothing where there is no room for both.
void put_infinities(std::span<float> out, Random& random) {
  if (out.size() < 2) return;
  const std::uint64_t first = random.below(out.size());
  const std::uint64_t second = (first + 1 + random.below(out.size() - 1)) % out.size();
  out[first] = std::numeric_limits<float>::infinity();
  out[second] = -std::numeric_limits<float>::infinity();
}

// 0 for every second draw; what is not 0 is most often one of those that a program might confuse.
std::uint32_t any_flag(Random& random) {
  constexpr std::uint32_t known[] = {1, 2, 7, 0x80000000u, 0xFFFFFFFFu, 0x10000u};
  if (random.below(2) == 0) return 0;
  const std::uint64_t which = random.below(std::size(known) + 2);
  if (which < std::size(known)) return known[which];
  return static_cast<std::uint32_t>(1 + random.below(0xFFFFFFFFu));
}

}  // namespace

Random::Random(std::uint64_t seed) {
  for (std::uint64_t& word : state_) word = splitmix(seed);
}

std::uint64_t Random::bits() {
  const std::uint64_t result = std::rotl(state_[1] * 5, 7) * 9;
  const std::uint64_t t = state_[1] << 17;
  state_[2] ^= state_[0];
  state_[3] ^= state_[1];
  state_[1] ^= state_[2];
  state_[0] ^= state_[3];
  state_[2] ^= t;
  state_[3] = std::rotl(state_[3], 45);
  return result;
}

std::uint64_t Random::below(std::uint64_t limit) {
  // The bias is below limit / 2^32 for the small limits that inputs need.
  if (limit <= std::numeric_limits<std::uint32_t>::max()) return ((bits() >> 32) * limit) >> 32;
  return bits() % limit;
}

float Random::real() {
  const auto whole = static_cast<std::int32_t>(bits() >> 40);  // 24 bits
  return static_cast<float>(whole - (1 << 23)) * 0x1p-23f;
}

std::uint64_t mix(std::uint64_t a, std::uint64_t b, std::uint64_t c) {
  std::uint64_t state = a;
  state = splitmix(state) ^ b;
  state = splitmix(state) ^ c;
  return splitmix(state);
}

std::uint64_t hash_of(std::string_view text) {
  std::uint64_t hash = 0xCBF29CE484222325u;  // FNV-1a
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001B3u;
  return hash;
}

void fill(std::span<float> out, Data data, std::uint64_t seed) {
  Random random(seed);
  switch (data) {
    case Data::exact:
      fill_exact(out, random);
      break;
    case Data::reals:
      fill_reals(out, random);
      break;
    case Data::one_huge:
      fill_reals(out, random);
      if (!out.empty()) out[random.below(out.size())] = 0x1p20f;
      break;
    case Data::infinity:
      fill_exact(out, random);
      if (!out.empty()) out[random.below(out.size())] = std::numeric_limits<float>::infinity();
      break;
    case Data::infinities:
      fill_reals(out, random);
      put_infinities(out, random);
      break;
    case Data::positive:
      fill_magnitudes(out, random, 0);
      break;
    case Data::negative:
      fill_magnitudes(out, random, 0x80000000u);
      break;
    case Data::extremes:
      fill_reals(out, random);
      break;
    case Data::literal:
      break;
  }
}

void put_extremes(std::span<float> out, std::size_t lowest_at, std::size_t highest_at) {
  out[lowest_at] = -2.0f;
  out[highest_at] = 2.0f;
}

void fill_flags(std::span<std::uint32_t> out, Flags flags, std::uint64_t seed) {
  constexpr std::uint64_t one_in = 100;
  Random random(seed);
  switch (flags) {
    case Flags::even_odds:
      for (std::uint32_t& flag : out) flag = static_cast<std::uint32_t>(random.bits() >> 63);
      break;
    case Flags::any_value:
      for (std::uint32_t& flag : out) flag = any_flag(random);
      break;
    case Flags::all:
      std::fill(out.begin(), out.end(), 1u);
      break;
    case Flags::none:
      std::fill(out.begin(), out.end(), 0u);
      break;
    case Flags::alternating:
      for (std::size_t i = 0; i < out.size(); ++i) out[i] = i % 2 == 0 ? 1 : 0;
      break;
    case Flags::sparse:
      for (std::uint32_t& flag : out) flag = random.below(one_in) == 0 ? 1 : 0;
      break;
    case Flags::dense:
      for (std::uint32_t& flag : out) flag = random.below(one_in) != 0 ? 1 : 0;
      break;
    case Flags::literal:
      break;
  }
}

ExactSums sums_of_exact(std::span<const float> values) {
  ExactSums sums;
  for (const float x : values) {
    const std::int64_t eighths = std::lround(x / eighth);
    sums.sum += eighths;
    sums.magnitudes += std::abs(eighths);
  }
  return sums;
}

void change_exact(std::span<float> out, std::span<const std::size_t> places, ExactSums& sums,
                  Random& random) {
  const std::int64_t sum_before = sums.sum;
  const auto put = [&](float& x, std::int64_t eighths) {
    const std::int64_t old = std::lround(x / eighth);
    sums.sum += eighths - old;
    sums.magnitudes += std::abs(eighths) - std::abs(old);
    x = static_cast<float>(eighths) * eighth;
  };
  for (const std::size_t place : places) {
    float& x = out[place];
    const std::int64_t old = std::lround(x / eighth);
    const auto magnitude = static_cast<std::int64_t>(1 + random.below(largest_eighths));
    const bool affordable =
        sums.magnitudes - std::abs(old) + magnitude <= static_cast<std::int64_t>(most_eighths);
    put(x, !affordable ? -old : random.below(2) == 0 ? magnitude : -magnitude);
  }
  // -x for x changes the sum by 2x, and no magnitude.
  for (const std::size_t place : places) {
    if (sums.sum != sum_before && sums.sum != 0) break;
    put(out[place], -std::lround(out[place] / eighth));
  }
}

bool is_exact(Data data, std::span<const float> values) {
  if (data != Data::literal) return data == Data::exact || data == Data::infinity;
  double magnitudes = 0;
  for (const float x : values) {
    const double eighths = static_cast<double>(x) * 8;
    if (eighths != std::floor(eighths)) return false;
    magnitudes += std::fabs(eighths);
  }
  return magnitudes <= static_cast<double>(most_eighths);
}

}  // namespace harness
