#include <fmt/format.h>

#include <algorithm>

#include "harness/evidence.hpp"
#include "harness/text.hpp"
#include "pipeline/emulate.hpp"
#include "pipeline/report_parts.hpp"

namespace pipeline {
namespace {

using result::Finding;
using result::Verdict;

harness::SourceMap source_map(const EmulationEnd& end) {
  const auto lines = [&end](const std::vector<std::uint64_t>& addresses) {
    return toolchain::source_lines(end.program, end.file, addresses);
  };
  const auto text = [&end](int line) { return toolchain::source_text(end.file, line); };
  return {end.shown, lines, text};
}

/// The end as the harness knows it from its workers. A program that ends by itself has not left.
harness::CallOutcome outcome_of(const EmulateRequest& request, const EmulationEnd& end) {
  harness::CallOutcome outcome;
  const bool departed = end.page.report.departure != worker::Departure::none || end.signal != 0;
  outcome.end = departed ? harness::End::left : harness::End::replied;
  outcome.reply.kind = worker::ReplyKind::returned;
  outcome.page = end.page.report;
  outcome.exit_code = end.exit_code;
  outcome.signal = end.signal;
  outcome.processor_limit = static_cast<double>(request.seconds);
  return outcome;
}

struct Found {
  std::vector<Finding> errors;  ///< What ended the program comes last.
  std::vector<Finding> notes;
};

bool same(const Finding& a, const Finding& b) { return a.code == b.code && a.message == b.message; }

Found found_by(const EmulateRequest& request, const EmulationEnd& end) {
  harness::SourceMap sources = source_map(end);
  const harness::CallOutcome outcome = outcome_of(request, end);
  harness::Evidence evidence = harness::evidence_of(outcome, sources);
  Found found{std::move(evidence.reported), {}};
  if (evidence.departure &&
      std::none_of(found.errors.begin(), found.errors.end(),
                   [&](const Finding& known) { return same(known, *evidence.departure); })) {
    found.errors.push_back(*evidence.departure);
  }
  // Notes have their lines too: read once more, as if they were errors.
  harness::CallOutcome notes = outcome;
  notes.end = harness::End::replied;
  for (worker::ReportedFinding& finding : notes.page.findings) {
    const bool note = finding.severity != worker::Severity::error;
    if (!note) finding.code[0] = '\0';
    finding.severity = worker::Severity::error;
  }
  found.notes = harness::evidence_of(notes, sources).reported;
  return found;
}

std::string finding_block(const Style& style, const Finding& finding, bool note) {
  const std::string code(result::name(finding.code));
  const std::string head = note ? "note  " : code + "  ";
  const std::string indent(note ? 6 : code.size() + 2, ' ');
  std::string text = wrapped(printable(finding.message), head, indent);
  if (!note) text = painted(style, finding.code, code) + text.substr(code.size());
  text += place_block(style, finding.places, [](const std::string& file) { return file; });
  text += more_like_it(finding);
  if (!finding.look_at.empty()) text += field("look at", printable(finding.look_at));
  if (!note && finding.code == Verdict::uninitialized_read) {
    text += field("weigh", "this may not matter: what was read need not reach a result");
  }
  if (!note) text += whole_field("more", "./lab explain " + code);
  return text;
}

std::string ending(const EmulationEnd& end) {
  const worker::ReportPage& page = end.page.report;
  switch (page.departure) {
    case worker::Departure::time_limit:
      return "ended at its time limit";
    case worker::Departure::deadlock:
      return "ended in a deadlock";
    case worker::Departure::host_device_mixup:
      return "ended at a pointer of the wrong side";
    case worker::Departure::signal:
      return fmt::format("ended by signal {}", page.signal);
    case worker::Departure::none:
      break;
  }
  if (end.signal != 0) return fmt::format("ended by signal {}", end.signal);
  return fmt::format("exit code {}", end.exit_code);
}

}  // namespace

std::string emulation_report(const Style& style, const EmulateRequest& request,
                             const EmulationEnd& end) {
  const Found found = found_by(request, end);
  std::string summary = found.errors.empty() ? "no mistake found"
                                             : count_of(found.errors.size(), "mistake") + " found";
  if (!found.notes.empty()) summary += ", " + count_of(found.notes.size(), "note");
  const std::string head = fmt::format("emulated {}: {}, {} (seed {}, order {})\n", end.shown,
                                       ending(end), summary, request.seed, request.order);
  std::string text = '\n' + style.bold(head.substr(0, head.size() - 1)) + '\n';
  for (const Finding& finding : found.errors) text += '\n' + finding_block(style, finding, false);
  for (const Finding& note : found.notes) text += '\n' + finding_block(style, note, true);
  if (request.counters) text += kernel_counts(end.page);
  return text;
}

}  // namespace pipeline
