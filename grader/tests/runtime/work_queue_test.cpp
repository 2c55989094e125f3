// The order in which queued work runs, and how much of it.
#include <algorithm>
#include <set>
#include <utility>
#include <vector>

#include "harness/catch.hpp"
#include "runtime/work_queue.hpp"

using namespace emu::runtime;

namespace {

/// A queue whose work writes down its number.
class Recorder {
 public:
  WorkQueue queue;
  std::vector<int> ran, dropped;

  WorkId give(StreamTail& stream, int number, WorkId after = 0) {
    return queue.submit(
        stream, [this, number](bool run) { (run ? ran : dropped).push_back(number); }, after);
  }
};

StreamTail stream_of(StreamKind kind) { return {kind, 0}; }

bool comes_before(const std::vector<int>& all, int first, int second) {
  const auto a = std::find(all.begin(), all.end(), first);
  const auto b = std::find(all.begin(), all.end(), second);
  return a != all.end() && b != all.end() && a < b;
}

}  // namespace

TEST_CASE("work waits until somebody waits for it", "[queue]") {
  Recorder r;
  StreamTail a = stream_of(StreamKind::blocking), b = stream_of(StreamKind::blocking);
  r.give(a, 1);
  const WorkId second = r.give(a, 2);
  r.give(a, 3);
  r.give(b, 4);
  CHECK(r.ran.empty());
  CHECK(r.queue.size() == 4);

  r.queue.run(second);
  CHECK(r.ran == std::vector<int>{1, 2});
  CHECK_FALSE(r.queue.is_pending(second));
  CHECK(r.queue.is_busy(a));

  r.queue.run(a);
  CHECK(r.ran == std::vector<int>{1, 2, 3});
  CHECK_FALSE(r.queue.is_busy(a));
  CHECK(r.queue.is_busy(b));

  r.queue.run(second);  // done already
  CHECK(r.ran.size() == 3);
  r.queue.run_all();
  CHECK(r.ran == std::vector<int>{1, 2, 3, 4});
  CHECK(r.queue.size() == 0);
}

TEST_CASE("the default stream and blocking streams wait for each other", "[queue]") {
  Recorder r;
  StreamTail legacy = stream_of(StreamKind::legacy);
  StreamTail blocking = stream_of(StreamKind::blocking), other = stream_of(StreamKind::blocking);
  StreamTail independent = stream_of(StreamKind::non_blocking);
  r.give(blocking, 1);
  r.give(independent, 2);
  r.give(legacy, 3);
  const WorkId behind = r.give(other, 4);
  r.queue.run(behind);
  CHECK(r.ran == std::vector<int>{1, 3, 4});
  CHECK(r.queue.is_busy(independent));
  CHECK_FALSE(r.queue.is_busy(legacy));

  r.give(other, 5);
  CHECK(r.queue.is_busy(legacy));
  r.queue.run(legacy);  // a wait for the default stream is one for blocking streams
  CHECK(r.ran == std::vector<int>{1, 3, 4, 5});
  CHECK(r.queue.size() == 1);
}

TEST_CASE("events order what streams do not", "[queue]") {
  Recorder r;
  StreamTail a = stream_of(StreamKind::non_blocking), b = stream_of(StreamKind::non_blocking);
  r.give(a, 1);
  const WorkId event = r.give(a, 2);
  r.give(a, 3);
  r.give(b, 4);
  const WorkId waiting = r.give(b, 5, event);
  r.queue.run(waiting);
  CHECK(r.ran == std::vector<int>{1, 2, 4, 5});
}

TEST_CASE("a stream that is gone still has its place", "[queue]") {
  Recorder r;
  StreamTail legacy = stream_of(StreamKind::legacy);
  {
    StreamTail short_lived = stream_of(StreamKind::blocking);
    r.give(short_lived, 1);
  }
  r.queue.run(r.give(legacy, 2));
  CHECK(r.ran == std::vector<int>{1, 2});
}

