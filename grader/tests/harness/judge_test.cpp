// From evidence to verdicts.
#include "harness/judge.hpp"

#include <algorithm>

#include "harness/catch.hpp"
#include "tests/harness/fabricated.hpp"
#include "worker/protocol.hpp"

using namespace harness;
using result::Verdict;

namespace {

result::Finding wrong() {
  result::Finding finding;
  finding.code = Verdict::wrong_answer;
  finding.message = "d_sum is 3, due is 25";
  return finding;
}

Evidence evidence(const CallOutcome& outcome, bool wrong_values = false) {
  auto sources = fabricated::sources();
  Evidence all = evidence_of(outcome, sources);
  if (wrong_values) all.wrong.push_back(wrong());
  return all;
}

CallOutcome with_error(int pending, int copy) {
  CallOutcome outcome = fabricated::replied();
  outcome.reply.pending_error = pending;
  outcome.reply.copy_error = copy;
  fabricated::set(outcome.reply.error_name, "cudaErrorInvalidValue");
  fabricated::set(outcome.reply.error_text, "invalid argument");
  return outcome;
}

}  // namespace

TEST_CASE("nothing wrong, nothing reported: pass") {
  CHECK(judge_values(evidence(fabricated::replied())).verdict == Verdict::pass);
  CHECK(judge_safety(evidence(fabricated::replied())).verdict == Verdict::pass);
}

TEST_CASE("a finding fails the safety check and not the value check") {
  CallOutcome outcome = fabricated::replied();
  fabricated::add_finding(outcome.page, "data_race", "two threads touch partial[17]");
  CHECK(judge_values(evidence(outcome)).verdict == Verdict::pass);
  const Judgement safety = judge_safety(evidence(outcome));
  CHECK(safety.verdict == Verdict::data_race);
  REQUIRE(safety.findings.size() == 1);
  const result::Place& place = safety.findings[0].places.at(0);
  CHECK(place.line == 24);
  CHECK(place.text == "line 24");
  CHECK(place.file == "sum.cu");
  CHECK(place.role == "writes here");
  CHECK(place.thread == "thread 17 of block 0");
}

TEST_CASE("wrong values fail the value check and not the safety check") {
  const Evidence all = evidence(fabricated::replied(), true);
  CHECK(judge_values(all).verdict == Verdict::wrong_answer);
  CHECK(judge_safety(all).verdict == Verdict::pass);
}

TEST_CASE("wrong values with a finding: the finding becomes a note") {
  CallOutcome outcome = fabricated::replied();
  fabricated::add_finding(outcome.page, "data_race", "two threads touch partial[17]");
  const Judgement judgement = judge_values(evidence(outcome, true));
  CHECK(judgement.verdict == Verdict::wrong_answer);
  REQUIRE(judgement.notes.size() == 1);
  CHECK(judgement.notes[0] == "data_race: two threads touch partial[17] (line 24)");
}

TEST_CASE("wrong values after a kernel's fault are put down to the fault") {
  CallOutcome outcome = with_error(0, 700);
  fabricated::add_finding(outcome.page, "data_race", "a race", 12);
  fabricated::add_finding(outcome.page, "out_of_bounds", "beyond d_out", 27);
  const Judgement judgement = judge_values(evidence(outcome, true));
  CHECK(judgement.verdict == Verdict::out_of_bounds);
  CHECK(judgement.findings.at(0).message == "beyond d_out");
  CHECK(judgement.notes.size() == 1);
}

TEST_CASE("each kind of fault finds its cause") {
  const std::pair<int, const char*> causes[] = {{716, "misaligned_access"},
                                                {715, "warp_mask"},
                                                {719, "deadlock"},
                                                {700, "host_device_mixup"}};
  for (const auto& [error, code] : causes) {
    CallOutcome outcome = with_error(0, error);
    fabricated::add_finding(outcome.page, code, "the cause");
    CHECK(judge_values(evidence(outcome, true)).verdict == *result::verdict_from_name(code));
  }
}

