// Bounds and comparison of outputs with the oracle.
#include "harness/compare.hpp"

#include <bit>
#include <cmath>
#include <limits>
#include <vector>

#include "harness/catch.hpp"
#include "harness/data.hpp"

using namespace harness;

namespace {

constexpr std::uint32_t poison = 0x7FA00001u;
constexpr float infinity = std::numeric_limits<float>::infinity();

std::uint32_t bits(float x) { return std::bit_cast<std::uint32_t>(x); }

struct Example {
  std::vector<std::uint32_t> words;
  std::vector<float> input;
  Output output() const { return {"d_out", words, poison, input}; }
};

Example example(const std::vector<float>& got, std::vector<float> input = {}) {
  Example e;
  for (const float x : got) e.words.push_back(bits(x));
  e.input = std::move(input);
  return e;
}

}  // namespace

TEST_CASE("the bound of a sum") {
  CHECK(summation_bound(0, 0) == 0);
  CHECK(summation_bound(1, 8) == 8 * 0x1p-24);
  const double due = 1001 * 500 * 0x1p-24;
  CHECK(std::abs(summation_bound(1001, 500) - due) <= 1e-9 * due);
}

TEST_CASE("every order of summation stays within the bound") {
  std::vector<float> values(20000);
  for (const Data data : {Data::reals, Data::one_huge}) {
    fill(values, data, 7);
    double sum = 0, magnitudes = 0;
    for (const float x : values) sum += x, magnitudes += std::fabs(x);
    const double bound = summation_bound(values.size(), magnitudes);
    float forward = 0, backward = 0, strided = 0;
    for (std::size_t k = 0; k < values.size(); ++k) forward += values[k];
    for (std::size_t k = values.size(); k-- > 0;) backward += values[k];
    for (std::size_t start = 0; start < 7; ++start)
      for (std::size_t k = start; k < values.size(); k += 7) strided += values[k];
    for (const float got :
         {forward, backward, strided, sum_one_core(values), sum_all_cores(values)})
      CHECK(std::fabs(got - sum) <= bound);
    // What it is for: a lost element is seen.
    CHECK(bound < 2048);
  }
}

TEST_CASE("an exact value is due bit for bit, in the float nearest to it") {
  const ExpectedOutput expected = {{25.125}, {}, Element::f32};
  CHECK(is_right(expected, 0, bits(25.125f)));
  CHECK_FALSE(is_right(expected, 0, bits(std::nextafter(25.125f, 26.0f))));
  const ExpectedOutput third = {{1.0 / 3}, {}, Element::f32};
  CHECK(is_right(third, 0, bits(1.0f / 3)));
}

TEST_CASE("within the bound is right, beyond it is not") {
  const ExpectedOutput expected = {{10, 20}, {0.5, 2}, Element::f32};
  CHECK(is_right(expected, 0, bits(10.5f)));
  CHECK_FALSE(is_right(expected, 0, bits(10.6f)));
  CHECK(is_right(expected, 1, bits(18)));
  const ExpectedOutput one_for_all = {{10, 20}, {0.5}, Element::f32};
  CHECK(is_right(one_for_all, 1, bits(20.5f)));
  CHECK_FALSE(is_right(one_for_all, 1, bits(21)));
}

TEST_CASE("NaN is never right, infinities match as they are, zeros are equal") {
  const ExpectedOutput zero = {{0}, {}, Element::f32};
  CHECK(is_right(zero, 0, bits(-0.0f)));
  CHECK_FALSE(is_right(zero, 0, bits(std::nanf(""))));
  const ExpectedOutput bounded = {{0}, {1e30}, Element::f32};
  CHECK_FALSE(is_right(bounded, 0, bits(std::nanf(""))));
  CHECK_FALSE(is_right(bounded, 0, bits(infinity)));
  for (const std::vector<double>& bound : {std::vector<double>{}, std::vector<double>{5}}) {
    const ExpectedOutput expected = {{infinity}, bound, Element::f32};
    CHECK(is_right(expected, 0, bits(infinity)));
    CHECK_FALSE(is_right(expected, 0, bits(-infinity)));
    CHECK_FALSE(is_right(expected, 0, bits(1e38f)));
  }
}

TEST_CASE("integers are compared as integers") {
  const ExpectedOutput expected = {{4294967295.0}, {}, Element::u32};
  CHECK(is_right(expected, 0, 4294967295u));
  CHECK_FALSE(is_right(expected, 0, 4294967294u));
}

TEST_CASE("a right output has no finding") {
  const Example e = example({0, 3, 4});
  CHECK_FALSE(wrong_answer(e.output(), {{0, 3, 4}, {}, Element::f32}).has_value());
  CHECK_FALSE(wrong_answer({"d_out", {}, poison, {}}, {{}, {}, Element::f32}).has_value());
}