TEST_CASE("whatever the pick, order that CUDA promises holds", "[queue]") {
  std::set<std::vector<int>> orders;
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    for (const Pick pick : {Pick::newest, Pick::shuffled}) {
      Recorder r;
      r.queue.set_order(pick, seed);
      StreamTail a = stream_of(StreamKind::blocking), b = stream_of(StreamKind::blocking);
      StreamTail legacy = stream_of(StreamKind::legacy);
      StreamTail c = stream_of(StreamKind::non_blocking);
      r.give(a, 1);
      r.give(b, 2);
      const WorkId event = r.give(c, 3);
      r.give(c, 4);
      r.give(legacy, 5);
      r.give(a, 6);
      r.give(b, 7, event);
      r.queue.run_all();
      REQUIRE(r.ran.size() == 7);
      for (const auto& [first, second] : {std::pair{1, 5}, std::pair{2, 5}, std::pair{5, 6},
                                          std::pair{5, 7}, std::pair{3, 4}, std::pair{3, 7}})
        CHECK(comes_before(r.ran, first, second));
      if (pick == Pick::shuffled) orders.insert(r.ran);
    }
  }
  CHECK(orders.size() > 10);
}

TEST_CASE("the seed alone decides a shuffle", "[queue]") {
  const auto order = [](std::uint64_t seed) {
    Recorder r;
    r.queue.set_order(Pick::shuffled, seed);
    std::vector<StreamTail> streams(20, stream_of(StreamKind::non_blocking));
    for (int k = 0; k < 20; ++k) r.give(streams[static_cast<std::size_t>(k)], k);
    r.queue.run_all();
    return r.ran;
  };
  CHECK(order(7) == order(7));
  CHECK(order(7) != order(8));
}

TEST_CASE("newest first runs backwards what nothing orders", "[queue]") {
  Recorder r;
  r.queue.set_order(Pick::newest, 1);
  StreamTail a = stream_of(StreamKind::non_blocking), b = stream_of(StreamKind::non_blocking);
  r.give(a, 1);
  r.give(a, 2);
  r.give(b, 3);
  r.queue.run_all();
  CHECK(r.ran == std::vector<int>{3, 1, 2});
}

TEST_CASE("the oldest work can always run", "[queue]") {
  Recorder r;
  r.queue.set_order(Pick::newest, 1);
  StreamTail a = stream_of(StreamKind::blocking), legacy = stream_of(StreamKind::legacy);
  CHECK_FALSE(r.queue.run_oldest());
  r.give(a, 1);
  r.give(legacy, 2);
  r.give(a, 3);
  for (int k = 0; k < 3; ++k) CHECK(r.queue.run_oldest());
  CHECK(r.ran == std::vector<int>{1, 2, 3});
}

TEST_CASE("a fault drops what has not run, and nothing twice", "[queue]") {
  for (const Pick pick : {Pick::oldest, Pick::newest, Pick::shuffled}) {
    Recorder r;
    r.queue.set_order(pick, 3);
    StreamTail a = stream_of(StreamKind::blocking), b = stream_of(StreamKind::non_blocking);
    r.give(a, 1);
    r.queue.submit(a, [&r](bool run) {
      if (!run) return;
      r.ran.push_back(2);
      r.queue.drop_all();
    });
    r.give(a, 3);
    r.give(b, 4);
    r.give(b, 5);
    r.queue.run_all();
    CHECK(r.queue.size() == 0);
    CHECK(comes_before(r.ran, 1, 2));
    CHECK(std::count(r.ran.begin(), r.ran.end(), 3) == 0);
    CHECK(r.ran.size() + r.dropped.size() == 5);
  }
}

