// Timed runs with workers that misbehave, and with a real one on the emulator, which measures
// nothing but takes every step.
#include "harness/timed_runs.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

#include "harness/catch.hpp"
#include "harness/gpu_times.hpp"
#include "harness/window_results.hpp"
#include "tests/harness/fabricated.hpp"
#include "tests/harness/fake_worker.hpp"
#include "toolchain/submission.hpp"

using namespace harness;
using result::Verdict;

namespace {

const std::vector<Function>& functions() {
  static const std::vector<Function> all = {{"array_sum", {"d_in"}, {"d_sum"}}};
  return all;
}
std::vector<ExpectedOutput> reference(const Problem& problem) {
  ExpectedOutput sum;
  sum.values = {0};
  for (const float x : problem.inputs[0]) sum.values[0] += static_cast<double>(x);
  if (!problem.exact) sum.bound = {1};
  return {sum};
}
TimingPlan timing() {
  TimingPlan plan;
  plan.sizes = {1000, 2000};
  return plan;
}
const LabCode lab_code = {&functions, &reference, nullptr, nullptr, &timing};

constexpr TimedPlan short_plan = {.n = 1000, .repeats = 5};

TimedResult time_fake(const char* how, const TimedPlan& plan = short_plan,
                      Compared compared = Compared::yes) {
  prepare_this_process();
  fake_worker::behave(how);
  auto sources = fabricated::sources();
  TimedData data(lab_code, plan, 1);
  TimedProgram program(fake_worker::program, data, compared, &sources, 5);
  while (data.next())
    if (!program.run()) break;
  unsetenv("FAKE_WORKER");
  return program.result();
}

std::string at_case(const TimedResult& timed) {
  return timed.finding ? timed.finding->at_case : "no finding";
}

}  // namespace

TEST_CASE("an honest program is timed, run by run") {
  const TimedResult timed = time_fake("sums");
  CHECK(timed.complete());
  CHECK(timed.outcome == Verdict::pass);
  CHECK(timed.kernel_ms == std::vector<double>(5, 1.0));  // no warm-up is among them
  CHECK(timed.wall_ms.size() == 5);
  for (const double ms : timed.wall_ms) CHECK(ms > 0);
  CHECK(timed.median_ms == 1);
  CHECK(timed.spread == 0);
  CHECK(timed.held);
  CHECK(timed.pageable_ms == 20.0);
  CHECK(timed.pinned_ms == 10.0);
  CHECK(timed.device == "a fake");
}

TEST_CASE("a wrong answer in a timed run is one, and the run is named") {
  const TimedResult at_once = time_fake("wrong");
  CHECK(at_once.verdict == Verdict::wrong_answer);
  CHECK(at_case(at_once) == "n = 1000, block_size = 256, warm-up 1 of the timed runs");
  const TimedResult later = time_fake("wrong at the fifth call");
  CHECK(later.verdict == Verdict::wrong_answer);
  CHECK(at_case(later) == "n = 1000, block_size = 256, timed run 3 of 5");
  CHECK(later.kernel_ms.size() == 2);
  const TimedResult remembers = time_fake("remembers its first sum");
  CHECK(remembers.verdict == Verdict::wrong_answer);
  CHECK(at_case(remembers) == "n = 1000, block_size = 256, warm-up 2 of the timed runs");
  // Of so many elements few differ from run to run, and few outputs are looked at.
  const TimedPlan long_plan = {.n = TimedData::most_fresh + 1, .repeats = 1};
  CHECK(at_case(time_fake("remembers its first sum", long_plan)) ==
        "n = 16777217, block_size = 256, timed run 1 of 1");
  CHECK(time_fake("untouched").verdict == Verdict::wrong_answer);
  CHECK(time_fake("overrun").verdict == Verdict::out_of_bounds);
  CHECK(time_fake("changes input").verdict == Verdict::input_modified);
}

TEST_CASE("a program that gives no right answer on purpose is timed all the same") {
  const TimedResult timed = time_fake("wrong", short_plan, Compared::no);
  CHECK(timed.complete());
  CHECK(timed.kernel_ms.size() == 5);
}

TEST_CASE("times that cannot be are suspect and cost no verdict") {
  const TimedResult fast = time_fake("is faster than memory");
  CHECK(fast.complete());
  CHECK(fast.outcome == Verdict::suspect);
  CHECK(fast.why.find("0.0040 ms at 1 GB/s") != std::string::npos);
  const TimedResult hidden = time_fake("hides its work");
  CHECK(hidden.complete());
  CHECK(hidden.outcome == Verdict::suspect);
  CHECK(hidden.why.starts_with("the grader's clock says "));
  for (const double ms : hidden.wall_ms) CHECK(ms >= 5);
  const TimedResult ahead = time_fake("works ahead of its stream");
  CHECK(ahead.outcome == Verdict::suspect);
  CHECK(ahead.why.find("2.0000 ms where it is not") != std::string::npos);
  const TimedResult noisy = time_fake("is noisy");
  CHECK(noisy.complete());
  CHECK(noisy.outcome == Verdict::noisy);
}

