// Which lengths a check asks for.
#include <algorithm>
#include <cmath>

#include "harness/check.hpp"

namespace harness {
namespace {

bool is_prime(std::size_t n) {
  if (n < 2) return false;
  for (std::size_t d = 2; d * d <= n; ++d)
    if (n % d == 0) return false;
  return true;
}

// The smallest prime that is at least `from`.
std::size_t prime_from(std::size_t from) {
  while (!is_prime(from)) ++from;
  return from;
}

std::vector<std::size_t> around(std::size_t center) {
  std::vector<std::size_t> sizes;
  if (center > 0) sizes.push_back(center - 1);
  sizes.insert(sizes.end(), {center, center + 1});
  return sizes;
}

}  // namespace

std::vector<std::size_t> sizes_around(std::size_t tile) {
  std::vector<std::size_t> sizes = {0, 1, 31, 32, 33};
  for (const std::size_t center : {tile, 2 * tile})
    for (const std::size_t n : around(center)) sizes.push_back(n);
  sizes.push_back(prime_from(tile + tile / 3 + 2));
  sizes.push_back(prime_from(2 * tile - tile / 4));
  std::sort(sizes.begin(), sizes.end());
  sizes.erase(std::unique(sizes.begin(), sizes.end()), sizes.end());
  return sizes;
}

std::vector<std::size_t> sizes_around_square(std::size_t tile) { return around(tile * tile); }

std::vector<std::size_t> sizes_around_cube(std::size_t tile) { return around(tile * tile * tile); }

std::vector<std::size_t> around_blocks(std::size_t block) {
  return {1, block - 1, block, block + 1, 3 * block + 7};
}

std::vector<std::size_t> ragged_blocks(std::size_t block) { return {block, 3 * block + 7}; }

std::vector<std::size_t> around_tiles(std::size_t block) {
  return {1, 2 * block - 1, 2 * block, 2 * block + 1, 6 * block + 1};
}

std::vector<std::size_t> ragged_tiles(std::size_t block) { return {2 * block, 6 * block + 1}; }

std::vector<Case> cases(const std::vector<std::size_t>& sizes, int block_size, Data data) {
  std::vector<Case> all;
  for (const std::size_t n : sizes) {
    Case c;
    c.n = n;
    c.block_size = block_size;
    c.data = data;
    all.push_back(c);
  }
  return all;
}

std::vector<Case> for_block_sizes(const std::vector<int>& block_sizes,
                                  std::vector<std::size_t> (*sizes)(std::size_t block_size)) {
  std::vector<Case> all;
  for (const int block_size : block_sizes)
    for (const Case& c : cases(sizes(static_cast<std::size_t>(block_size)), block_size))
      all.push_back(c);
  return all;
}

std::vector<Case> calls_again(int block_size) {
  std::vector<Case> all = cases({1000, 1000, 1000, 0, 1001, 1, 5003, 20011}, block_size);
  all[0].seed = all[1].seed = 11;
  // Known by their length and by any few elements; only who reads all tells them apart.
  std::vector<float> values(1009);
  for (std::size_t k = 0; k < values.size(); ++k) values[k] = static_cast<float>(k % 11) - 4;
  for (const std::size_t changed : {values.size(), values.size() / 2 + 3, values.size() - 40}) {
    std::vector<float> others = values;
    if (changed < others.size()) others[changed] = 100.5f;
    all.push_back(literal(std::move(others), block_size));
  }
  return all;
}

std::vector<Case> huge_lengths(int block_size) {
  constexpr std::size_t one = 1;
  return cases({(one << 24) + 1, 65535 * std::size_t{256} + 255, (one << 31) + 255,
                (one << 32) + 255, (one << 33) + 255},
               block_size);
}

Case literal(std::vector<float> values, int block_size) {
  Case c;
  c.n = values.size();
  c.block_size = block_size;
  c.data = Data::literal;
  c.literal = std::move(values);
  return c;
}

Case literal(std::vector<std::uint32_t> flags, std::vector<float> values, int block_size) {
  Case c = literal(std::move(values), block_size);
  c.flags = Flags::literal;
  c.literal_flags = std::move(flags);
  return c;
}

}  // namespace harness
