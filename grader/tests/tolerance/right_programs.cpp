#include "right_programs.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

namespace tolerance {
namespace {

using In = std::span<const float>;
using Out = std::span<float>;

void shuffle(std::vector<float>& values, Random& random) {
  for (std::size_t i = values.size(); i > 1; --i) std::swap(values[i - 1], values[random.below(i)]);
}

std::size_t one_of(std::initializer_list<std::size_t> choices, Random& random) {
  return choices.begin()[random.below(choices.size())];
}

// Sums
// -------------------------------------------------------------------------------------------------

float serial(In in, Random&) {
  float sum = 0;
  for (const float x : in) sum += x;
  return sum;
}

float backwards(In in, Random&) {
  float sum = 0;
  for (std::size_t i = in.size(); i-- > 0;) sum += in[i];
  return sum;
}

float shuffled(In in, Random& random) {
  std::vector<float> values(in.begin(), in.end());
  shuffle(values, random);
  return serial(values, random);
}

float sorted(In in, Random& random) {
  std::vector<float> values(in.begin(), in.end());
  std::ranges::sort(values);
  return serial(values, random);
}

float pairwise(In in, Random& random) {
  if (in.size() <= 1) return in.empty() ? 0.0f : in[0];
  const std::size_t half = in.size() / 2;
  return pairwise(in.first(half), random) + pairwise(in.subspan(half), random);
}

float accumulators(In in, Random& random) {
  std::vector<float> sums(one_of({2, 4, 7, 32, 256}, random), 0.0f);
  for (std::size_t i = 0; i < in.size(); ++i) sums[i % sums.size()] += in[i];
  return shuffled(sums, random);
}

float fused(In in, Random&) {
  float sum = 0;
  for (const float x : in) sum = std::fma(x, 1.0f, sum);
  return sum;
}

float compensated(In in, Random&) {
  float sum = 0, lost = 0;
  for (const float x : in) {
    const float y = x - lost, next = sum + y;
    lost = (next - sum) - y;
    sum = next;
  }
  return sum;
}

float in_double(In in, Random&) {
  double sum = 0;
  for (const float x : in) sum += static_cast<double>(x);
  return static_cast<float>(sum);
}

/// Halves a block's values, the odd one kept, as a tree in shared memory does.
float halved(std::vector<float> values) {
  for (std::size_t n = values.size(); n > 1;) {
    const std::size_t half = (n + 1) / 2;
    for (std::size_t t = 0; t + half < n; ++t) values[t] += values[t + half];
    n = half;
  }
  return values.empty() ? 0.0f : values[0];
}

float blocks_with_atomics(In in, Random& random) {
  const std::size_t block = one_of({1, 32, 48, 256, 1024}, random);
  std::vector<float> sums;
  for (std::size_t begin = 0; begin < in.size(); begin += block) {
    const In part = in.subspan(begin, std::min(block, in.size() - begin));
    sums.push_back(halved({part.begin(), part.end()}));
  }
  return shuffled(sums, random);
}

float grid_stride(In in, Random& random) {
  const std::size_t threads = one_of({64, 320, 1024}, random);
  std::vector<float> sums(threads, 0.0f);
  for (std::size_t i = 0; i < in.size(); ++i) sums[i % threads] += in[i];
  return halved(sums);
}

float random_tree(In in, Random& random) {
  std::vector<float> values(in.begin(), in.end());
  while (values.size() > 1) {
    std::swap(values[random.below(values.size())], values.back());
    const float x = values.back();
    values.pop_back();
    values[random.below(values.size())] += x;
  }
  return values.empty() ? 0.0f : values[0];
}

constexpr RightSum sums[] = {{"serial", serial},
                             {"backwards", backwards},
                             {"shuffled", shuffled},
                             {"sorted", sorted},
                             {"pairwise", pairwise},
                             {"accumulators", accumulators},
                             {"fused", fused},
                             {"compensated", compensated, false},
                             {"in double", in_double},
                             {"blocks with atomics", blocks_with_atomics},
                             {"grid stride", grid_stride},
                             {"random tree", random_tree}};

// Scans
// -------------------------------------------------------------------------------------------------

void scan_serial(In in, Out out, Random&) {
  float sum = 0;
  for (std::size_t i = 0; i < in.size(); ++i) out[i] = sum, sum += in[i];
}

void scan_in_double(In in, Out out, Random&) {
  double sum = 0;
  for (std::size_t i = 0; i < in.size(); ++i) {
    out[i] = static_cast<float>(sum);
    sum += static_cast<double>(in[i]);
  }
}

void scan_blelloch(In in, Out out, Random&) {
  std::vector<float> tree(std::bit_ceil(std::max<std::size_t>(in.size(), 1)), 0.0f);
  std::ranges::copy(in, tree.begin());
  for (std::size_t step = 1; step < tree.size(); step *= 2)
    for (std::size_t i = 2 * step - 1; i < tree.size(); i += 2 * step) tree[i] += tree[i - step];
  tree.back() = 0;
  for (std::size_t step = tree.size() / 2; step > 0; step /= 2)
    for (std::size_t i = 2 * step - 1; i < tree.size(); i += 2 * step) {
      const float left = tree[i - step];
      tree[i - step] = tree[i];
      tree[i] += left;
    }
  std::copy_n(tree.begin(), out.size(), out.begin());
}

void scan_kogge_stone(In in, Out out, Random&) {
  std::vector<float> values(in.begin(), in.end());
  for (std::size_t step = 1; step < values.size(); step *= 2)
    for (std::size_t i = values.size(); i-- > step;) values[i] += values[i - step];
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = i == 0 ? 0.0f : values[i - 1];
}

void scan_halves(In in, Out out, Random& random) {
  if (in.size() <= 2) return scan_serial(in, out, random);
  const std::size_t half = 1 + random.below(in.size() - 1);
  scan_halves(in.first(half), out.first(half), random);
  scan_halves(in.subspan(half), out.subspan(half), random);
  const float front = out[half - 1] + in[half - 1];
  for (float& x : out.subspan(half)) x += front;
}

/// Scans tiles and hands `add_offsets` their sums.
void scan_tiles(In in, Out out, std::size_t tile, Random& random,
                const std::function<std::vector<float>(In)>& offsets_of) {
  std::vector<float> totals;
  for (std::size_t begin = 0; begin < in.size(); begin += tile) {
    const std::size_t n = std::min(tile, in.size() - begin);
    scan_blelloch(in.subspan(begin, n), out.subspan(begin, n), random);
    totals.push_back(out[begin + n - 1] + in[begin + n - 1]);
  }
  const std::vector<float> offsets = offsets_of(totals);
  for (std::size_t i = 0; i < out.size(); ++i) out[i] += offsets[i / tile];
}

void scan_levels(In in, Out out, Random& random) {
  const std::size_t tile = one_of({2, 8, 64, 512, 2048}, random);
  if (in.size() <= tile) return scan_blelloch(in, out, random);
  scan_tiles(in, out, tile, random, [&](In totals) {
    std::vector<float> offsets(totals.size());
    scan_levels(totals, offsets, random);
    return offsets;
  });
}

/// Each tile adds up the sums in front of it from the nearest one on, up to one that knows its
/// prefix.
void scan_look_back(In in, Out out, Random& random) {
  const std::size_t tile = one_of({32, 256, 1000}, random);
  scan_tiles(in, out, tile, random, [&](In totals) {
    std::vector<float> offsets(totals.size(), 0.0f);
    for (std::size_t t = 1; t < totals.size(); ++t) {
      float sum = 0;
      std::size_t from = t;
      do sum = totals[--from] + sum;
      while (from > 0 && random.below(4) != 0);
      offsets[t] = offsets[from] + sum;
    }
    return offsets;
  });
}

void scan_chunks(In in, Out out, Random& random) {
  const std::size_t chunk = one_of({4, 7, 128}, random);
  std::vector<float> totals;
  for (std::size_t begin = 0; begin < in.size(); begin += chunk)
    totals.push_back(serial(in.subspan(begin, std::min(chunk, in.size() - begin)), random));
  std::vector<float> offsets(totals.size());
  scan_kogge_stone(totals, offsets, random);
  for (std::size_t begin = 0; begin < in.size(); begin += chunk) {
    float sum = offsets[begin / chunk];
    for (std::size_t i = begin; i < std::min(in.size(), begin + chunk); ++i)
      out[i] = sum, sum += in[i];
  }
}

constexpr RightScan scans[] = {
    {"serial", scan_serial},        {"in double", scan_in_double},
    {"Blelloch", scan_blelloch},    {"Kogge and Stone", scan_kogge_stone},
    {"random halves", scan_halves}, {"levels of tiles", scan_levels},
    {"look-back", scan_look_back},  {"chunks", scan_chunks}};

}  // namespace

std::span<const RightSum> right_sums() { return sums; }
std::span<const RightScan> right_scans() { return scans; }

float right_extreme(std::span<const float> in, float none, bool (*better)(float, float),
                    Random& random) {
  std::vector<float> values(in.begin(), in.end());
  values.push_back(none);
  while (values.size() > 1) {
    std::swap(values[random.below(values.size())], values.back());
    const float x = values.back();
    values.pop_back();
    float& y = values[random.below(values.size())];
    if (better(x, y)) y = x;
  }
  return values[0];
}

}  // namespace tolerance
