// Verdicts of times, from made-up figures. The card of these tests moves 4 TB/s and holds 50 MB.
#include "harness/time_verdict.hpp"

#include <cmath>

#include "harness/catch.hpp"

using namespace harness;
using result::Verdict;

namespace {

constexpr std::uint64_t megabyte = 1'000'000;
constexpr DeviceFacts card = {50 * megabyte, 4e12};

/// Calls of `kernel_ms` each whose clocks say 0.1 ms more than their events.
TimeEvidence of(std::initializer_list<double> kernel_ms, std::uint64_t input_bytes = 0) {
  TimeEvidence evidence;
  for (const double ms : kernel_ms)
    evidence.calls.push_back({.kernel_ms = ms, .wall_ms = ms + 0.1, .held = true});
  evidence.input_bytes = input_bytes;
  evidence.device = card;
  return evidence;
}

bool is_near(double got, double due) { return std::fabs(got - due) < 1e-12 * std::fabs(due); }

bool contains(const std::string& text, const std::string& part) {
  INFO(text);
  const bool found = text.find(part) != std::string::npos;
  CHECK(found);
  return found;
}

}  // namespace

TEST_CASE("median and spread are the quartiles of the textbook") {
  CHECK(median_of({}) == 0);
  CHECK(median_of({7}) == 7);
  CHECK(median_of({3, 1, 2}) == 2);
  CHECK(median_of({4, 1, 3, 2}) == 2.5);
  // Of 1 to 9 the quartiles are 3 and 7.
  CHECK(is_near(spread_of({9, 8, 7, 6, 5, 4, 3, 2, 1}), 4.0 / 5));
  // Of 1, 2, 3, 4 they are 1.75 and 3.25.
  CHECK(is_near(spread_of({1, 2, 3, 4}), 1.5 / 2.5));
  CHECK(spread_of({5}) == 0);
  CHECK(spread_of({0, 0, 0}) == 0);
}

TEST_CASE("a time is bounded by the bytes that must be read, and written beyond the cache") {
  TimeEvidence evidence = of({}, 400 * megabyte);
  CHECK(is_near(least_ms(evidence), 0.1));
  evidence.output_bytes = 50 * megabyte;
  CHECK(is_near(least_ms(evidence), 0.1));
  evidence.output_bytes = 450 * megabyte;
  CHECK(is_near(least_ms(evidence), 0.2));
  evidence.device = {0, 4e12};
  CHECK(least_ms(evidence) == 0);
  evidence.device = {50 * megabyte, 0};
  CHECK(least_ms(evidence) == 0);
}

TEST_CASE("what is faster than the memory is suspect") {
  const TimeVerdict fast = judge_time(of({0.098, 0.098, 0.098}, 400 * megabyte));
  CHECK(fast.outcome == Verdict::suspect);
  contains(fast.why, "0.0980 ms");
  contains(fast.why, "0.1000 ms at 4000 GB/s");
  CHECK(judge_time(of({0.101, 0.101, 0.101}, 400 * megabyte)).outcome == Verdict::pass);
  // Events are not told apart by less than about a microsecond.
  CHECK(judge_time(of({0.0995, 0.0995, 0.0995}, 400 * megabyte)).outcome == Verdict::pass);
  TimeEvidence unknown = of({0.098, 0.098, 0.098}, 400 * megabyte);
  unknown.device = {};
  CHECK(judge_time(unknown).outcome == Verdict::pass);
}

