// Inputs: what the labs' contracts promise of them.
#include "harness/data.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <numeric>
#include <set>
#include <vector>

#include "harness/catch.hpp"

using namespace harness;

namespace {

std::vector<float> made(std::size_t n, Data data, std::uint64_t seed) {
  std::vector<float> values(n, -77.0f);
  fill(values, data, seed);
  return values;
}

double magnitudes(const std::vector<float>& values) {
  double sum = 0;
  for (const float x : values) sum += std::fabs(static_cast<double>(x));
  return sum;
}

float float_sum(const std::vector<float>& values) {
  float sum = 0;
  for (const float x : values) sum += x;
  return sum;
}

}  // namespace

TEST_CASE("exact data are eighths whose magnitudes stay below 2^21") {
  for (const std::size_t n : {1u, 2u, 3u, 33u, 1000u, 524288u, 524289u, 1048577u, 4194304u}) {
    const auto values = made(n, Data::exact, n);
    CHECK(magnitudes(values) < 2097152.0);
    CHECK(std::all_of(values.begin(), values.end(),
                      [](float x) { return x * 8 == std::floor(x * 8) && std::fabs(x) <= 4; }));
    CHECK(values.front() != 0);
    CHECK(values.back() != 0);
  }
}

TEST_CASE("exact data have both signs, fractions, and few zeros while they are dense") {
  const auto values = made(1000, Data::exact, 3);
  CHECK(std::count_if(values.begin(), values.end(), [](float x) { return x < 0; }) > 100);
  CHECK(std::count_if(values.begin(), values.end(), [](float x) { return x > 0; }) > 100);
  CHECK(std::count_if(values.begin(), values.end(), [](float x) { return x != std::floor(x); }) >
        500);
  CHECK(std::count(values.begin(), values.end(), 0.0f) == 0);
}

TEST_CASE("sparse exact data reach the end of the array") {
  const std::size_t n = std::size_t{1} << 23;
  const auto values = made(n, Data::exact, 5);
  const auto in_tail =
      std::count_if(values.end() - 4096, values.end(), [](float x) { return x != 0; });
  CHECK(in_tail > 100);
}

TEST_CASE("every order of summing exact data gives the same bits") {
  for (const std::size_t n : {1000u, 1048577u}) {
    auto values = made(n, Data::exact, 9);
    const float forward = float_sum(values);
    std::reverse(values.begin(), values.end());
    CHECK(float_sum(values) == forward);
    std::sort(values.begin(), values.end());
    CHECK(float_sum(values) == forward);
    const double in_double = std::accumulate(values.begin(), values.end(), 0.0);
    CHECK(static_cast<double>(forward) == in_double);
  }
}

TEST_CASE("no exact data sum to zero") {
  for (std::uint64_t seed = 0; seed < 500; ++seed)
    for (const std::size_t n : {1u, 2u, 3u, 4u, 8u})
      REQUIRE(float_sum(made(n, Data::exact, seed)) != 0);
}

TEST_CASE("the same seed gives the same data, another seed other data") {
  for (const Data data : {Data::exact, Data::reals, Data::one_huge, Data::infinity,
                          Data::infinities, Data::positive, Data::negative, Data::extremes}) {
    CHECK(made(1000, data, 1) == made(1000, data, 1));
    CHECK(made(1000, data, 1) != made(1000, data, 2));
  }
}

TEST_CASE("the generator gives what it gave when the labs were written") {
  // A change here changes every input of every graded submission.
  Random random(1);
  CHECK(random.bits() == 12966619160104079557u);
  CHECK(random.bits() == 9600361134598540522u);
  CHECK(mix(1, 2, 3) == mix(1, 2, 3));
  CHECK(mix(1, 2, 3) != mix(1, 3, 2));
}

TEST_CASE("reals fill [-1, 1)") {
  const auto values = made(100000, Data::reals, 1);
  const auto [least, most] = std::minmax_element(values.begin(), values.end());
  CHECK(*least >= -1);
  CHECK(*least < -0.999f);
  CHECK(*most < 1);
  CHECK(*most > 0.999f);
  CHECK(std::fabs(float_sum(values)) < 2000);
}

TEST_CASE("one huge element among reals, one infinity among exact data") {
  const auto huge = made(1000, Data::one_huge, 4);
  CHECK(std::count(huge.begin(), huge.end(), 1048576.0f) == 1);
  const auto infinite = made(1000, Data::infinity, 4);
  CHECK(std::count(infinite.begin(), infinite.end(), std::numeric_limits<float>::infinity()) == 1);
}