TEST_CASE("wrong values after a failed call are put down to the call") {
  const Judgement pending = judge_values(evidence(with_error(1, 0), true));
  CHECK(pending.verdict == Verdict::cuda_error);
  CHECK(pending.findings.at(0).message ==
        "the function returned with an error left pending: cudaErrorInvalidValue (1): invalid "
        "argument");
  CallOutcome reported = with_error(1, 0);
  fabricated::add_finding(reported.page, "cuda_error", "the launch failed", 40);
  CHECK(judge_values(evidence(reported, true)).findings.at(0).message == "the launch failed");
  CallOutcome looked_at = fabricated::replied();
  fabricated::add_finding(looked_at.page, "cuda_error", "the launch failed", 40);
  CHECK(judge_values(evidence(looked_at, true)).verdict == Verdict::cuda_error);
}

TEST_CASE("an error left pending fails the safety check, once") {
  const Judgement alone = judge_safety(evidence(with_error(1, 0)));
  CHECK(alone.verdict == Verdict::cuda_error);
  CallOutcome reported = with_error(1, 0);
  fabricated::add_finding(reported.page, "cuda_error", "the launch failed", 40);
  CHECK(judge_safety(evidence(reported)).findings.size() == 1);
}

TEST_CASE("of several findings the first in the order of precedence decides") {
  CallOutcome outcome = with_error(1, 0);
  fabricated::add_finding(outcome.page, "misaligned_access", "third");
  fabricated::add_finding(outcome.page, "out_of_bounds", "second");
  fabricated::add_finding(outcome.page, "data_race", "first");
  const Judgement judgement = judge_safety(evidence(outcome));
  CHECK(judgement.verdict == Verdict::data_race);
  REQUIRE(judgement.findings.size() == 4);
  CHECK(judgement.findings[1].message == "second");
  CHECK(judgement.findings[3].code == Verdict::cuda_error);
}

TEST_CASE("a safety finding stands before a time limit, a crash before both") {
  CallOutcome slow = fabricated::left(worker::Departure::time_limit);
  fabricated::add_finding(slow.page, "data_race", "a race");
  CHECK(judge_safety(evidence(slow)).verdict == Verdict::data_race);
  CHECK(judge_values(evidence(slow)).verdict == Verdict::time_limit);
  CallOutcome gone;
  gone.end = End::left;
  gone.exit_code = 0;
  fabricated::add_finding(gone.page, "data_race", "a race");
  CHECK(judge_safety(evidence(gone)).verdict == Verdict::crash);
}

TEST_CASE("a broken rule of the course and what the emulator cannot run decide always") {
  for (const char* code : {"policy", "unsupported"}) {
    CallOutcome outcome = fabricated::replied();
    fabricated::add_finding(outcome.page, code, "cudaDeviceReset");
    CHECK(judge_values(evidence(outcome)).verdict == *result::verdict_from_name(code));
    CHECK(judge_safety(evidence(outcome)).verdict == *result::verdict_from_name(code));
  }
}

TEST_CASE("notes cost nothing and are said beside the verdict") {
  CallOutcome outcome = fabricated::replied();
  fabricated::add_finding(outcome.page, "barrier_divergence", "threads returned before a barrier",
                          9, worker::Severity::note);
  const Judgement judgement = judge_safety(evidence(outcome));
  CHECK(judgement.verdict == Verdict::pass);
  CHECK(judgement.notes == std::vector<std::string>{"threads returned before a barrier"});
}

TEST_CASE("a page cannot talk itself into a verdict of another's fault, nor into nonsense") {
  CallOutcome outcome = fabricated::replied();
  for (const char* code : {"grader_error", "no_device", "pass", "not_run", "build_failed", "", "x"})
    fabricated::add_finding(outcome.page, code, "forged");
  CHECK(judge_safety(evidence(outcome)).verdict == Verdict::pass);
  outcome.page.finding_count = 4000000000u;
  outcome.page.findings[0].place_count = 4000000000u;
  std::memset(outcome.page.findings[0].code, 'x', sizeof outcome.page.findings[0].code);
  std::memset(outcome.page.findings[0].message, '\x1b', sizeof outcome.page.findings[0].message);
  outcome.page.address_count = 4000000000u;
  outcome.page.departure = static_cast<worker::Departure>(77);
  outcome.end = End::left;
  outcome.exit_code = 3;
  CHECK(evidence(outcome).departure->code == Verdict::crash);
}

