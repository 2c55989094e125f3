#include "harness/tags.hpp"

#include "harness/catch.hpp"

using harness::parse_tags;
using result::Category;

TEST_CASE("the three kinds of tags are read in any order, others are left alone") {
  const auto tags = parse_tags({"task3", "safety", "10pt"}, 4);
  CHECK(tags.problem.empty());
  CHECK(tags.task == 3);
  CHECK(tags.category == Category::safety);
  CHECK(tags.points == 10);
  const auto others = parse_tags({"2.5pt", "slow", "efficiency", "task1", "!mayfail"}, 1);
  CHECK(others.problem.empty());
  CHECK(others.points == 2.5);
  CHECK(parse_tags({"task1", "safety", "0pt"}, 1).problem.empty());
}

TEST_CASE("a missing, doubled or malformed tag is named") {
  const std::string task = "it needs one tag [taskN] with N from 1 to 4";
  CHECK(parse_tags({"safety", "10pt"}, 4).problem == task);
  CHECK(parse_tags({"task5", "safety", "10pt"}, 4).problem == task);
  CHECK(parse_tags({"task0", "safety", "10pt"}, 4).problem == task);
  CHECK(parse_tags({"taskx", "safety", "10pt"}, 4).problem == task);
  CHECK(parse_tags({"task1", "task2", "safety", "10pt"}, 4).problem == task);
  const std::string category = "it needs one of the tags [correctness], [safety] and [efficiency]";
  CHECK(parse_tags({"task1", "10pt"}, 4).problem == category);
  CHECK(parse_tags({"task1", "safety", "correctness", "10pt"}, 4).problem == category);
  const std::string points = "it needs one tag [Mpt] with M from 0 to 100";
  CHECK(parse_tags({"task1", "safety"}, 4).problem == points);
  CHECK(parse_tags({"task1", "safety", "1pt", "2pt"}, 4).problem == points);
  CHECK(parse_tags({"task1", "safety", "101pt"}, 4).problem == points);
  CHECK(parse_tags({"task1", "safety", "1x0pt"}, 4).problem == points);
}