TEST_CASE("one infinity of each sign among reals, if there is room for both") {
  const float infinity = std::numeric_limits<float>::infinity();
  for (std::uint64_t seed = 0; seed < 50; ++seed)
    for (const std::size_t n : {2u, 3u, 100u}) {
      const auto values = made(n, Data::infinities, seed);
      REQUIRE(std::count(values.begin(), values.end(), infinity) == 1);
      REQUIRE(std::count(values.begin(), values.end(), -infinity) == 1);
    }
  CHECK(std::isfinite(made(1, Data::infinities, 1)[0]));
}

TEST_CASE("elements of one sign have every magnitude, and none is 0 or infinite") {
  for (const Data data : {Data::positive, Data::negative}) {
    auto values = made(100000, data, 1);
    if (data == Data::negative)
      for (float& x : values) x = -x;
    CHECK(std::all_of(values.begin(), values.end(), [](float x) { return x > 0; }));
    CHECK(std::all_of(values.begin(), values.end(), [](float x) { return std::isfinite(x); }));
    const auto [least, most] = std::minmax_element(values.begin(), values.end());
    CHECK(*least < std::numeric_limits<float>::min());  // subnormal
    CHECK(*most > std::numeric_limits<float>::max() / 4);
  }
}

TEST_CASE("extremes stand where they are put, beyond all others") {
  auto values = made(1000, Data::extremes, 1);
  put_extremes(values, 999, 3);
  const auto [least, most] = std::minmax_element(values.begin(), values.end());
  CHECK(least - values.begin() == 999);
  CHECK(most - values.begin() == 3);
  CHECK(std::count(values.begin(), values.end(), *most) == 1);
}

TEST_CASE("nothing is written for no elements") {
  std::vector<float> none;
  for (const Data data : {Data::exact, Data::reals, Data::one_huge, Data::infinity,
                          Data::infinities, Data::positive, Data::negative, Data::extremes})
    fill(none, data, 1);
  CHECK(none.empty());
}

TEST_CASE("flags are 0 or 1 at the odds that are named") {
  std::vector<std::uint32_t> flags(10000);
  const auto ones = [&](Flags choice, std::uint64_t seed = 1) {
    fill_flags(flags, choice, seed);
    const auto count = std::count(flags.begin(), flags.end(), 1u);
    CHECK(std::count(flags.begin(), flags.end(), 0u) + count == 10000);
    return count;
  };
  const auto even = ones(Flags::even_odds);
  CHECK(even > 4700);
  CHECK(even < 5300);
  CHECK(ones(Flags::all) == 10000);
  CHECK(ones(Flags::none) == 0);
  const auto sparse = ones(Flags::sparse);
  CHECK(sparse > 50);
  CHECK(sparse < 150);
  const auto dense = ones(Flags::dense);
  CHECK(dense > 9850);
  CHECK(dense < 9950);
  CHECK(ones(Flags::alternating) == 5000);
  CHECK(flags[0] == 1);
  CHECK(flags[1] == 0);
}

TEST_CASE("flags follow the seed") {
  std::vector<std::uint32_t> one(1000), same(1000), other(1000);
  for (const Flags flags : {Flags::even_odds, Flags::any_value, Flags::sparse, Flags::dense}) {
    fill_flags(one, flags, 5);
    fill_flags(same, flags, 5);
    fill_flags(other, flags, 6);
    CHECK(one == same);
    CHECK(one != other);
  }
}

TEST_CASE("flags of any value are 0 at even odds and else those that are taken for another") {
  std::vector<std::uint32_t> flags(10000);
  fill_flags(flags, Flags::any_value, 1);
  const auto zeros = std::count(flags.begin(), flags.end(), 0u);
  CHECK(zeros > 4700);
  CHECK(zeros < 5300);
  for (const std::uint32_t value : {1u, 2u, 7u, 0x80000000u, 0xFFFFFFFFu})
    CHECK(std::count(flags.begin(), flags.end(), value) > 300);
}

TEST_CASE("literal values are exact where they are eighths that fit") {
  CHECK(is_exact(Data::literal, std::vector<float>{3, 1, 7, 0.125f}));
  CHECK_FALSE(is_exact(Data::literal, std::vector<float>{0.1f}));
  CHECK_FALSE(is_exact(Data::literal, std::vector<float>{2097152.0f, 1}));
  CHECK(is_exact(Data::exact, {}));
  CHECK_FALSE(is_exact(Data::reals, {}));
}