TEST_CASE("a guard that was overwritten names the array and the bytes") {
  std::vector<std::uint32_t> front(256, worker::guard_word), behind(256, worker::guard_word);
  CHECK_FALSE(guard_damage("d_out", front, behind).has_value());
  behind[0] = 0;
  CHECK(guard_damage("d_out", front, behind)->code == Verdict::out_of_bounds);
  CHECK(guard_damage("d_out", front, behind)->message ==
        "d_out: the 4 bytes behind its end were overwritten");
  behind[0] = worker::guard_word;
  behind[2] = behind[3] = 1;
  CHECK(guard_damage("d_out", front, behind)->message ==
        "d_out: 8 bytes behind its end were overwritten, from 8 bytes behind it on");
  behind.assign(256, worker::guard_word);
  front[255] = 0;
  CHECK(guard_damage("d_out", front, behind)->message ==
        "d_out: 4 bytes in front of its start were overwritten, from 4 bytes in front of it on");
}

TEST_CASE("an input that was changed names the first index") {
  const std::vector<std::uint32_t> before = {0x40600000u, 0x3F800000u, 0};
  std::vector<std::uint32_t> after = before;
  CHECK_FALSE(input_damage("d_in", before, after, true).has_value());
  after[1] = 0;
  after[2] = 7;
  const auto finding = input_damage("d_in", before, after, true);
  REQUIRE(finding.has_value());
  CHECK(finding->code == Verdict::input_modified);
  CHECK(finding->message == "d_in[1] was 1 before the call and is 0 after it");
  CHECK(finding->occurrences == 2);
}

TEST_CASE("damage that a reported finding explains is not said twice") {
  CallOutcome outcome = fabricated::replied();
  fabricated::add_finding(outcome.page, "out_of_bounds", "thread 0 writes d_out[8]");
  Evidence all = evidence(outcome);
  result::Finding traces;
  traces.code = Verdict::out_of_bounds;
  traces.message = "d_out: the 4 bytes behind its end were overwritten";
  all.damage.push_back(traces);
  CHECK(judge_safety(all).findings.size() == 1);
  all.reported.clear();
  CHECK(judge_safety(all).verdict == Verdict::out_of_bounds);
}

TEST_CASE("findings with one code at the same lines are one") {
  CallOutcome outcome = fabricated::replied();
  fabricated::add_finding(outcome.page, "out_of_bounds", "reads d_in[8]", 24).occurrences = 3;
  fabricated::add_finding(outcome.page, "out_of_bounds", "reads d_in[9]", 24).occurrences = 4;
  fabricated::add_finding(outcome.page, "out_of_bounds", "writes d_out[8]", 25);
  fabricated::add_finding(outcome.page, "misaligned_access", "reads at 4", 24);
  // Addresses in no line of the submission are not known to be the same cause.
  fabricated::add_finding(outcome.page, "out_of_bounds", "somewhere", 5000);
  fabricated::add_finding(outcome.page, "out_of_bounds", "elsewhere", 5001);
  const Evidence all = evidence(outcome);
  REQUIRE(all.reported.size() == 5);
  CHECK(all.reported[0].message == "reads d_in[8]");
  CHECK(all.reported[0].occurrences == 7);
  CHECK(all.reported[1].message == "writes d_out[8]");
  CHECK(all.reported[4].message == "elsewhere");
}

TEST_CASE("a race of two lines is one finding, whichever access came first") {
  CallOutcome outcome = fabricated::replied();
  for (const auto& [first, second] : {std::pair{24, 31}, {31, 24}, {24, 24}}) {
    worker::ReportedFinding& race =
        fabricated::add_finding(outcome.page, "data_race", "two threads", first);
    race.place_count = 2;
    race.places[1] = race.places[0];
    race.places[1].return_address = static_cast<std::uint64_t>(1000 + second);
    race.places[1].who.thread[0] = 5;
    fabricated::set(race.places[1].role, "reads here");
  }
  const Evidence all = evidence(outcome);
  REQUIRE(all.reported.size() == 2);
  CHECK(all.reported[0].occurrences == 2);
  CHECK(all.reported[0].places.size() == 2);
  // Both at line 24: one place with both roles.
  REQUIRE(all.reported[1].places.size() == 1);
  CHECK(all.reported[1].places[0].thread == "thread 17 of block 0");
  CHECK(all.reported[1].places[0].role == "writes here; thread 5 of block 0 reads here");
}

