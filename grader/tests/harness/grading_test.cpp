// Checks, workers and verdicts together, with a worker that misbehaves on request.
#include "harness/grading.hpp"

#include <dirent.h>
#include <signal.h>
#include <unistd.h>

#include <fstream>
#include <functional>

#include "harness/catch.hpp"
#include "harness/counted_rules.hpp"
#include "tests/harness/fabricated.hpp"
#include "tests/harness/fake_worker.hpp"

using namespace harness;
using result::Category;
using result::Verdict;

namespace {

const std::vector<Function>& functions() {
  static const std::vector<Function> all = {{"array_sum", {"d_in"}, {"d_sum"}}};
  return all;
}

std::vector<ExpectedOutput> reference(const Problem& problem) {
  double sum = 0;
  for (const float x : problem.inputs[0]) sum += static_cast<double>(x);
  return {{{sum}, {}, Element::f32}};
}

const LabCode lab_code = {&functions, &reference, nullptr, nullptr, nullptr};

CheckTags tags() { return {1, result::Category::correctness, 10, {}}; }

Case of(std::size_t n) {
  Case c;
  c.n = n;
  return c;
}

class Bench {
 public:
  explicit Bench(double seconds = 5, bool emulated = true)
      : grading({{}, lab_code, fake_worker::program, 1, seconds, emulated}, fabricated::sources()) {
  }

  /// One check that asks for right values of each length.
  const result::Check& check(const char* how, const std::vector<std::size_t>& sizes = {100}) {
    return one(how, Category::correctness, [&] {
      for (const std::size_t n : sizes)
        if (grading.right(of(n))) break;
    });
  }
  const result::Check& safety(const char* how, const std::vector<std::size_t>& sizes = {100}) {
    return one(how, Category::safety, [&] {
      for (const std::size_t n : sizes)
        if (grading.safe(of(n))) break;
    });
  }
  const result::Check& leak(const char* how, std::size_t n = 100) {
    return one(how, Category::safety, [&] { grading.no_leak(of(n)); });
  }
  /// One output of one element, whatever n is.
  const result::Check& shape(const char* how, std::size_t n) {
    return one(how, Category::safety, [&] {
      grading.shape(of(n), [](std::size_t, int) { return std::vector<std::size_t>{1}; });
    });
  }
  const result::Check& counts(const char* how, const CountedRule& rule, std::size_t n = 1000) {
    return one(how, Category::efficiency, [&] { grading.counts(of(n), rule); });
  }
  Verdict verdict(const char* how) { return check(how).verdict; }

  Grading grading;

 private:
  const result::Check& one(const char* how, Category category, const std::function<void()>& asked) {
    fake_worker::behave(how);
    grading.begin_check(how, {1, category, 10, {}});
    asked();
    grading.end_check("");
    unsetenv("FAKE_WORKER");
    return grading.checks().back();
  }
};

// Processes of this program that are not this one.
int other_processes() {
  int count = 0;
  std::ifstream children("/proc/self/task/" + std::to_string(getpid()) + "/children");
  for (pid_t child = 0; children >> child;) ++count;
  return count;
}

struct Prepared {
  Prepared() { prepare_this_process(); }
} prepared;

}  // namespace

TEST_CASE("right values earn the points, wrong ones do not") {
  Bench bench;
  const result::Check& right = bench.check("right", {0, 1, 33, 1000, 5000});
  CHECK(right.verdict == Verdict::pass);
  CHECK(right.points == 10);
  const result::Check& wrong = bench.check("wrong", {0, 1, 33});
  CHECK(wrong.verdict == Verdict::wrong_answer);
  CHECK(wrong.points == 0);
  CHECK(wrong.findings.at(0).at_case == "n = 0, block_size = 256, seed 1");
  CHECK(wrong.findings.at(0).message == "d_sum is 1, due is 0");
  CHECK(bench.grading.device() == "a fake");
}

