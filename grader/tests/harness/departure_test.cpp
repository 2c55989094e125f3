// Calls that do not return: which verdict, at which line.
#include <signal.h>

#include "harness/catch.hpp"
#include "harness/judge.hpp"
#include "tests/harness/fabricated.hpp"

using namespace harness;
using result::Verdict;

namespace {

result::Finding finding_of(const CallOutcome& outcome) {
  auto sources = fabricated::sources();
  const Evidence evidence = evidence_of(outcome, sources);
  REQUIRE(evidence.departure.has_value());
  // Both kinds of check are ended by it.
  CHECK(judge_values(evidence).verdict == evidence.departure->code);
  return *evidence.departure;
}

}  // namespace

TEST_CASE("a process that ends itself has crashed") {
  CallOutcome outcome;
  outcome.end = End::left;
  outcome.exit_code = 0;
  const auto finding = finding_of(outcome);
  CHECK(finding.code == Verdict::crash);
  CHECK(finding.message == "the process ended itself with exit code 0");
}

TEST_CASE("a signal is a crash at the innermost line of the submission") {
  const auto finding = finding_of(fabricated::signalled(SIGFPE, 0));
  CHECK(finding.code == Verdict::crash);
  CHECK(finding.message.find("SIGFPE") != std::string::npos);
  REQUIRE(finding.places.size() == 1);
  CHECK(finding.places[0].line == 31);
  CHECK(finding.places[0].text == "line 31");
  CHECK(finding.places[0].thread == "host code");
}

TEST_CASE("a null pointer on the host is a mix-up, at a far address a crash") {
  CHECK(finding_of(fabricated::signalled(SIGSEGV, 0)).code == Verdict::host_device_mixup);
  CHECK(finding_of(fabricated::signalled(SIGSEGV, 65535)).code == Verdict::host_device_mixup);
  CHECK(finding_of(fabricated::signalled(SIGSEGV, 65536)).code == Verdict::crash);
  CHECK(finding_of(fabricated::signalled(SIGABRT, 0)).code == Verdict::crash);
}

TEST_CASE("a device pointer on the host is a mix-up") {
  const auto inside = finding_of(fabricated::signalled(SIGSEGV, 0x200000000000 + 4096));
  CHECK(inside.code == Verdict::host_device_mixup);
  CHECK(inside.message.find("device memory") != std::string::npos);
  CHECK(finding_of(fabricated::signalled(SIGSEGV, 0x202000000000)).code == Verdict::crash);
}

TEST_CASE("a null pointer in a kernel is out of bounds") {
  CHECK(finding_of(fabricated::signalled(SIGSEGV, 8, true)).code == Verdict::out_of_bounds);
}

TEST_CASE("a signal at an address that a finding names is that finding") {
  CallOutcome outcome = fabricated::signalled(SIGSEGV, 0x200000001010);
  fabricated::add_finding(outcome.page, "data_race", "another", 12).address = 0x1234;
  fabricated::add_finding(outcome.page, "out_of_bounds", "beyond d_out", 27).address =
      0x200000001000;
  const auto finding = finding_of(outcome);
  CHECK(finding.code == Verdict::out_of_bounds);
  CHECK(finding.message == "beyond d_out");
  CHECK(finding.places.at(0).line == 27);
}

TEST_CASE("time limits name the line") {
  const auto processor = finding_of(fabricated::left(worker::Departure::time_limit));
  CHECK(processor.code == Verdict::time_limit);
  CHECK(processor.message == "no end after 2.0 s of processor time");
  CHECK(processor.places.at(0).line == 31);
  CallOutcome asleep;
  asleep.end = End::wall_limit;
  asleep.seconds = 5;
  asleep.processor_limit = 2;
  CHECK(finding_of(asleep).code == Verdict::time_limit);
}

TEST_CASE("a deadlock is the one that was reported, or an unnamed one") {
  CallOutcome outcome = fabricated::left(worker::Departure::deadlock);
  CHECK(finding_of(outcome).code == Verdict::deadlock);
  CHECK(finding_of(outcome).places.at(0).line == 31);
  fabricated::add_finding(outcome.page, "deadlock", "32 threads wait at line 9", 9);
  CHECK(finding_of(outcome).message == "32 threads wait at line 9");
}

TEST_CASE("a mix-up that ends the process is the one that was reported") {
  CallOutcome outcome = fabricated::left(worker::Departure::host_device_mixup);
  CHECK(finding_of(outcome).code == Verdict::host_device_mixup);
  fabricated::add_finding(outcome.page, "host_device_mixup", "host code reads d_in[3]", 9);
  CHECK(finding_of(outcome).message == "host code reads d_in[3]");
}

TEST_CASE("memory that runs out, killed or thrown, is a crash with a sentence") {
  CallOutcome killed;
  killed.end = End::left;
  killed.signal = SIGKILL;
  CHECK(finding_of(killed).code == Verdict::crash);
  CHECK(finding_of(killed).message.find("memory ran out") != std::string::npos);
  CallOutcome threw = fabricated::replied();
  threw.reply.kind = worker::ReplyKind::threw;
  fabricated::set(threw.reply.exception_text, "std::bad_alloc");
  CHECK(finding_of(threw).message == "the function threw an exception: std::bad_alloc");
  CallOutcome full = fabricated::replied();
  full.reply.kind = worker::ReplyKind::no_memory;
  CHECK(finding_of(full).code == Verdict::crash);
}

TEST_CASE("an absurd workspace is a failed call") {
  CallOutcome outcome = fabricated::replied();
  outcome.reply.kind = worker::ReplyKind::no_workspace;
  outcome.reply.workspace_bytes = 1000000;
  CHECK(finding_of(outcome).code == Verdict::cuda_error);
  CHECK(finding_of(outcome).message.find("1,000,000 bytes") != std::string::npos);
}

TEST_CASE("a process that breaks the channel has crashed; one that never started is our fault") {
  CallOutcome broken;
  broken.end = End::broke_protocol;
  CHECK(finding_of(broken).code == Verdict::crash);
  CallOutcome never;
  never.problem = "no socket";
  CHECK(finding_of(never).code == Verdict::grader_error);
}
