#include "outcome.hpp"

#include <algorithm>

namespace mutants {
namespace {

using result::Category;
using result::Verdict;

/// The fate of a mutant that nobody has listed.
Fate fate_of(const result::Lab& lab) {
  if (lab.verdict == Verdict::build_failed) return Fate::stillborn;
  const auto lost = [&](bool efficiency) {
    return std::any_of(lab.checks.begin(), lab.checks.end(), [&](const result::Check& check) {
      return (check.category == Category::efficiency) == efficiency &&
             check.points < check.max_points;
    });
  };
  switch (lab.verdict) {
    case Verdict::grader_error:
    case Verdict::no_device:
    case Verdict::unsupported:
    case Verdict::not_run:
      return Fate::unjudged;
    default:
      if (lab.verdict != Verdict::pass || lost(false)) return Fate::killed;
      return lost(true) ? Fate::efficiency : Fate::survivor;
  }
}

std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

}  // namespace

std::string_view name(Fate fate) {
  switch (fate) {
    case Fate::killed:
      return "killed";
    case Fate::efficiency:
      return "efficiency";
    case Fate::stillborn:
      return "stillborn";
    case Fate::equivalent:
      return "equivalent";
    case Fate::unreachable:
      return "unreachable";
    case Fate::survivor:
      return "survivor";
    case Fate::stale:
      return "stale";
    case Fate::unjudged:
      break;
  }
  return "unjudged";
}

bool is_failure(Fate fate) {
  return fate == Fate::survivor || fate == Fate::stale || fate == Fate::unjudged;
}

Outcome judge(const result::Lab& lab, std::optional<Fate> listed) {
  Outcome outcome;
  outcome.fate = fate_of(lab);
  if (listed && outcome.fate != Fate::unjudged)
    outcome.fate = outcome.fate == Fate::survivor ? *listed : Fate::stale;
  outcome.verdict = result::name(lab.verdict);
  outcome.detail = first_line(lab.build_output);
  for (const result::Check& check : lab.checks) {
    if (check.points >= check.max_points) continue;
    outcome.checks.push_back(check.name);
    const std::string code(result::name(check.verdict));
    if (std::find(outcome.codes.begin(), outcome.codes.end(), code) == outcome.codes.end())
      outcome.codes.push_back(code);
    if (outcome.checks.size() > 1) continue;
    outcome.detail = check.name + ": " + check.reason;
    if (!check.findings.empty())
      outcome.detail = check.name + ": " + check.findings.front().message + " (" +
                       check.findings.front().at_case + ")";
  }
  return outcome;
}

}  // namespace mutants
