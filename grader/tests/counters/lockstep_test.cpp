// How the accesses of single threads become requests of warps.
#include <vector>

#include "harness/catch.hpp"
#include "observers/lockstep.hpp"

using namespace emu;

namespace {

class Recorder : public RequestSink {
 public:
  void request(const WarpRequest& request) override {
    seen.push_back(request);
    lanes.push_back(request.accesses.count);
    divergent += request.divergent ? 1u : 0u;
  }
  std::vector<WarpRequest> seen;
  std::vector<unsigned> lanes;  ///< Of each request.
  unsigned divergent = 0;
};

struct Fixture {
  Recorder recorder;
  BlockTrace trace{recorder};
  explicit Fixture(unsigned threads = 4) { trace.begin(threads); }
  /// Thread reads 4 bytes at a place of its own.
  void read(unsigned thread, std::uintptr_t pc, AccessKind kind = AccessKind::global_load) {
    trace.append(thread, reinterpret_cast<const void*>(pc), kind, 0x1000 + thread * 4, 4);
  }
};

constexpr BlockTrace::Lanes all_waiting{};
constexpr BlockTrace::Lanes all_ended{~0u, 0};

}  // namespace

TEST_CASE("lanes at one program counter are one request", "[lockstep]") {
  Fixture f(48);
  for (unsigned t = 0; t < 48; ++t) f.read(t, 0x10);
  f.trace.merge(0, all_waiting);
  f.trace.merge(1, all_waiting);
  CHECK(f.recorder.lanes == std::vector<unsigned>{32, 16});
  CHECK(f.recorder.divergent == 0);
  f.trace.merge(0, all_waiting);
  CHECK(f.recorder.lanes.size() == 2);
}

TEST_CASE("lanes meet again behind a branch", "[lockstep]") {
  Fixture f;
  f.read(0, 0x10), f.read(0, 0x30);
  f.read(1, 0x20), f.read(1, 0x30);
  f.read(2, 0x30);
  f.read(3, 0x20), f.read(3, 0x30);
  f.trace.merge(0, all_waiting);
  CHECK(f.recorder.lanes == std::vector<unsigned>{1, 2, 4});
  CHECK(f.recorder.divergent == 2);
}

TEST_CASE("a lane that has ended is no longer missed", "[lockstep]") {
  for (const bool ended : {false, true}) {
    Fixture f;
    f.read(0, 0x10);
    for (unsigned t = 1; t < 4; ++t) f.read(t, 0x10), f.read(t, 0x20);
    f.trace.merge(0, ended ? all_ended : all_waiting);
    CHECK(f.recorder.lanes == std::vector<unsigned>{4, 3});
    CHECK(f.recorder.divergent == (ended ? 0u : 1u));
  }
}

TEST_CASE("kinds and widths of one instruction are requests of their own", "[lockstep]") {
  Fixture f;
  for (unsigned t = 0; t < 4; ++t) {
    f.read(t, 0x10);
    f.read(t, 0x10, AccessKind::global_store);
    f.trace.append(t, reinterpret_cast<const void*>(std::uintptr_t{0x20}), AccessKind::shared_load,
                   0x40 + t * 16 + input_mark, t == 3 ? 8 : 16);
  }
  f.trace.merge(0, all_waiting);
  REQUIRE(f.recorder.lanes == std::vector<unsigned>{4, 4, 1, 3});
  CHECK(f.recorder.seen[0].kind == AccessKind::global_load);
  CHECK(f.recorder.seen[1].kind == AccessKind::global_store);
  CHECK(f.recorder.seen[1].inputs == 0);
  CHECK(f.recorder.seen[2].accesses.bytes == 8);
  CHECK(f.recorder.seen[3].accesses.bytes == 16);
  CHECK(f.recorder.seen[3].inputs == 7);
  CHECK(f.recorder.seen[3].accesses.address[2] == 0x60);
}

TEST_CASE("nothing is counted beyond what is known of a running lane", "[lockstep]") {
  Fixture f;
  for (unsigned t = 0; t < 4; ++t) f.read(t, 0x10);
  for (unsigned t = 0; t < 3; ++t) f.read(t, 0x10), f.read(t, 0x10);
  f.trace.merge(0, {0, 1u << 3});
  CHECK(f.recorder.lanes == std::vector<unsigned>{4});
  f.read(3, 0x10);
  f.trace.merge(0, all_waiting);
  CHECK(f.recorder.lanes == std::vector<unsigned>{4, 4, 3});
}

TEST_CASE("lanes that meet go on together", "[lockstep]") {
  Fixture f;
  // Lanes 0 and 1 go round twice and meet each time; lane 1 has nothing to read the first time.
  f.read(0, 0x10);
  f.trace.meet(0, 0x3);
  f.read(0, 0x10), f.read(1, 0x10);
  f.trace.meet(0, 0x3);
  f.read(2, 0x10), f.read(3, 0x10);
  f.trace.merge(0, all_waiting);
  CHECK(f.recorder.lanes == std::vector<unsigned>{3, 2});
}

TEST_CASE("a trace is full, and can be emptied", "[lockstep]") {
  Fixture f;
  for (unsigned k = 0; k < BlockTrace::capacity; ++k) {
    CHECK(!f.trace.full(1));
    f.read(1, 0x10);
  }
  CHECK(f.trace.full(1));
  CHECK(!f.trace.full(0));
  f.trace.merge(0, {0, 1});  // lane 0 may still come
  CHECK(f.trace.full(1));
  f.trace.merge(0, all_waiting);
  CHECK(!f.trace.full(1));
  CHECK(f.recorder.lanes.size() == BlockTrace::capacity);
}

TEST_CASE("meetings without end take no memory without end", "[lockstep]") {
  Fixture f;
  for (unsigned k = 0; k < 100 * BlockTrace::capacity; ++k) f.trace.meet(0, 0x3);
  f.read(0, 0x10), f.read(1, 0x10);
  f.trace.merge(0, all_waiting);
  CHECK(f.recorder.lanes == std::vector<unsigned>{2});
}
