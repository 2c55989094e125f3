#include "harness/timed_runs.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "harness/judge.hpp"
#include "harness/text.hpp"
#include "harness/window_results.hpp"

namespace harness {
namespace {

using result::Verdict;

constexpr unsigned most_printed_lines = 100;
constexpr int exchanges_without_a_call = 5;

// Uploading, filling, copying back; and how long a kernel may take that hangs.
double seconds_of_a_run(const TimedPlan& plan) { return 10 + 1e-7 * static_cast<double>(plan.n); }

double seconds_of_all_runs(const TimedPlan& plan) {
  const int runs = plan.warm_ups + plan.repeats + 1;
  return 30 + runs * seconds_of_a_run(plan) / 4;
}

SourceMap without_lines() {
  return SourceMap(
      "",
      [](const std::vector<std::uint64_t>& addresses) {
        return std::vector<toolchain::SourceLine>(addresses.size());
      },
      [](int) { return std::string(); });
}

double time_or_none(double milliseconds) {
  return std::isfinite(milliseconds) && milliseconds > 0 ? milliseconds : 0;
}

}  // namespace

TimedProgram::TimedProgram(std::filesystem::path worker, TimedData& data, Compared compared,
                           SourceMap* sources, double seconds)
    : data_(data),
      compared_(compared),
      no_sources_(without_lines()),
      sources_(sources != nullptr ? sources : &no_sources_),
      session_(std::move(worker), data.inputs()),
      seconds_(seconds > 0 ? seconds : seconds_of_all_runs(data.plan())) {}

Session::How TimedProgram::how() {
  Session::How how;
  how.flags = worker::timed;
  if (data_.kind() == Round::end_to_end) how.flags |= worker::end_to_end;
  if (data_.kind() == Round::timed && holds_) how.flags |= worker::held;
  how.poison_seed = data_.random_bits();
  how.most_seconds = seconds_of_a_run(data_.plan());
  return how;
}

// Before the submission's function has been called for the first time.
bool TimedProgram::measure_messages() {
  Session::How how;
  how.flags = worker::timed | worker::held | worker::messages_only;
  how.most_seconds = seconds_of_a_run(data_.plan());
  std::vector<double> exchanges_ms;
  for (int k = 0; k < exchanges_without_a_call; ++k) {
    if (const auto failed = session_.begin_timed(data_.call(), how)) return end_with(*failed);
    CallOutcome step = session_.wait_until_armed();
    if (step.end != End::replied || step.reply.kind != worker::ReplyKind::armed)
      return end_with(step);
    step = session_.go();
    if (step.end != End::replied) return end_with(step);
    exchanges_ms.push_back(step.seconds * 1e3);
    step = session_.fetch({});
    if (step.end != End::replied) return end_with(step);
  }
  evidence_.messages_ms = messages_ms_of(exchanges_ms);
  return true;
}

bool TimedProgram::run() {
  using worker::ReplyKind;
  if (ended_) return false;
  if (!began_) {
    began_ = true;
    session_.begin_check(seconds_);
    if (!measure_messages()) return false;
  }
  PreparedCall& call = data_.call();
  if (const auto failed = session_.begin_timed(call, how())) return end_with(*failed);
  // The oracle works while the worker prepares.
  const bool compares = compared_ == Compared::yes && data_.is_compared();
  if (compares) data_.expected();
  CallOutcome step = session_.wait_until_armed();
  if (step.end != End::replied || step.reply.kind != ReplyKind::armed) return end_with(step);
  step = session_.go();
  if (step.end != End::replied) return end_with(step);
  const CallOutcome done = step;
  const worker::Fetch parts = compares ? data_.parts() : worker::Fetch{};
  wipe_outputs(call, parts, session_.files());
  step = session_.fetch(parts);
  if (step.end != End::replied || !compare(step, parts)) return end_with(step);
  note_times(done);
  return true;
}

bool TimedProgram::compare(const CallOutcome& last, const worker::Fetch& parts) {
  Evidence evidence = evidence_of(last, *sources_);
  const std::uint64_t workspace_bytes = last.reply.workspace_bytes;
  const bool compares = compared_ == Compared::yes && data_.is_compared();
  if (compares && !evidence.departure && last.reply.copy_error == 0) {
    if (parts.whole != 0) {
      const CallResults results(data_.call(), session_.files(), workspace_bytes);
      results.add_damage(evidence);
      results.add_wrong(evidence);
    } else {
      add_from_windows(data_.call(), parts, session_.files(), workspace_bytes, evidence);
    }
  }
  return judge(std::move(evidence));
}

bool TimedProgram::judge(Evidence evidence) {
  if (evidence.no_room) {
    result_.verdict = Verdict::not_run;
    result_.problem =
        "the GPU's memory does not hold the arrays of n = " + std::to_string(data_.plan().n);
    return false;
  }
  Judgement judgement = judge_values(evidence);
  if (judgement.verdict == Verdict::pass) judgement = judge_safety(evidence);
  if (judgement.verdict == Verdict::pass) return true;
  result_.verdict = judgement.verdict;
  if (!judgement.findings.empty()) {
    result_.finding = judgement.findings.front();
    result_.finding->at_case = run_text();
  }
  return false;
}

bool TimedProgram::end_with(const CallOutcome& outcome) {
  ended_ = true;
  if (result_.verdict == Verdict::pass && outcome.end == End::interrupted) {
    result_.problem = "interrupted";
  } else if (result_.verdict == Verdict::pass && outcome.end == End::not_started) {
    result_.problem = outcome.problem;
    result_.verdict = session_.no_device() ? Verdict::no_device : Verdict::grader_error;
  } else if (result_.verdict == Verdict::pass) {
    judge(evidence_of(outcome, *sources_));
  }
  session_.end_check();
  return false;
}

std::string TimedProgram::run_text() {
  const PreparedCall& call = data_.call();
  std::string text = "n = " + std::to_string(call.asked.n);
  if (call.function->takes_block_size)
    text += ", block_size = " + std::to_string(call.asked.block_size);
  const int number = data_.number();
  switch (data_.kind()) {
    case Round::warm_up:
      return text + ", warm-up " + std::to_string(number) + " of the timed runs";
    case Round::timed:
      return text + ", timed run " + std::to_string(number) + " of " +
             std::to_string(data_.plan().repeats);
    case Round::end_to_end:
      break;
  }
  return text + ", the run timed end to end";
}

void TimedProgram::note_times(const CallOutcome& done) {
  const worker::Times& times = done.reply.times;
  const double kernel_ms = time_or_none(times.kernel_ms);
  switch (data_.kind()) {
    case Round::warm_up:
      // The first call loads kernels: that is not its work.
      if (data_.number() > 1) evidence_.open_ms = kernel_ms;
      break;
    case Round::timed:
      evidence_.calls.push_back({.kernel_ms = kernel_ms,
                                 .wall_ms = done.seconds * 1e3,
                                 .held = times.held != 0,
                                 .hold_expired = holds_ && times.held == 0});
      holds_ = holds_ && times.held != 0;
      break;
    case Round::end_to_end:
      if (const double ms = time_or_none(times.pageable_ms); ms > 0) result_.pageable_ms = ms;
      if (const double ms = time_or_none(times.pinned_ms); ms > 0) result_.pinned_ms = ms;
      break;
  }
}

TimedResult TimedProgram::result() const {
  TimedResult result = result_;
  TimeEvidence evidence = evidence_;
  evidence.input_bytes = data_.input_bytes();
  evidence.output_bytes = data_.output_bytes();
  evidence.device = session_.device_facts();
  result.messages_ms = evidence.messages_ms;
  result.held = !evidence.calls.empty();
  for (const TimedCall& call : evidence.calls) {
    result.held = result.held && call.held;
    result.wall_ms.push_back(call.wall_ms);
    if (call.kernel_ms > 0) result.kernel_ms.push_back(call.kernel_ms);
  }
  result.median_ms = median_of(result.kernel_ms);
  result.spread = spread_of(result.kernel_ms);
  const TimeVerdict verdict = judge_time(evidence);
  result.outcome = verdict.outcome;
  result.why = verdict.why;
  result.device = session_.device();
  return result;
}

std::string TimedProgram::printed() {
  return session_.files().printed.first_lines(most_printed_lines);
}

TimedResult time_program(const std::filesystem::path& worker, const LabCode& code,
                         const TimedPlan& plan, SourceMap* sources, const GpuLock& lock) {
  TimedData data(code, plan, unforeseen_number());
  TimedProgram program(worker, data, Compared::yes, sources);
  while (data.next())
    if (!program.run()) break;
  TimedResult result = program.result();
  result.note = lock.why_not();
  return result;
}

}  // namespace harness
