#include "harness/text.hpp"

#include <limits>

#include "harness/catch.hpp"

using namespace harness;

TEST_CASE("text of a worker is cleaned and cut") {
  CHECK(cleaned("plain", 80) == "plain");
  CHECK(cleaned("a\tb\x1b[31mc\x07", 80) == "a b?[31mc?");
  CHECK(cleaned("gr\xc3\xbc\xc3\x9f", 80) == "gr\xc3\xbc\xc3\x9f");
  CHECK(cleaned("\xff\xc3", 80) == "??");
  CHECK(cleaned("\xc0\xaf", 80) == "??");       // an overlong slash
  CHECK(cleaned("\xed\xa0\x80", 80) == "???");  // half of a surrogate pair
  CHECK(cleaned("abc\xc3\xbc", 4) == "abc");    // no character is cut in two
  CHECK(cleaned(std::string("a\0b", 3), 80) == "a?b");
}

TEST_CASE("an array without its terminating zero is read to its end only") {
  const char full[4] = {'a', 'b', 'c', 'd'};
  CHECK(cleaned(full) == "abcd");
  const char text[8] = "abc";
  CHECK(cleaned(text) == "abc");
}

TEST_CASE("numbers as people read them") {
  CHECK(with_commas(0) == "0");
  CHECK(with_commas(999) == "999");
  CHECK(with_commas(1000) == "1,000");
  CHECK(with_commas(16777216) == "16,777,216");
  CHECK(counted(1, "byte") == "1 byte");
  CHECK(counted(3907, "atomic") == "3,907 atomics");
  CHECK(fixed(2.345, 1) == "2.3");
}

TEST_CASE("floats as the shortest text that gives them back") {
  CHECK(exact_text(0.1f) == "0.1");
  CHECK(exact_text(25) == "25");
  CHECK(exact_text(-0.125f) == "-0.125");
  CHECK(exact_text(std::numeric_limits<float>::infinity()) == "inf");
  CHECK(exact_text(-std::numeric_limits<float>::infinity()) == "-inf");
  CHECK(exact_text(std::numeric_limits<float>::quiet_NaN()) == "nan");
}
