#include <algorithm>

#include "harness/catch.hpp"
#include "harness/check.hpp"

using namespace harness;

TEST_CASE("sizes around a tile straddle every boundary once, rising") {
  for (const std::size_t tile : {8u, 32u, 256u, 1024u}) {
    const auto sizes = sizes_around(tile);
    CHECK(std::is_sorted(sizes.begin(), sizes.end()));
    CHECK(std::adjacent_find(sizes.begin(), sizes.end()) == sizes.end());
    for (const std::size_t n :
         {std::size_t{0}, std::size_t{1}, std::size_t{31}, std::size_t{32}, std::size_t{33},
          tile - 1, tile, tile + 1, 2 * tile - 1, 2 * tile, 2 * tile + 1})
      CHECK(std::find(sizes.begin(), sizes.end(), n) != sizes.end());
  }
}

TEST_CASE("two primes lie between a tile and two") {
  const auto sizes = sizes_around(256);
  const auto is_prime = [](std::size_t n) {
    for (std::size_t d = 2; d * d <= n; ++d)
      if (n % d == 0) return false;
    return n > 1;
  };
  const auto primes = std::count_if(
      sizes.begin(), sizes.end(), [&](std::size_t n) { return n > 257 && n < 511 && is_prime(n); });
  CHECK(primes == 2);
}

TEST_CASE("a square and a cube, and their neighbours") {
  CHECK(sizes_around_square(512) == std::vector<std::size_t>{262143, 262144, 262145});
  CHECK(sizes_around_cube(8) == std::vector<std::size_t>{511, 512, 513});
}

TEST_CASE("cases take over size, block and data") {
  const auto all = cases({3, 5}, 48, Data::reals);
  REQUIRE(all.size() == 2);
  CHECK(all[1].n == 5);
  CHECK(all[1].block_size == 48);
  CHECK(all[1].data == Data::reals);
  const Case given = literal({3, 1, 7}, 8);
  CHECK(given.n == 3);
  CHECK(given.data == Data::literal);
}

TEST_CASE("each block size gets the sizes that are asked for it") {
  const auto all = for_block_sizes({2, 48}, [](std::size_t block) {
    return std::vector<std::size_t>{block - 1, 3 * block};
  });
  REQUIRE(all.size() == 4);
  CHECK(all[1].n == 6);
  CHECK(all[1].block_size == 2);
  CHECK(all[2].n == 47);
  CHECK(all[2].block_size == 48);
}

TEST_CASE("calls come again with the same data first, and once with none") {
  const auto all = calls_again(64);
  CHECK(all[0].seed == all[1].seed);
  CHECK(all[2].seed == 0);
  CHECK(all[2].n == all[1].n);
  CHECK(all[3].n == 0);
  for (const Case& c : all) CHECK(c.block_size == 64);
}

TEST_CASE("calls come again with data that differ behind their first elements") {
  const auto all = calls_again(64);
  REQUIRE(all.size() > 3);
  const auto& last = all.back().literal;
  const auto& one_before = all[all.size() - 2].literal;
  const auto& first = all[all.size() - 3].literal;
  REQUIRE(last.size() == first.size());
  REQUIRE(one_before.size() == first.size());
  CHECK(std::equal(first.begin(), first.begin() + 500, one_before.begin()));
  CHECK(std::equal(first.begin(), first.begin() + 500, last.begin()));
  CHECK(first != one_before);
  CHECK(first != last);
  CHECK(one_before != last);
}
