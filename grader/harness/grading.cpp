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
  before_.reset();
  asked_ = decided_ = recalled_ = had_work_ = worked_ = false;
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
  } else if (!decided_ && !asked_) {
    grader_error("the check \"" + check.name + "\" asked for nothing");
  } else if (!decided_ && check.category == result::Category::safety && had_work_ && !worked_) {
    check.verdict = Verdict::not_done;
    check.reason = "no call launched a kernel and wrote its outputs: there is nothing to judge yet";
  } else if (!decided_) {
    check.verdict = Verdict::pass;
  }
  if (check.verdict == Verdict::time_limit && !recalled_) ++time_limits_;
  check.points = check.verdict == Verdict::pass ? check.max_points : 0;
  check.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
}

std::optional<std::string> Grading::guarded(
    const std::function<std::optional<std::string>()>& work) {
  asked_ = true;
  if (auto end = ended()) return end;
  try {
    return work();
  } catch (const std::exception& e) {
    return grader_error(e.what());
  }
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

const Grading::CountedCall* Grading::counted_call() const {
  for (const Counting& counting : counted_)
    if (counting.judgement.verdict == Verdict::pass && counting.call.asked.n == counted_n &&
        counting.call.asked.block_size == counted_block_size)
      return &counting.call;
  return nullptr;
}

void Grading::add_note(const std::string& note) {
  std::vector<std::string>& notes = checks_.back().notes;
  if (std::find(notes.begin(), notes.end(), note) == notes.end()) notes.push_back(note);
}

std::string Grading::at_case(const PreparedCall& prepared) const {
  return case_text(prepared, setup_.seed, setup_.code.functions().size());
}

std::optional<std::string> Grading::conclude(Judgement judgement, const std::string& at_case) {
  for (const std::string& note : judgement.notes) add_note(note);
  if (judgement.verdict == Verdict::pass) return std::nullopt;
  result::Check& check = checks_.back();
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