TEST_CASE("a long chain needs no deep stack", "[queue]") {
  Recorder r;
  for (const Pick pick : {Pick::oldest, Pick::shuffled}) {
    r.queue.set_order(pick, 1);
    r.ran.clear();
    StreamTail a = stream_of(StreamKind::blocking), legacy = stream_of(StreamKind::legacy);
    const int pairs = 20000;
    for (int k = 0; k < pairs; ++k) {
      r.give(a, 2 * k);
      r.give(legacy, 2 * k + 1);
    }
    r.queue.run(legacy);
    CHECK(r.ran.size() == 2 * pairs);
    CHECK(std::is_sorted(r.ran.begin(), r.ran.end()));
  }
}

namespace {

/// Writes down what is told of each piece of work.
struct Heard final : WorkQueue::Listener {
  struct Work {
    std::uint32_t stream;
    std::uint64_t position;
    bool has_rivals;
    std::vector<std::uint64_t> after;
  };
  std::vector<Work> work;
  std::vector<bool> nothing_left;

  void begin(const emu::StreamWork& w) override {
    work.push_back({w.stream, w.position, w.has_rivals, w.after});
  }
  void end(bool nothing) override { nothing_left.push_back(nothing); }

  /// Whether the k-th work that ran has the j-th, which ran before it, as a rival.
  bool is_rival(std::size_t k, std::size_t j) const {
    const Work &now = work[k], &earlier = work[j];
    if (now.stream == earlier.stream) return false;
    return earlier.stream >= now.after.size() || earlier.position > now.after[earlier.stream];
  }
};

}  // namespace

TEST_CASE("work is told of what ran in front of it without being ordered before it", "[queue]") {
  Recorder r;
  Heard heard;
  r.queue.set_listener(&heard);
  StreamTail side = stream_of(StreamKind::non_blocking);
  StreamTail legacy = stream_of(StreamKind::legacy), blocking = stream_of(StreamKind::blocking);
  r.give(side, 1);
  const WorkId kernel = r.give(legacy, 2);
  r.give(blocking, 3);  // waits for the default stream
  const WorkId behind_fill = r.give(side, 4);
  r.queue.run(kernel);
  r.queue.run(behind_fill);
  r.queue.run_all();
  REQUIRE(r.ran == std::vector<int>{2, 1, 4, 3});
  CHECK(heard.is_rival(1, 0));
  CHECK(heard.is_rival(2, 0));
  CHECK_FALSE(heard.is_rival(2, 1));
  CHECK_FALSE(heard.is_rival(3, 0));
  CHECK(heard.is_rival(3, 1));
  CHECK(heard.is_rival(3, 2));
  for (const Heard::Work& work : heard.work) CHECK(work.has_rivals);
  CHECK(heard.nothing_left == std::vector<bool>{false, false, false, true});
}

TEST_CASE("what the host has waited for is no rival of what it gives later", "[queue]") {
  Recorder r;
  Heard heard;
  r.queue.set_listener(&heard);
  StreamTail a = stream_of(StreamKind::non_blocking), b = stream_of(StreamKind::non_blocking);
  const WorkId first = r.give(a, 1);
  r.queue.run(first);
  r.give(b, 2);
  r.queue.run_all();
  CHECK_FALSE(heard.work.at(0).has_rivals);
  CHECK_FALSE(heard.work.at(1).has_rivals);
  CHECK_FALSE(heard.is_rival(1, 0));
}

TEST_CASE("work that an event or a stream orders has no rivals", "[queue]") {
  Recorder r;
  Heard heard;
  r.queue.set_listener(&heard);
  StreamTail a = stream_of(StreamKind::non_blocking), b = stream_of(StreamKind::non_blocking);
  StreamTail legacy = stream_of(StreamKind::legacy);
  const WorkId first = r.give(a, 1);
  r.give(b, 2, first);
  r.give(b, 3);
  r.give(a, 4, b.last);
  r.queue.run_all();
  r.give(legacy, 5);
  r.give(legacy, 6);
  r.queue.run_all();
  REQUIRE(heard.work.size() == 6);
  for (const Heard::Work& work : heard.work) CHECK_FALSE(work.has_rivals);
}
