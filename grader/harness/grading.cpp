#include "harness/grading.hpp"

#include <algorithm>
#include <exception>

#include "harness/data.hpp"
#include "harness/interrupt.hpp"
#include "harness/text.hpp"

namespace harness {
namespace {

using result::Verdict;

constexpr unsigned most_time_limits = 2;
constexpr unsigned printed_lines = 3;

std::uint64_t hash_of(const std::string& text) {
  std::uint64_t hash = 0xCBF29CE484222325u;  // FNV-1a
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001B3u;
  return hash;
}

std::string sentence(const result::Check& check) {
  std::string text(result::name(check.verdict));
  if (check.findings.empty()) return text + ": " + check.reason;
  const result::Finding& finding = check.findings.front();
  text += ": " + finding.message + " (" + finding.at_case + ")";
  for (const result::Place& place : finding.places)
    if (place.line > 0)
      text += "\n" + place.file + ":" + std::to_string(place.line) + ": " + place.thread + " " +
              place.role;
  return text;
}

}  // namespace

Grading*& current_grading() {
  static Grading* current = nullptr;
  return current;
}

Grading::Grading(Setup setup, SourceMap sources)
    : setup_(std::move(setup)), sources_(std::move(sources)), session_(setup_.worker) {}

void Grading::begin_check(const std::string& name, const CheckTags& tags) {
  result::Check check;
  check.name = name;
  check.task = tags.task;
  check.category = tags.category;
  check.max_points = std::max(tags.points, 0.0);
  checks_.push_back(std::move(check));
  begin_ = std::chrono::steady_clock::now();
  calls_ = cases_ = 0;
  decided_ = false;
  if (!tags.problem.empty()) {
    grader_error("the check \"" + name + "\" has wrong tags: " + tags.problem);
  } else if (session_.no_device()) {
    checks_.back().verdict = Verdict::no_device;
    checks_.back().reason = "there is no device to run it on";
    decided_ = true;
  } else if (time_limits_ >= most_time_limits) {
    checks_.back().verdict = Verdict::not_run;
    checks_.back().reason = "two time limits were reached before";
    decided_ = true;
  }
  session_.begin_check(setup_.check_seconds);
}

void Grading::end_check(const std::string& failure) {
  session_.end_check();
  result::Check& check = checks_.back();
  if (!decided_ && interrupt::requested()) {
    check.reason = "interrupted";
  } else if (!decided_ && !failure.empty()) {
    grader_error("the check itself failed: " + failure);
  } else if (!decided_ && calls_ == 0) {
    grader_error("the check \"" + check.name + "\" asked for nothing");
  } else if (!decided_) {
    check.verdict = Verdict::pass;
  }
  if (check.verdict == Verdict::time_limit) ++time_limits_;
  check.points = check.verdict == Verdict::pass ? check.max_points : 0;
  check.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
}

template <class Work>
std::optional<std::string> Grading::guarded(Work work) {
  if (auto end = ended()) return end;
  try {
    return work();
  } catch (const std::exception& e) {
    return grader_error(e.what());
  }
}

std::optional<std::string> Grading::right(const Case& asked) {
  return guarded([&] {
    PreparedCall prepared = prepare(asked);
    const bool watched = prepared.asked.n <= largest_checked;
    return run(prepared, watched ? worker::checked | worker::shuffled : 0u, Judge::values);
  });
}

std::optional<std::string> Grading::values(const Case& asked,
                                           const std::vector<std::vector<float>>& outputs) {
  return guarded([&]() -> std::optional<std::string> {
    PreparedCall prepared = prepare(asked);
    if (outputs.size() != prepared.expected.size())
      return grader_error("the check gives values for another number of outputs");
    for (std::size_t k = 0; k < outputs.size(); ++k) {
      ExpectedOutput given;
      given.element = prepared.expected[k].element;
      given.values.assign(outputs[k].begin(), outputs[k].end());
      const auto& oracle = prepared.expected[k].values;
      if ((prepared.asked.null_outputs >> k & 1u) == 0 && given.values != oracle)
        return grader_error("the check's values and the oracle's differ in " +
                            prepared.function->outputs[k]);
      if (given.values.size() == oracle.size()) prepared.expected[k] = given;
    }
    return run(prepared, worker::checked | worker::shuffled, Judge::values);
  });
}

std::optional<std::string> Grading::safe(const Case& asked) {
  return guarded([&]() -> std::optional<std::string> {
    PreparedCall prepared = prepare(asked);
    for (const std::uint32_t order :
         {0u, static_cast<unsigned>(worker::shuffled), static_cast<unsigned>(worker::reversed)})
      if (auto end = run(prepared, worker::checked | order, Judge::safety)) return end;
    return std::nullopt;
  });
}

void Grading::not_run(std::string_view reason) {
  if (decided_) return;
  checks_.back().verdict = Verdict::not_run;
  checks_.back().reason = reason;
  checks_.back().max_points = 0;
  decided_ = true;
}

std::optional<std::string> Grading::ended() const {
  if (interrupt::requested()) return "interrupted";
  if (decided_) return sentence(checks_.back());
  return std::nullopt;
}

bool Grading::nothing_done() const { return returned_ && !active_; }

PreparedCall Grading::prepare(const Case& asked) {
  const std::uint64_t place = cases_++;
  const std::uint64_t seed =
      asked.seed != 0 ? asked.seed : mix(setup_.seed, hash_of(checks_.back().name), place);
  return prepare_call(asked, seed, setup_.code, session_.files());
}

namespace {
// Fewer elements than this may be right without a kernel: the scan of one is a cudaMemset.
constexpr std::size_t too_many_without_kernel = 32;

result::Finding computed_on_host() {
  result::Finding finding;
  finding.code = Verdict::policy;
  finding.message = "the answer is right and no kernel was launched: it was computed on the host";
  finding.look_at = "The lab asks for a kernel that does the work on the device.";
  return finding;
}
}  // namespace

std::optional<std::string> Grading::run(PreparedCall& prepared, std::uint32_t flags, Judge judge) {
  const std::uint64_t seed = mix(setup_.seed, hash_of(checks_.back().name), 1000 + calls_++);
  const CallOutcome outcome = session_.call(prepared, flags, seed);
  if (outcome.end == End::interrupted) return "interrupted";
  if (session_.no_device()) {
    checks_.back().verdict = Verdict::no_device;
    checks_.back().reason = outcome.problem;
    decided_ = true;
    return sentence(checks_.back());
  }
  if (outcome.end == End::not_started) return grader_error(outcome.problem);

  Evidence evidence = evidence_of(outcome, sources_);
  std::optional<CallResults> results;
  if (outcome.end == End::replied && !evidence.departure) {
    results.emplace(prepared, session_.files(), outcome.reply.workspace_bytes);
    // Behind a failed copy lies an earlier call's data: it says nothing of this one.
    if (outcome.reply.copy_error == 0) results->add_damage(evidence);
    if (judge == Judge::values) results->add_wrong(evidence);
    if (judge == Judge::values && setup_.counts_launches && evidence.wrong.empty() &&
        outcome.reply.launches == 0 && prepared.asked.n >= too_many_without_kernel)
      evidence.reported.push_back(computed_on_host());
  }
  note_activity(outcome, results ? &*results : nullptr);
  note_printed();
  return conclude(judge == Judge::values ? judge_values(evidence) : judge_safety(evidence),
                  prepared);
}

void Grading::note_activity(const CallOutcome& outcome, const CallResults* results) {
  if (results == nullptr) {
    active_ = true;  // what left, hung or threw did something
    return;
  }
  returned_ = true;
  if (outcome.reply.launches > 0 || outcome.reply.pending_error != 0 ||
      outcome.page.finding_count > 0 || !results->all_untouched().value_or(true))
    active_ = true;
}

void Grading::note_printed() {
  const std::string text = session_.files().printed.first_lines(printed_lines);
  if (text.empty()) return;
  const std::string note = "printed by the submission: " + text;
  std::vector<std::string>& notes = checks_.back().notes;
  const auto is_printed = [](const std::string& n) { return n.starts_with("printed by"); };
  const auto known = std::find_if(notes.begin(), notes.end(), is_printed);
  if (known == notes.end())
    notes.push_back(note);
  else
    *known = note;
}

std::optional<std::string> Grading::conclude(Judgement judgement, const PreparedCall& prepared) {
  result::Check& check = checks_.back();
  for (std::string& note : judgement.notes)
    if (std::find(check.notes.begin(), check.notes.end(), note) == check.notes.end())
      check.notes.push_back(std::move(note));
  if (judgement.verdict == Verdict::pass) return std::nullopt;
  const std::string at_case = case_text(prepared, setup_.seed, setup_.code.functions().size());
  check.verdict = judgement.verdict;
  check.findings = std::move(judgement.findings);
  for (result::Finding& finding : check.findings) finding.at_case = at_case;
  decided_ = true;
  return sentence(check);
}

std::optional<std::string> Grading::grader_error(const std::string& reason) {
  result::Check& check = checks_.back();
  check.verdict = Verdict::grader_error;
  check.reason = reason;
  decided_ = true;
  return sentence(check);
}

}  // namespace harness
