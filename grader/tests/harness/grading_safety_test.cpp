// Checks of safety with a worker: guards, findings, orders, leaks, shapes.
#include "harness/catch.hpp"
#include "tests/harness/grading_bench.hpp"

using namespace harness;
using grading_bench::Bench;
using result::Verdict;

TEST_CASE("guards and inputs are judged by safety checks and explain wrong values") {
  Bench bench;
  CHECK(bench.check("overrun").verdict == Verdict::pass);
  CHECK(bench.safety("overrun").verdict == Verdict::out_of_bounds);
  CHECK(bench.grading.checks().back().findings.at(0).message ==
        "d_sum: the 4 bytes behind its end were overwritten");
  CHECK(bench.check("changes input").verdict == Verdict::pass);
  CHECK(bench.safety("changes input").verdict == Verdict::input_modified);
  CHECK(bench.safety("wrong").verdict == Verdict::pass);
}

TEST_CASE("findings belong to the call in which they were made") {
  Bench bench;
  const result::Check& check = bench.safety("finds");
  CHECK(check.verdict == Verdict::data_race);
  CHECK(check.findings.at(0).message == "call 1 races");
}

TEST_CASE("a safety check of a function that does nothing earns nothing") {
  Bench bench;
  for (const char* how : {"untouched", "launches nothing"}) {
    const result::Check& check = bench.safety(how, {0, 100});
    CHECK(check.verdict == Verdict::not_done);
    CHECK(check.points == 0);
    CHECK_FALSE(check.reason.empty());
  }
  CHECK(bench.leak("launches nothing").verdict == Verdict::not_done);
  CHECK(bench.shape("launches nothing", 1u << 31).verdict == Verdict::not_done);
  // Without elements there may be nothing to do; a backend that counts no launches knows less.
  CHECK(bench.safety("launches nothing", {0}).verdict == Verdict::pass);
  CHECK(Bench(5, false).safety("launches nothing").verdict == Verdict::pass);
  CHECK(Bench(5, false).safety("untouched").verdict == Verdict::not_done);
}

TEST_CASE("reads of memory that nothing wrote count where they change something") {
  Bench bench;
  const result::Check& harmless = bench.safety("reads nothing written", {100});
  CHECK(harmless.verdict == Verdict::pass);
  CHECK(harmless.notes ==
        std::vector<std::string>{"uninitialized_read: reads partial[3], which nothing has written; "
                                 "no output depends on it"});
  CHECK(bench.safety("reads nothing written, wrong").verdict == Verdict::uninitialized_read);
  CHECK(bench.safety("reads nothing written, and it shows", {0}).verdict ==
        Verdict::uninitialized_read);
  CHECK(bench.safety("reads nothing written, and launches more").verdict ==
        Verdict::uninitialized_read);
  const result::Check& strays = bench.safety("reads nothing written, then leaves its array");
  CHECK(strays.verdict == Verdict::uninitialized_read);
  // Values are judged by values.
  CHECK(bench.check("reads nothing written").verdict == Verdict::pass);
  CHECK(bench.check("reads nothing written, wrong").verdict == Verdict::wrong_answer);
}

TEST_CASE("what hangs unless blocks start in order gets a note, and its values are judged") {
  for (const char* how :
       {"deadlocks unless blocks start in order", "waits unless blocks start in order"}) {
    for (const bool safety : {false, true}) {
      Bench bench(0.3);
      const std::vector<std::size_t> sizes = {100, 200, 300};
      const result::Check& check = safety ? bench.safety(how, sizes) : bench.check(how, sizes);
      CHECK(check.verdict == Verdict::pass);
      REQUIRE(check.notes.size() == 1);
      CHECK(check.notes[0] ==
            "it does not end where blocks start in another order than by index (n = 100, "
            "block_size = 256, seed 1): it relies on the order in which blocks start, which CUDA "
            "does not promise");
      CHECK(bench.check(how).notes.empty());
    }
  }
}

TEST_CASE("a launch whose error nobody asks for gets one note, and costs nothing") {
  Bench bench;
  const result::Check& first = bench.safety("asks for no error", {100, 200});
  CHECK(first.verdict == Verdict::pass);
  CHECK(first.notes ==
        std::vector<std::string>{"the last launch of a call is not followed by cudaGetLastError(): "
                                 "if it were refused, nothing would say so"});
  CHECK(bench.safety("asks for no error").notes.empty());
  CHECK(Bench().safety("right").notes.empty());
}

TEST_CASE("memory that grows with identical calls is a leak, at the line that allocates it") {
  Bench bench;
  const result::Check& leak = bench.leak("leaks");
  CHECK(leak.verdict == Verdict::memory_leak);
  const result::Finding& finding = leak.findings.at(0);
  CHECK(finding.message ==
        "each call leaves 1,024 bytes of device memory allocated that it did not find");
  CHECK(finding.places.at(0).line == 31);
  CHECK(finding.places.at(0).thread == "host code");
  CHECK(finding.at_case == "n = 100, block_size = 256, seed 1");
  CHECK(bench.leak("keeps what its first call made").verdict == Verdict::pass);
  CHECK(bench.leak("exit0").verdict == Verdict::crash);
  CHECK(bench.leak("wrong").verdict == Verdict::pass);
  CHECK(Bench(5, false).leak("leaks").verdict == Verdict::not_run);
}

TEST_CASE("a shape run judges bounds and failed calls, and touches no array") {
  Bench bench;
  constexpr std::size_t huge = (std::size_t{1} << 32) + 5;  // 16 GiB, if anybody touched it
  CHECK(bench.shape("right", huge).verdict == Verdict::pass);
  CHECK(bench.shape("sees what a shape cannot show", huge).verdict == Verdict::pass);
  CHECK(bench.shape("sees everything", huge).verdict == Verdict::out_of_bounds);
  CHECK(bench.grading.checks().back().findings.size() == 1);
  CHECK(bench.shape("wrong", huge).verdict == Verdict::pass);
  CHECK(bench.shape("exit0", huge).verdict == Verdict::not_done);  // nothing was seen
  const result::Check& left_out = bench.shape("no memory", huge);
  CHECK(left_out.verdict == Verdict::pass);
  CHECK(left_out.notes.at(0) ==
        "left out: the emulator cannot hold the arrays of n = 4294967301, block_size = 256, seed "
        "1");
  CHECK(bench.shape("right", std::size_t{1} << 40).verdict == Verdict::grader_error);
}