TEST_CASE("a wrong output is shown around its first wrong element") {
  std::vector<float> input(20), got(20);
  ExpectedOutput expected;
  for (std::size_t k = 0; k < 20; ++k) {
    input[k] = 1;
    got[k] = static_cast<float>(k) + (k >= 10 ? 0.5f : 0.0f);
    expected.values.push_back(static_cast<double>(k));
  }
  const Example e = example(got, input);
  const auto finding = wrong_answer(e.output(), expected);
  REQUIRE(finding.has_value());
  CHECK(finding->code == result::Verdict::wrong_answer);
  CHECK(finding->message == "d_out[10] is 10.5, due is 10; 10 of 20 elements are wrong");
  const result::Difference& d = *finding->difference;
  CHECK(d.first_index == 10);
  CHECK(d.wrong == 10);
  CHECK(d.size == 20);
  CHECK(d.window_begin == 7);
  CHECK(d.expected == std::vector<std::string>{"7", "8", "9", "10", "11", "12", "13", "14"});
  CHECK(d.got == std::vector<std::string>{"7", "8", "9", "10.5", "11.5", "12.5", "13.5", "14.5"});
  CHECK(d.input.size() == 8);
}

TEST_CASE("the window stays inside the output") {
  const auto window = [](std::size_t size, std::size_t wrong) {
    std::vector<float> got(size, 1);
    got[wrong] = 2;
    const Example e = example(got);
    const auto finding = wrong_answer(e.output(), {std::vector<double>(size, 1), {}, Element::f32});
    return std::pair(finding->difference->window_begin, finding->difference->got.size());
  };
  CHECK(window(20, 0) == std::pair<std::uint64_t, std::size_t>(0, 8));
  CHECK(window(20, 19) == std::pair<std::uint64_t, std::size_t>(12, 8));
  CHECK(window(3, 2) == std::pair<std::uint64_t, std::size_t>(0, 3));
}

TEST_CASE("what was never written is called so") {
  Example e = example({0, 1, 2});
  e.words[1] = poison;
  const ExpectedOutput expected = {{0, 1, 2}, {}, Element::f32};
  auto finding = wrong_answer(e.output(), expected);
  CHECK(finding->message == "d_out[1] was not written, due is 1; 1 of 3 elements is wrong");
  CHECK(finding->difference->got[1] == "unwritten");
  e.words.assign(3, poison);
  finding = wrong_answer(e.output(), expected);
  CHECK(finding->message == "d_out was never written");
  CHECK(untouched(e.output()));
}

TEST_CASE("what lies behind the elements that are due has to stay as it was") {
  Example e = example({5, 6, 0, 0, 0, 0});
  for (std::size_t k = 2; k < 6; ++k) e.words[k] = poison;
  ExpectedOutput expected = {{5, 6}, {}, Element::f32, 6};
  CHECK(expected.length() == 6);
  CHECK_FALSE(wrong_answer(e.output(), expected).has_value());

  e.words[4] = bits(7);
  auto finding = wrong_answer(e.output(), expected);
  REQUIRE(finding.has_value());
  CHECK(finding->code == result::Verdict::wrong_answer);
  CHECK(finding->message == "d_out[4] was written; only the first 2 elements are due");
  const result::Difference& d = *finding->difference;
  CHECK(d.first_index == 4);
  CHECK(d.wrong == 1);
  CHECK(d.size == 6);
  CHECK(d.window_begin == 0);
  CHECK(d.expected ==
        std::vector<std::string>{"5", "6", "unwritten", "unwritten", "unwritten", "unwritten"});
  CHECK(d.got == std::vector<std::string>{"5", "6", "unwritten", "unwritten", "7", "unwritten"});

  // A wrong element among those that are due says more.
  e.words[1] = bits(5);
  finding = wrong_answer(e.output(), expected);
  CHECK(finding->message == "d_out[1] is 5, due is 6; 2 of 6 elements are wrong");

  expected.values.clear();
  finding = wrong_answer(e.output(), expected);
  CHECK(finding->message == "d_out[0] was written; no element is due");
  e.words.assign(6, poison);
  CHECK_FALSE(wrong_answer(e.output(), expected).has_value());
  expected.values = {5};
  CHECK(wrong_answer(e.output(), expected)->message == "d_out was never written");
}

TEST_CASE("the elements of an array are as many as its values, or as it has room for") {
  CHECK(ExpectedOutput{{1, 2}, {}, Element::f32}.length() == 2);
  CHECK(ExpectedOutput{{}, {}, Element::f32, 3}.length() == 3);
  CHECK(ExpectedOutput{}.length() == 0);
}

TEST_CASE("the largest difference") {
  const Example e = example({0, 3.5f, 4});
  CHECK(largest_difference(e.output(), {{0, 3, 4.25}, {}, Element::f32}) == 0.5);
  const Example infinite = example({infinity, 1});
  CHECK(largest_difference(infinite.output(), {{infinity, 1}, {}, Element::f32}) == 0);
  CHECK(std::isinf(largest_difference(infinite.output(), {{1, 1}, {}, Element::f32})));
}

TEST_CASE("the CPU scans agree with the definition at every length") {
  for (const std::size_t n : {0u, 1u, 7u, 8u, 9u, 63u, 64u, 65u, 129u, 1000u, 10007u, 100003u}) {
    std::vector<float> in(n), one(n, -1), all(n, -1), due(n);
    fill(in, Data::exact, n);
    float sum = 0;
    for (std::size_t k = 0; k < n; ++k) due[k] = sum, sum += in[k];
    exclusive_scan_one_core(in, one);
    exclusive_scan_all_cores(in, all);
    CHECK(one == due);
    CHECK(all == due);
    CHECK(sum_one_core(in) == sum);
    CHECK(sum_all_cores(in) == sum);
  }
}
