#include "tests/self_check/tool/grade_file.hpp"

#include <algorithm>

#include "toolchain/process.hpp"

namespace self_check {
namespace {

using cases::Due;
using result::Category;
using result::Verdict;

std::string describe(const result::Check& check) {
  std::string text = "      " + std::string(result::name(check.verdict)) + ": " + check.name;
  if (!check.reason.empty()) text += ": " + check.reason;
  if (check.findings.empty()) return text + '\n';
  const result::Finding& finding = check.findings.front();
  text += ": " + finding.message + " (" + finding.at_case + ")";
  for (const result::Place& place : finding.places)
    text += "; line " + std::to_string(place.line) + " " + place.role + ", " + place.thread;
  return text + '\n';
}

/// Of a check with points, or one that was run: a note that something is judged elsewhere is none.
bool judges(const result::Check& check) {
  return check.verdict != Verdict::not_run || check.max_points > 0;
}

/// By an element, or, where no value is judged, by elements that are never read.
bool shows_a_difference(const result::Lab& lab) {
  return std::any_of(lab.checks.begin(), lab.checks.end(), [](const result::Check& check) {
    if (check.verdict != Verdict::wrong_answer || check.findings.empty()) return false;
    const auto& difference = check.findings.front().difference;
    return difference ? difference->got != difference->expected
                      : check.category == Category::safety;
  });
}

}  // namespace

Graded grade(const std::filesystem::path& grader, const std::filesystem::path& submission,
             const std::filesystem::path& report, const std::string& backend) {
  const auto run = toolchain::run({grader.string(), "--submission", submission.string(), "--result",
                                   report.string(), "--backend", backend, "--no-times"});
  Graded graded;
  graded.exit_code = run.exit_code;
  if (std::filesystem::exists(report))
    graded.lab = result::read_file(report).front();
  else
    graded.printed = run.output + run.error + run.start_error;
  return graded;
}

bool fails(const result::Check& check) {
  return check.verdict != Verdict::pass && check.verdict != Verdict::not_run;
}

std::set<std::string> earned(const result::Lab& lab) {
  std::set<std::string> codes;
  for (const result::Check& check : lab.checks)
    if (fails(check)) codes.emplace(result::name(check.verdict));
  if (lab.verdict != Verdict::pass && lab.verdict != Verdict::not_run)
    codes.emplace(result::name(lab.verdict));
  return codes;
}

std::string details(const result::Lab& lab) {
  std::string text;
  std::set<Verdict> told;
  for (const result::Check& check : lab.checks)
    if (fails(check) && told.insert(check.verdict).second) text += describe(check);
  if (told.empty() && lab.verdict != Verdict::pass) text += "      " + lab.build_output + '\n';
  return text;
}

std::string wrong_with_starter(const Graded& graded) {
  if (!graded.lab) return "no result: " + graded.printed;
  if (graded.lab->verdict != Verdict::not_done)
    return "its verdict is " + std::string(result::name(graded.lab->verdict)) + ", not not_done";
  if (graded.exit_code != static_cast<int>(result::ExitCode::not_done))
    return "its exit code is " + std::to_string(graded.exit_code);
  return {};
}

std::string wrong_with_solution(const Graded& graded, bool emulated) {
  if (!graded.lab) return "no result: " + graded.printed;
  const result::Lab& lab = *graded.lab;
  double most = 0;
  for (const result::Check& check : lab.checks) {
    most += check.max_points;
    if (fails(check) || check.points < (check.verdict == Verdict::pass ? check.max_points : 0))
      return "it loses points: " + check.name;
    if (emulated && check.verdict != Verdict::pass && check.max_points > 0)
      return "not run: " + check.name;
  }
  if (most != 100) return "the checks' points add up to " + std::to_string(most);
  if (emulated && lab.points != 100) return "it has " + std::to_string(lab.points) + " points";
  if (!lab.timings.empty()) return "it was timed in spite of --no-times";
  if (graded.exit_code != 0) return "its exit code is " + std::to_string(graded.exit_code);
  return {};
}

std::string wrong_with_case(const cases::CaseFile& file, const Graded& graded) {
  if (!graded.lab) return "no result: " + graded.printed;
  const result::Lab& lab = *graded.lab;
  const std::set<std::string> codes = earned(lab);
  if (codes.count("grader_error") != 0) return "the grader failed";
  if (file.due == Due::policy)
    return lab.verdict == Verdict::policy ? "" : "its verdict is not policy";
  if (file.due == Due::reject) {
    if (std::none_of(file.codes.begin(), file.codes.end(),
                     [&](const std::string& code) { return codes.count(code) != 0; }))
      return "no code that is due was earned";
    if (file.codes == std::set<std::string>{"wrong_answer"} && !shows_a_difference(lab))
      return "nothing shows that it differs from the right answer";
    return {};
  }
  if (lab.checks.empty()) return "it was not judged";
  for (const result::Check& check : lab.checks)
    if (check.category != Category::efficiency && judges(check) &&
        (check.verdict != Verdict::pass || check.points < check.max_points))
      return "a false finding: " + check.name;
  return {};
}

}  // namespace self_check
