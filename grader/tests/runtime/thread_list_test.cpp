// Which thread comes next, and what a barrier hands on.
#include <vector>

#include "core/thread_list.hpp"
#include "harness/catch.hpp"

using emu::ThreadList;

namespace {

std::vector<int> contents(const ThreadList& list) { return {list.begin(), list.end()}; }

}  // namespace

TEST_CASE("a thread that gives way comes last of all that are ready", "[thread_list]") {
  ThreadList ready;
  ready.add_as_first(7);
  ready.add(1);
  ready.add(2);
  ready.add_as_first(9);
  CHECK(contents(ready) == std::vector<int>{9, 7, 1, 2});
  CHECK(ready.last() == 2);
  ready.remove_last();
  CHECK(contents(ready) == std::vector<int>{9, 7, 1});
}

TEST_CASE("those that are released keep their order", "[thread_list]") {
  ThreadList ready, waiting;
  waiting.add(3);
  waiting.add(1);
  ready.take_all(waiting);
  CHECK(contents(ready) == std::vector<int>{3, 1});
  CHECK(waiting.empty());
  waiting.add(2);
  ready.take_all(waiting);
  CHECK(contents(ready) == std::vector<int>{3, 1, 2});
  CHECK(waiting.empty());
  ready.take_all(waiting);
  CHECK(ready.size() == 3);
}

TEST_CASE("all threads of the largest block find room", "[thread_list]") {
  ThreadList list, other;
  for (unsigned t = 0; t + 1 < emu::card::max_threads_per_block; ++t) list.add(t);
  list.add_as_first(emu::card::max_threads_per_block - 1);
  other.take_all(list);
  CHECK(list.empty());
  REQUIRE(other.size() == emu::card::max_threads_per_block);
  CHECK(other.begin()[0] == 1023);
  CHECK(other.last() == 1022);
}