TEST_CASE("a signal at the address of a finding that was joined to another is that finding") {
  CallOutcome outcome = fabricated::signalled(11, 0x7000, true);
  fabricated::add_finding(outcome.page, "out_of_bounds", "reads d_in[8]", 24).address = 0x10;
  fabricated::add_finding(outcome.page, "out_of_bounds", "reads d_in[9]", 24).address = 0x7000;
  CHECK(evidence(outcome).departure->message == "reads d_in[8]");
}

TEST_CASE(
    "reads of memory that nothing wrote can become remarks, and the fault stays what it was") {
  CallOutcome outcome = with_error(0, 700);
  fabricated::add_finding(outcome.page, "uninitialized_read", "reads partial[3]", 12);
  fabricated::add_finding(outcome.page, "out_of_bounds", "beyond d_out", 27);
  Evidence all = evidence(outcome);
  REQUIRE(all.fault == 1u);
  demote_uninitialized_reads(all);
  REQUIRE(all.reported.size() == 1);
  REQUIRE(all.fault == 0u);
  CHECK(all.reported[*all.fault].message == "beyond d_out");
  CHECK(all.remarks == std::vector<std::string>{
                           "uninitialized_read: reads partial[3] (line 12); no output depends on "
                           "it"});
}

TEST_CASE("a shape run judges bounds, alignment, sides and failed calls alone") {
  for (const char* code :
       {"out_of_bounds", "misaligned_access", "host_device_mixup", "cuda_error"}) {
    CallOutcome outcome = fabricated::replied();
    fabricated::add_finding(outcome.page, code, "seen");
    CHECK(judge_shape(evidence(outcome)).verdict == *result::verdict_from_name(code));
  }
  for (const char* code : {"data_race", "barrier_divergence", "deadlock", "warp_mask",
                           "memory_leak", "uninitialized_read", "stream_order", "input_modified"}) {
    CallOutcome outcome = fabricated::replied();
    fabricated::add_finding(outcome.page, code, "seen");
    CHECK(judge_shape(evidence(outcome, true)).verdict == Verdict::pass);
  }
  for (const auto departure : {worker::Departure::time_limit, worker::Departure::deadlock})
    CHECK(judge_shape(evidence(fabricated::left(departure))).verdict == Verdict::pass);
  CHECK(judge_shape(evidence(with_error(9, 0))).verdict == Verdict::cuda_error);
  CHECK(judge_shape(evidence(fabricated::signalled(11, 8, true))).verdict ==
        Verdict::out_of_bounds);
}

TEST_CASE("in a shape run neither a fault by something else nor a full card is judged") {
  CallOutcome deadlock = with_error(0, 719);
  fabricated::add_finding(deadlock.page, "deadlock", "waits");
  CHECK(judge_shape(evidence(deadlock)).verdict == Verdict::pass);
  CallOutcome full = with_error(2, 0);
  fabricated::set(full.reply.error_name, "cudaErrorMemoryAllocation");
  fabricated::add_finding(full.page, "cuda_error", "cudaMalloc: cudaErrorMemoryAllocation (2)");
  CHECK(judge_shape(evidence(full)).verdict == Verdict::pass);
  // A kernel that is then given a null pointer.
  fabricated::add_finding(full.page, "out_of_bounds", "a null pointer is used in a kernel");
  CHECK(judge_shape(evidence(full)).verdict == Verdict::pass);
  CallOutcome before = with_error(2, 0);
  fabricated::add_finding(before.page, "out_of_bounds", "d_in[7] does not exist");
  fabricated::add_finding(before.page, "cuda_error", "cudaMalloc: cudaErrorMemoryAllocation (2)");
  CHECK(judge_shape(evidence(before)).verdict == Verdict::out_of_bounds);
}

TEST_CASE("threads are named in as many dimensions as they need") {
  worker::ThreadId who;
  CHECK(thread_text(who) == "host code");
  who.in_kernel = 1;
  who.thread[0] = 3;
  who.block[1] = 2;
  CHECK(thread_text(who) == "thread 3 of block (0, 2, 0)");
}
