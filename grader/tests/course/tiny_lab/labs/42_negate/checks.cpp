#include "harness/check.hpp"

using namespace harness;

TEST_CASE("whole blocks", "[task1][correctness][40pt]") {
  expect_values(literal({3, 1, 7, 0}, 4), {{-3, -1, -7, 0}});
  expect_right(cases({256, 1024}, 256));
}

TEST_CASE("whole blocks break no rule", "[task1][safety][10pt]") {
  expect_safe(cases({256, 1024}, 256));
}

TEST_CASE("any length", "[task2][correctness][40pt]") {
  expect_right(cases(sizes_around(256), 256));
  expect_right(cases({0, 1, 1009}, 33, Data::reals));
}

TEST_CASE("any length breaks no rule", "[task2][safety][10pt]") {
  expect_safe(cases({0, 1, 255, 257, 1009}, 256));
}