TEST_CASE("what messages take is measured before anything is called") {
  const TimedResult slow = time_fake("has slow messages");
  CHECK(slow.complete());
  CHECK(slow.messages_ms == 1);  // of two, no more are believed
  for (const double ms : slow.wall_ms) CHECK(ms >= 2);
  CHECK(slow.kernel_ms == std::vector<double>(5, 1.0));
  const TimedResult hidden = time_fake("hides its work");
  CHECK(hidden.messages_ms > 0);
  CHECK(hidden.messages_ms <= 1);
  CHECK(time_fake("dies when nothing is called").verdict == Verdict::crash);
}

TEST_CASE("a function that waits for the device is held once") {
  const TimedResult timed = time_fake("waits for the device");
  CHECK(timed.complete());
  CHECK_FALSE(timed.held);
  CHECK(timed.kernel_ms.size() == 5);
  CHECK(timed.wall_ms[0] >= 5);  // the fake sleeps where it is held
  CHECK(*std::max_element(timed.wall_ms.begin() + 1, timed.wall_ms.end()) < 5);
  CHECK(timed.outcome == Verdict::pass);
}

TEST_CASE("what is no number is no time") {
  const TimedResult timed = time_fake("says no number");
  CHECK(timed.complete());
  CHECK(timed.kernel_ms.empty());
  CHECK(timed.median_ms == 0);
  CHECK(timing_rows(timed, short_plan, lab_code).empty());
}

TEST_CASE("the steps of a timed call cannot be taken out of turn") {
  CHECK(time_fake("is done before it is armed").verdict == Verdict::crash);
  CHECK(time_fake("is done before the word").verdict == Verdict::crash);
  CHECK(time_fake("guesses the nonce").verdict == Verdict::crash);
  CHECK(time_fake("dies when it is timed").verdict == Verdict::crash);
  CHECK(time_fake("exit0").verdict == Verdict::crash);
}

TEST_CASE("no device and no room are nobody's fault") {
  const TimedResult none = time_fake("no device");
  CHECK(none.verdict == Verdict::no_device);
  CHECK_FALSE(none.problem.empty());
  const TimedResult no_room = time_fake("no memory");
  CHECK(no_room.verdict == Verdict::not_run);
  CHECK(no_room.problem == "the GPU's memory does not hold the arrays of n = 1000");
}

TEST_CASE("programs take turns on the same data") {
  prepare_this_process();
  TimedData data(lab_code, short_plan, 1);
  TimedProgram right(fake_worker::program, data, Compared::yes);
  TimedProgram late(fake_worker::program, data, Compared::yes);
  while (data.next()) {
    fake_worker::behave("sums");
    right.run();
    fake_worker::behave("wrong at the fifth call");  // its worker is started in the first round
    late.run();
  }
  unsetenv("FAKE_WORKER");
  CHECK(right.result().complete());
  CHECK(right.result().kernel_ms.size() == 5);
  CHECK(late.result().verdict == Verdict::wrong_answer);
  CHECK(late.result().kernel_ms.size() == 2);
}

TEST_CASE("times of a passed submission become rows, a wrong run a check") {
  prepare_this_process();
  const auto graded = [](const char* how) {
    fake_worker::behave(how);
    auto sources = fabricated::sources();
    result::Lab lab;
    lab.verdict = Verdict::pass;
    const toolchain::TemporaryDirectory locks;
    GpuLock::Terms terms;
    terms.folder = locks.path();
    const GpuLock lock("GPU-a", terms);
    add_gpu_times(lab, fake_worker::program, lab_code, sources, lock);
    unsetenv("FAKE_WORKER");
    return lab;
  };
  const result::Lab right = graded("sums");
  CHECK(right.verdict == Verdict::pass);
  CHECK(right.checks.empty());
  std::vector<std::pair<std::string, std::uint64_t>> rows;
  for (const result::Timing& row : right.timings) rows.emplace_back(row.what, row.n);
  CHECK(rows ==
        std::vector<std::pair<std::string, std::uint64_t>>{{"GPU, kernel", 1000},
                                                           {"GPU, end to end, pageable", 1000},
                                                           {"GPU, end to end, pinned", 1000},
                                                           {"GPU, kernel", 2000},
                                                           {"GPU, end to end, pageable", 2000},
                                                           {"GPU, end to end, pinned", 2000}});
  CHECK(right.timings[0].repeats == 10);
  // 4 bytes an element in 1 ms
  CHECK(std::fabs(right.timings[0].gigabytes_per_second.value_or(0) - 0.004) < 1e-12);
  CHECK_FALSE(right.timings[0].outcome);

  const result::Lab wrong = graded("wrong at the fifth call");
  CHECK(wrong.verdict == Verdict::wrong_answer);
  REQUIRE(wrong.checks.size() == 1);
  CHECK(wrong.checks[0].max_points == 0);
  CHECK(wrong.checks[0].findings.at(0).at_case == "n = 1000, block_size = 256, timed run 3 of 10");

  const result::Lab hidden = graded("hides its work");
  CHECK(hidden.verdict == Verdict::pass);
  CHECK(hidden.timings.at(0).outcome == Verdict::suspect);
  CHECK_FALSE(hidden.timings.at(0).why.value_or("").empty());

  const result::Lab small_card = graded("no memory");
  CHECK(small_card.verdict == Verdict::pass);
  CHECK(small_card.checks.empty());
  CHECK(small_card.notes == std::vector<std::string>{
                                "not timed at n = 1,000: the GPU's memory does not hold the arrays "
                                "of n = 1000"});
}