TEST_CASE("a worker that dies or lies costs the check in which it does, and no other") {
  Bench bench;
  CHECK(bench.verdict("exit0") == Verdict::crash);
  CHECK(bench.grading.checks().back().findings.at(0).message ==
        "the process ended itself with exit code 0");
  CHECK(bench.verdict("right") == Verdict::pass);
  CHECK(bench.verdict("segv") == Verdict::crash);
  CHECK(bench.verdict("garbage") == Verdict::crash);
  CHECK(bench.verdict("unasked") == Verdict::crash);
  CHECK(bench.verdict("not ready but gone") == Verdict::crash);
  CHECK(bench.verdict("right") == Verdict::pass);
  CHECK(bench.check("exits at the second call", {5}).verdict == Verdict::pass);
  CHECK(bench.check("exits at the second call", {5, 6}).verdict == Verdict::crash);
  CHECK(other_processes() == 0);
}

TEST_CASE("two time limits, and the rest is not run") {
  Bench bench(0.1);
  CHECK(bench.verdict("busy") == Verdict::time_limit);
  CHECK(bench.verdict("right") == Verdict::pass);
  CHECK(bench.verdict("sleeps") == Verdict::time_limit);
  const result::Check& rest = bench.check("right");
  CHECK(rest.verdict == Verdict::not_run);
  CHECK(rest.reason == "two time limits were reached before");
  CHECK(rest.max_points == 10);
  CHECK(other_processes() == 0);
}

TEST_CASE("the limit covers what runs before main, and a closed channel") {
  for (const char* how : {"never ready", "spins before main", "closes"}) {
    Bench bench(0.1);
    CHECK(bench.verdict(how) == Verdict::time_limit);
  }
}

TEST_CASE("nothing of a submission outlives its check") {
  Bench bench;
  CHECK(bench.verdict("forks") == Verdict::pass);
  CHECK(other_processes() == 0);
  CHECK(bench.verdict("leaves a group member") == Verdict::pass);
  CHECK(other_processes() == 0);
}

TEST_CASE("inputs and the sizes of the shared files cannot be changed by a worker") {
  Bench bench;
  CHECK(bench.verdict("writes inputs") == Verdict::pass);
}

TEST_CASE("what a submission prints is a note of three lines at most") {
  Bench bench;
  const result::Check& check = bench.check("prints");
  CHECK(check.verdict == Verdict::pass);
  REQUIRE(check.notes.size() == 1);
  CHECK(check.notes[0] ==
        "printed by the submission: hello from the submission\nhello from the submission\nhello "
        "from the submission");
  CHECK(bench.check("right").notes.empty());
}

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

