#include "pipeline/report_terminal.hpp"

#include <fmt/format.h>
#include <algorithm>

#include "pipeline/report_parts.hpp"

namespace pipeline {
namespace {

using result::Verdict;

/// The line of the submission that the first failure points at, as ":24"; else empty.
std::string line_of_failure(const LabPage& page, const result::Check& check) {
  if (check.findings.empty()) return {};
  for (const result::Place& place : check.findings[0].places) {
    const bool in_submission = std::filesystem::path(place.file).filename() ==
                               std::filesystem::path(page.lab.submission).filename();
    if (in_submission && place.line > 0) return fmt::format(":{}", place.line);
  }
  return {};
}

std::string next_in_lab(const LabPage& page) {
  const result::Lab& lab = page.lab;
  const std::string verdict(result::name(lab.verdict));
  if (!changes_points(lab.verdict)) {
    const bool machine = result::blame(lab.verdict) != result::Blame::nobody;
    return fmt::format("next: ./lab {} ({} is not your fault; no points changed)",
                       machine ? "doctor" : "explain " + verdict, verdict);
  }
  if (lab.verdict == Verdict::not_done) {
    return fmt::format("next: {}, task 1 (not_done)", lab.submission);
  }
  if (const result::Check* check = first_failure(lab)) {
    return fmt::format("next: {}{} ({}, task {})", lab.submission, line_of_failure(page, *check),
                       result::name(check->verdict), check->task);
  }
  return fmt::format("next: {} ({})", lab.submission, verdict);
}

/// After labs that all pass: the next of the course that does not, as far as is known.
std::string next_after_pass(const Report& report) {
  double points = 0, max_points = 0;
  for (const result::Lab& lab : report.labs) {
    points += lab.points;
    max_points += lab.max_points;
  }
  if (report.source.kind == Source::Kind::starter) {
    for (const Lab& lab : report.course.labs) {
      const auto known = report.state.labs.find(lab.name);
      if (known != report.state.labs.end() && known->second.graded &&
          known->second.verdict == Verdict::pass) {
        continue;
      }
      return fmt::format("next: starter/{}/{}, {}", lab.name, lab.file,
                         known == report.state.labs.end() || !known->second.graded
                             ? "task 1"
                             : result::name(known->second.verdict));
    }
  }
  return fmt::format("done: {} pass{}, {} of {} points", count_of(report.labs.size(), "lab"),
                     report.labs.size() == 1 ? "es" : "", points_text(points),
                     points_text(max_points));
}

std::string first_line(const Context& context, const Report& report) {
  for (std::size_t k = 0; k < report.labs.size(); ++k) {
    if (report.labs[k].verdict != Verdict::pass) {
      return next_in_lab({context, report, report.submissions[k], report.labs[k]});
    }
  }
  return next_after_pass(report);
}

std::string milliseconds(double ms) {
  return fmt::format("{:.{}f} ms", ms, ms < 0.1 ? 4 : ms < 10 ? 2 : 1);
}

std::string gpu_line(const Report& report) {
  if (report.options.gpu_too) return {};  // each lab says what came of it
  if (!report.options.no_gpu_because.empty())
    return field("GPU", "not used: " + printable(report.options.no_gpu_because));
  const std::string why = report.options.backend == "emulator" ? "not asked for" : "none here";
  return field("GPU", why +
                          ": correctness and bounds were judged by the emulator; an emulated run "
                          "says nothing about a GPU's time; ./lab doctor says how to get times");
}

/// A measured row, with what is to be said of it below.
std::string time_row(const result::Timing& row) {
  std::string line =
      "    " + left(printable(row.what), 24) + right(milliseconds(row.median_ms), 12);
  if (row.repeats > 1) line += fmt::format("   spread {:.0f} %", 100 * row.spread);
  if (row.gigabytes_per_second) line += fmt::format("   {:.0f} GB/s", *row.gigabytes_per_second);
  const std::string note = row.note.empty() ? "" : "   " + printable(row.note);
  std::string result = columns(line + note) <= page_width ? line + note + '\n'
                       : note.empty()
                           ? line + '\n'
                           : line + '\n' + wrapped(printable(row.note), "      ", "      ");
  if (row.outcome) {
    result +=
        wrapped(fmt::format("{}: {}", result::name(*row.outcome), printable(row.why.value_or(""))),
                "      ", "      ");
  }
  return result;
}

std::string times(const Report& report, const result::Lab& lab) {
  std::string text;
  bool gpu = false;
  const result::Timing* before = nullptr;
  for (const result::Timing& row : lab.timings) {
    if (before == nullptr || row.n != before->n || row.repeats != before->repeats) {
      text += fmt::format("  {}n = {}, {}\n", left(before == nullptr ? "times" : "", 10),
                          with_commas(row.n),
                          row.repeats > 1 ? fmt::format("median of {}", row.repeats) : "one run");
    }
    before = &row;
    gpu = gpu || row.what.starts_with("GPU");
    text += time_row(row);
  }
  return gpu ? text : text + gpu_line(report);
}

std::string one_lab(const Context& context, const Report& report) {
  const LabPage page{context, report, report.submissions[0], report.labs[0]};
  std::string body = lab_body(page);
  std::string result = header_line(page) + (body.starts_with("  ") ? "" : "\n") + body;
  if (page.lab.verdict == Verdict::pass) result += '\n' + times(report, page.lab);
  return result;
}

std::string several_labs(const Context& context, const Report& report) {
  std::string table, bodies;
  double points = 0, max_points = 0;
  bool emulated = false;
  for (std::size_t k = 0; k < report.labs.size(); ++k) {
    const LabPage page{context, report, report.submissions[k], report.labs[k]};
    points += page.lab.points;
    max_points += page.lab.max_points;
    emulated = emulated || (page.lab.backend != "cuda" && page.lab.points > 0);
    table += header_line(page);
    if (page.lab.verdict == Verdict::not_done) {
      table += lab_body(page);
    } else if (page.lab.verdict != Verdict::pass || report.all) {
      const std::string rule(page_width - columns(lab_label(*page.submission.lab)) - 4, '-');
      bodies +=
          fmt::format("\n-- {} {}\n\n{}", lab_label(*page.submission.lab), rule, lab_body(page));
    }
  }
  table +=
      left("total", 23) + right(points_text(points), 5) + " / " + points_text(max_points) + '\n';
  const std::string gpu = emulated ? gpu_line(report) : "";
  return table + bodies + (gpu.empty() ? "" : '\n' + gpu);
}

}  // namespace

result::Verdict worst_verdict(const std::vector<result::Lab>& labs) {
  Verdict worst = Verdict::pass;
  for (const result::Lab& lab : labs) {
    // A lab of which nothing ran must not hide behind another that passed.
    if (worst == Verdict::pass) {
      worst = lab.verdict;
    } else if (lab.verdict != Verdict::pass) {
      worst = result::worse(worst, lab.verdict);
    }
  }
  return worst;
}

std::string terminal_report(const Context& context, const Report& report) {
  return context.style.bold(first_line(context, report)) + "\n\n" +
         (report.labs.size() == 1 ? one_lab(context, report) : several_labs(context, report));
}

}  // namespace pipeline
