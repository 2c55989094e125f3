// Wrong outputs made by hand, as a call would leave them.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <functional>
#include <string>
#include <vector>

#include "harness/diagnosis_shapes.hpp"

namespace diagnosis_bench {

inline constexpr std::uint32_t poison = 0x7FA00101u;         // a signalling NaN
inline constexpr std::uint32_t memory_poison = 0x7FA00303u;  // another one
inline constexpr std::uint32_t quiet_bit = 0x00400000u;

inline std::uint32_t bits(float x) { return std::bit_cast<std::uint32_t>(x); }

/// Small multiples of 1/8 of both signs that do not repeat soon: a linear congruence.
inline std::vector<float> eighths(std::size_t n, std::uint32_t seed = 1) {
  std::vector<float> values(n);
  std::uint32_t state = seed;
  for (float& x : values) {
    state = state * 1664525u + 1013904223u;
    const int whole = static_cast<int>(state >> 20) % 4001 - 2000;
    x = static_cast<float>(whole == 0 ? 7 : whole) * 0.125f;
  }
  return values;
}

/// A call with one output; what is due follows from the input, what was got is set by the test.
struct Example {
  harness::OutputKind kind = harness::OutputKind::sum;
  std::vector<float> input, flags;
  harness::ExpectedOutput expected;
  std::vector<std::uint32_t> got, before;
  int block_size = 16;
  std::size_t blocks_in_segment = 0;
  std::uint32_t filler = poison;
  std::optional<std::uint64_t> launches = 1;

  harness::WrongOutput wrong() const {
    harness::WrongOutput w;
    w.structure = {kind, blocks_in_segment};
    w.name = "d_out";
    w.got = got;
    w.expected = &expected;
    w.input = input;
    w.flags = flags;
    w.block_size = block_size;
    w.poison = filler;
    w.memory_poison = memory_poison;
    w.before = before;
    w.launches = launches;
    return w;
  }
  std::optional<harness::NamedShape> named() const { return harness::name_shape(wrong()); }
  std::string shape() const {
    const auto found = named();
    return found ? found->shape.name : "none";
  }
  std::string text() const { return named()->shape.text; }

  Example& holding(const std::vector<float>& values) {
    got.clear();
    for (const float x : values) got.push_back(bits(x));
    got.resize(expected.length(), filler);
    return *this;
  }
  /// got[i] = value(i), for all that is due.
  Example& holding(const std::function<double(std::size_t)>& value) {
    std::vector<float> values(expected.values.size());
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<float>(value(i));
    return holding(values);
  }
  double due(std::size_t i) const { return expected.values[i]; }
  double in(std::size_t i) const { return static_cast<double>(input[i]); }
};

inline Example sum_of(std::vector<float> input, int block_size = 16) {
  Example e;
  e.input = std::move(input);
  double sum = 0;
  for (const float x : e.input) sum += static_cast<double>(x);
  e.expected.values = {sum};
  e.block_size = block_size;
  return e;
}

/// Exclusive, in segments of so many blocks' threads; 0: one for all.
inline Example scan_of(std::vector<float> input, int block_size = 4, std::size_t blocks = 0) {
  Example e;
  e.kind = harness::OutputKind::scan;
  e.input = std::move(input);
  e.block_size = block_size;
  e.blocks_in_segment = blocks;
  const std::size_t segment = blocks * static_cast<std::size_t>(block_size);
  double sum = 0;
  for (std::size_t i = 0; i < e.input.size(); ++i) {
    if (segment > 0 && i % segment == 0) sum = 0;
    e.expected.values.push_back(sum);
    sum += static_cast<double>(e.input[i]);
  }
  return e;
}

inline Example extreme_of(harness::OutputKind kind, std::vector<float> input, float due) {
  Example e;
  e.kind = kind;
  e.input = std::move(input);
  e.expected.values = {static_cast<double>(due)};
  return e;
}

inline std::vector<float> as_flags(const std::vector<std::uint32_t>& words) {
  std::vector<float> flags(words.size());
  std::memcpy(flags.data(), words.data(), words.size() * sizeof(float));
  return flags;
}

inline Example kept_of(std::vector<float> input, const std::vector<std::uint32_t>& flags) {
  Example e;
  e.kind = harness::OutputKind::kept;
  e.input = std::move(input);
  e.flags = as_flags(flags);
  e.expected.room = flags.size();
  for (std::size_t i = 0; i < flags.size(); ++i)
    if (flags[i] != 0) e.expected.values.push_back(static_cast<double>(e.input[i]));
  return e;
}

inline Example count_of(const std::vector<std::uint32_t>& flags, std::uint32_t got) {
  Example e;
  e.kind = harness::OutputKind::kept_count;
  e.input.assign(flags.size(), 1.0f);
  e.flags = as_flags(flags);
  e.expected.element = harness::Element::u32;
  double count = 0;
  for (const std::uint32_t flag : flags) count += flag != 0 ? 1 : 0;
  e.expected.values = {count};
  e.got = {got};
  return e;
}

}  // namespace diagnosis_bench