TEST_CASE("outputs that nobody touched are work not done") {
  Bench idle;
  idle.check("untouched", {1});
  CHECK(idle.grading.checks().back().findings.at(0).message == "d_sum was never written");
  CHECK(idle.grading.nothing_done());
  CHECK(idle.safety("untouched").verdict == Verdict::not_done);
  idle.check("wrong", {1});
  CHECK_FALSE(idle.grading.nothing_done());
  Bench busy;
  busy.check("exit0");
  CHECK_FALSE(busy.grading.nothing_done());
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

TEST_CASE("a counted rule is broken by what is counted, and costs no verdict") {
  Bench bench;
  CHECK(bench.counts("right", traffic_at_most(4.1)).verdict == Verdict::pass);
  const result::Check& slow = bench.counts("right", traffic_at_most(2.2));
  CHECK(slow.verdict == Verdict::inefficient);
  CHECK(slow.points == 0);
  CHECK(slow.findings.at(0).message ==
        "4 words of global memory moved for each element; at most 2.2 are allowed");
  CHECK(slow.findings.at(0).at_case == "n = 1000, block_size = 256, seed 1");
}

TEST_CASE("checks that ask for the same case share its counted call") {
  Bench bench;
  CHECK(bench.counts("right", traffic_at_most(4.1)).verdict == Verdict::pass);
  // A second call would end this worker.
  CHECK(bench.counts("exit0", one_global_atomic_a_block()).verdict == Verdict::inefficient);
  CHECK(bench.counts("exit0", traffic_at_most(4.1), 999).verdict == Verdict::crash);
  CHECK(bench.counts("right", traffic_at_most(4.1), 999).verdict == Verdict::crash);
}

TEST_CASE("a call that is wrong or does not return is not counted") {
  const CountedRule rule = traffic_at_most(4.1);
  Bench bench;
  const result::Check& wrong = bench.counts("wrong", rule, 0);
  CHECK(wrong.verdict == Verdict::wrong_answer);
  CHECK(wrong.findings.at(0).message == "not counted because d_sum is 1, due is 0");
  CHECK(bench.counts("exit0", rule).findings.at(0).message ==
        "not counted because the process ended itself with exit code 0");
  CHECK(Bench().counts("launches nothing", rule).verdict == Verdict::policy);
  CHECK(Bench(5, false).counts("right", rule).verdict == Verdict::not_run);
  CHECK(bench.grading.counted_call() == nullptr);
}

TEST_CASE("a time limit that checks share counts once") {
  Bench bench(0.1);
  const CountedRule rule = traffic_at_most(4.1);
  CHECK(bench.counts("sleeps", rule).verdict == Verdict::time_limit);
  CHECK(bench.counts("right", rule).verdict == Verdict::time_limit);
  CHECK(bench.counts("right", rule, 999).verdict == Verdict::pass);
}

TEST_CASE("the report shows the counts of the lab's usual size") {
  Bench bench;
  bench.counts("right", traffic_at_most(4.1), 1000);
  CHECK(bench.grading.counted_call() == nullptr);
  bench.counts("right", traffic_at_most(4.1), counted_n);
  REQUIRE(bench.grading.counted_call() != nullptr);
  CHECK(bench.grading.counted_call()->counters.loads.words == 4 * counted_n);
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

TEST_CASE("a machine without address space is no fault of the submission") {
  Bench bench;
  const result::Check& check = bench.check("no address space");
  CHECK(check.verdict == Verdict::grader_error);
  CHECK(check.reason ==
        "the emulator cannot reserve its address space: is it limited (ulimit -v)?");
}

TEST_CASE("no device ends everything, once") {
  Bench bench;
  CHECK(bench.verdict("no device") == Verdict::no_device);
  CHECK(bench.verdict("right") == Verdict::no_device);
  CHECK(bench.grading.no_device());
}

TEST_CASE(
    "a check with wrong tags, without a call, or that fails by itself is the grader's fault") {
  Bench bench;
  bench.grading.begin_check("untagged", parse_tags({"task1"}, 1));
  CHECK(bench.grading.right(of(1)).has_value());
  bench.grading.end_check("");
  CHECK(bench.grading.checks().back().verdict == Verdict::grader_error);
  CHECK(bench.grading.checks().back().reason.find("\"untagged\"") != std::string::npos);
  bench.grading.begin_check("empty", tags());
  bench.grading.end_check("");
  CHECK(bench.grading.checks().back().verdict == Verdict::grader_error);
  bench.grading.begin_check("broken", tags());
  bench.grading.end_check("checks.cpp:3: 1 == 2");
  CHECK(bench.grading.checks().back().verdict == Verdict::grader_error);
}

TEST_CASE("a check that is not to run keeps its points out of the total") {
  Bench bench;
  bench.grading.begin_check("later", tags());
  bench.grading.not_run("there is no such device");
  bench.grading.end_check("");
  const result::Check& check = bench.grading.checks().back();
  CHECK(check.verdict == Verdict::not_run);
  CHECK(check.reason == "there is no such device");
  CHECK(check.max_points == 0);
}

TEST_CASE("worked examples must agree with the oracle") {
  Bench bench;
  fake_worker::behave("right");
  bench.grading.begin_check("example", tags());
  CHECK_FALSE(bench.grading.values(literal({3, 1, 7, 0, 4, 1, 6, 3}, 8), {{25}}).has_value());
  CHECK(bench.grading.values(literal({3, 1, 7}, 8), {{12}}).has_value());
  bench.grading.end_check("");
  unsetenv("FAKE_WORKER");
  CHECK(bench.grading.checks().back().verdict == Verdict::grader_error);
}