TEST_CASE("work that the events do not see is suspect") {
  TimeEvidence evidence = of({0.05, 0.05, 0.05});
  for (TimedCall& call : evidence.calls) call.wall_ms = 0.39;  // twice, and 0.29 ms
  CHECK(judge_time(evidence).outcome == Verdict::pass);
  for (TimedCall& call : evidence.calls) call.wall_ms = 0.41;
  const TimeVerdict hidden = judge_time(evidence);
  CHECK(hidden.outcome == Verdict::suspect);
  contains(hidden.why, "0.4100 ms");
  contains(hidden.why, "0.0500 ms");

  // One slow message is none, and one honest call excuses nothing.
  evidence.calls[0].wall_ms = evidence.calls[1].wall_ms = 0.15;
  CHECK(judge_time(evidence).outcome == Verdict::pass);
  evidence.calls[1].wall_ms = 0.41;
  CHECK(judge_time(evidence).outcome == Verdict::suspect);

  // Where the hold ran out, its time is in the clock.
  evidence = of({0.05, 0.05});
  evidence.calls[0] = {.kernel_ms = 0.05, .wall_ms = 2.2, .held = false, .hold_expired = true};
  CHECK(judge_time(evidence).outcome == Verdict::pass);
  evidence.calls.resize(1);
  CHECK(judge_time(evidence).outcome == Verdict::pass);
}

TEST_CASE("what messages take is no work of the call") {
  // As lab 03 was timed at 2^24 in a virtual machine with an H200.
  TimeEvidence evidence;
  evidence.calls.assign(10, {.kernel_ms = 0.02, .wall_ms = 0.41, .held = true});
  CHECK(judge_time(evidence).outcome == Verdict::suspect);
  evidence.messages_ms = 0.35;
  CHECK(judge_time(evidence).outcome == Verdict::pass);

  // The same program, which hides 1 ms.
  for (TimedCall& call : evidence.calls) call.wall_ms = 1.41;
  const TimeVerdict hidden = judge_time(evidence);
  CHECK(hidden.outcome == Verdict::suspect);
  contains(hidden.why, "the grader's clock says 1.0600 ms where the events say 0.0200 ms");

  // The allowance is the same as without messages: 0.35 + 2 * 0.02 + 0.3.
  for (TimedCall& call : evidence.calls) call.wall_ms = 0.68;
  CHECK(judge_time(evidence).outcome == Verdict::pass);
  for (TimedCall& call : evidence.calls) call.wall_ms = 0.70;
  CHECK(judge_time(evidence).outcome == Verdict::suspect);
}

TEST_CASE("messages take the median of some, and no more than 1 ms") {
  CHECK(messages_ms_of({}) == 0);
  CHECK(messages_ms_of({0.9, 0.3, 0.35, 0.4, 0.2}) == 0.35);  // the first one loads a kernel
  CHECK(messages_ms_of({7, 7, 7, 0.1, 0.1}) == 1);
}

TEST_CASE("work that does not wait for the held stream is suspect") {
  TimeEvidence evidence = of({0.25, 0.25, 0.25});
  evidence.open_ms = 0.41;  // a quarter more, and 0.0975 ms
  CHECK(judge_time(evidence).outcome == Verdict::pass);
  evidence.open_ms = 0.48;
  const TimeVerdict ahead = judge_time(evidence);
  CHECK(ahead.outcome == Verdict::suspect);
  contains(ahead.why, "0.2500 ms");
  contains(ahead.why, "0.4800 ms");
  // Where nothing was held the two cannot differ by that.
  for (TimedCall& call : evidence.calls) call.held = false;
  CHECK(judge_time(evidence).outcome == Verdict::pass);
}

TEST_CASE("times that differ too much are noisy") {
  CHECK(judge_time(of({1.00, 1.05, 1.10, 1.14})).outcome == Verdict::pass);
  const TimeVerdict noisy = judge_time(of({1.0, 1.0, 1.3, 1.3, 1.3, 9.0}));
  CHECK(noisy.outcome == Verdict::noisy);
  contains(noisy.why, "6 times");
  contains(noisy.why, "shortest 1.0000 ms, longest 9.0000 ms");
  // One that is far off is not yet noise.
  CHECK(judge_time(of({1, 1, 1, 1, 1, 1, 1, 9})).outcome == Verdict::pass);
  CHECK(judge_time({}).outcome == Verdict::pass);
  // What cannot be is not excused by noise.
  CHECK(judge_time(of({0.01, 0.05, 0.06, 0.07}, 400 * megabyte)).outcome == Verdict::suspect);
}