TEST_CASE("where the GPU's lock cannot be had, times come with a note, once") {
  prepare_this_process();
  fake_worker::behave("sums");
  auto sources = fabricated::sources();
  GpuLock::Terms terms;
  terms.folder = "/dev/null/locks";
  const GpuLock none("GPU-a", terms);
  REQUIRE_FALSE(none.held());
  CHECK(time_program(fake_worker::program, lab_code, short_plan, &sources, none).note ==
        none.why_not());
  result::Lab lab;
  add_gpu_times(lab, fake_worker::program, lab_code, sources, none);
  unsetenv("FAKE_WORKER");
  CHECK(lab.timings.size() == 6);
  CHECK(lab.notes == std::vector<std::string>{none.why_not()});
}

TEST_CASE("windows show wrong elements, changed inputs and guards") {
  const auto copies = [](const Problem& problem) {
    ExpectedOutput out;
    for (const float x : problem.inputs[0]) out.values.push_back(static_cast<double>(x));
    out.room = problem.n + 1;  // one element that is not due
    return std::vector<ExpectedOutput>{out};
  };
  const LabCode code = {&functions, copies, nullptr, nullptr, nullptr};
  ArrayFiles files;
  Case asked;
  asked.n = 5000;
  PreparedCall call = prepare_call(asked, 1, code, files);
  set_poison(call, 1, files);
  const worker::Request& request = call.request;
  auto* const out = reinterpret_cast<std::uint32_t*>(
      files.outputs.data() + request.outputs[0].file_offset + worker::guard_bytes);
  auto* const in_after =
      reinterpret_cast<std::uint32_t*>(files.outputs.data() + request.inputs[0].copy_offset);
  constexpr std::size_t guard_words = worker::guard_bytes / 4;
  const auto* const in = reinterpret_cast<const std::uint32_t*>(call.problem.inputs[0].data());
  std::fill_n(out - guard_words, asked.n + 1 + 2 * guard_words, worker::guard_word);
  std::copy_n(in, asked.n, out);
  out[asked.n] = request.outputs[0].poison;
  std::copy_n(in, asked.n, in_after);

  // Elements 2000 to 3023 of the output; in the input, which is one shorter, as well.
  const worker::Fetch middle = {.whole = 0, .count = 1, .places = {2000}};
  const worker::Fetch end = {.whole = 0, .count = 1, .places = {5001 - 1024}};
  const auto seen = [&](const worker::Fetch& fetch) {
    Evidence evidence;
    add_from_windows(call, fetch, files, 0, evidence);
    return evidence;
  };
  CHECK(seen(middle).wrong.empty());
  CHECK(seen(middle).damage.empty());
  CHECK(seen(end).wrong.empty());

  out[1999] = out[3024] = 0x41200000u;
  CHECK(seen(middle).wrong.empty());
  out[3023] = 0x41200000u;
  REQUIRE(seen(middle).wrong.size() == 1);
  CHECK(seen(middle).wrong[0].code == Verdict::wrong_answer);
  CHECK(seen(middle).wrong[0].message.starts_with("d_sum[3023] is 10, due is "));
  out[2500] = request.outputs[0].poison;
  CHECK(seen(middle).wrong[0].message.starts_with("d_sum[2500] was not written, due is "));
  out[5000] = 0;
  CHECK(seen(end).wrong[0].message ==
        "d_sum[5000] was written; only the first 5,000 elements are due");

  in_after[2100] ^= 0x80000001u;
  REQUIRE(seen(middle).damage.size() == 1);
  CHECK(seen(middle).damage[0].code == Verdict::input_modified);
  CHECK(seen(middle).damage[0].message.starts_with("d_in[2100] was "));
  out[-1] = 0;
  CHECK(seen(middle).damage[0].code == Verdict::out_of_bounds);
}

TEST_CASE("windows lie inside of their arrays") {
  for (const std::uint64_t words : {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{1024},
                                    std::uint64_t{1025}, std::uint64_t{1} << 30})
    for (const std::uint64_t place :
         {std::uint64_t{0}, std::uint64_t{1}, words, ~std::uint64_t{0}, words * 7 + 3}) {
      const worker::Window part = worker::window_at(place, 4 * words);
      CHECK(part.offset % 4 == 0);
      CHECK(part.offset + part.bytes <= 4 * words);
      CHECK(part.bytes == std::min<std::uint64_t>(4 * words, worker::window_bytes));
    }
  CHECK(worker::window_at(2000, 40000).offset == 8000);
}
