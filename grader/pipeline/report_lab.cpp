#include <fmt/format.h>
#include <fmt/ranges.h>
#include <algorithm>
#include <fstream>
#include <map>

#include "pipeline/report_parts.hpp"

namespace pipeline {
namespace {

constexpr std::size_t most_other_failures = 6;
constexpr std::size_t most_notes = 6;
constexpr std::size_t most_names = 4;
constexpr std::size_t most_build_lines = 40;

std::size_t marked_places(const std::filesystem::path& file) {
  std::ifstream stream(file);
  std::size_t count = 0;
  for (std::string line; std::getline(stream, line);) {
    count += line.find("TODO(") != std::string::npos ? 1 : 0;
  }
  return count;
}

std::string fraction(double points, double max_points) {
  return right(points_text(points), 5) + " / " + left(points_text(max_points), 3);
}

/// What a task's row says: its first failure, or that nothing of it ran, or that it passed.
std::string task_note(const LabPage& page, int task) {
  const result::Check* worst = nullptr;
  bool ran = false;
  for (const result::Check& check : page.lab.checks) {
    if (check.task != task || check.verdict == result::Verdict::not_run) continue;
    ran = true;
    const bool failed = is_failure(check) || check.verdict == result::Verdict::not_done;
    if (failed && (!worst || (worst->category == result::Category::efficiency &&
                              check.category != result::Category::efficiency))) {
      worst = &check;
    }
  }
  if (!ran) return page.style().dim("not_run");
  if (!worst) return page.style().good("pass");
  std::string note = painted(page.style(), worst->verdict, result::name(worst->verdict));
  if (!worst->findings.empty() && !worst->findings[0].at_case.empty()) {
    note += " at " + printable(worst->findings[0].at_case);
  }
  return note;
}

std::string task_table(const LabPage& page) {
  std::map<int, TaskPoints> tasks;
  for (std::size_t k = 1; k <= page.submission.lab->tasks.size(); ++k) tasks[static_cast<int>(k)];
  for (const result::Check& check : page.lab.checks) {
    tasks[check.task].points += check.points;
    tasks[check.task].max_points += check.max_points;
  }
  std::string result;
  for (const auto& [task, points] : tasks) {
    const std::string title = cut(page.submission.lab->task_title(task), 40);
    const std::string row = fmt::format(
        "  task {}  {}{}  ", task, left(title, 40),
        points.max_points > 0 ? fraction(points.points, points.max_points) : "    0 / 0  ");
    std::string note = task_note(page, task);
    // A long case goes; it stands in full with its check.
    if (columns(row) + columns(note) > page_width)
      note.resize(std::min(note.find(" at "), note.size()));
    result += fmt::format("{}{}\n", row, note);
  }
  return result;
}

/// Checks that did not run, by their reasons.
std::string not_run_lines(const LabPage& page) {
  std::vector<std::pair<std::string, std::vector<std::string>>> by_reason;  // as they come
  for (const result::Check& check : page.lab.checks) {
    if (check.verdict != result::Verdict::not_run) continue;
    auto same = std::find_if(by_reason.begin(), by_reason.end(),
                             [&](const auto& entry) { return entry.first == check.reason; });
    if (same == by_reason.end()) same = by_reason.insert(same, {check.reason, {}});
    same->second.push_back(check.name);
  }
  std::string result;
  for (const auto& [reason, names] : by_reason) {
    const std::string what = names.size() > most_names ? count_of(names.size(), "check")
                                                       : fmt::format("{}", fmt::join(names, ", "));
    result +=
        field("not run", printable(reason.empty() ? what : fmt::format("{}: {}", what, reason)));
  }
  return result;
}

std::string other_failures(const LabPage& page, const result::Check* first) {
  std::string result;
  std::size_t count = 0;
  for (const result::Check& check : page.lab.checks) {
    if (&check == first || !is_failure(check)) continue;
    if (++count > most_other_failures) continue;
    std::string line = fmt::format("  also      task {}  {}  {}", check.task,
                                   result::name(check.verdict), printable(check.name));
    if (!check.findings.empty() && !check.findings[0].at_case.empty()) {
      const std::string at_case = " (" + printable(check.findings[0].at_case) + ")";
      if (columns(line + at_case) <= page_width) line += at_case;
    }
    result += cut(line, page_width) + '\n';
  }
  if (count > most_other_failures) {
    result += field("also", count_of(count - most_other_failures, "check") + " more");
  }
  if (count > 0) result += whole_field("all", page.again() + " --all");
  return result.empty() ? result : result + '\n';
}

std::string failures(const LabPage& page) {
  const result::Check* first = first_failure(page.lab);
  if (!first) return {};
  if (!page.report.all) return failure_block(page, *first) + '\n' + other_failures(page, first);
  std::string result;
  for (const result::Check& check : page.lab.checks) {
    if (is_failure(check)) result += failure_block(page, check) + '\n';
  }
  return result;
}

/// The compiler's words, or the sentence that stands in their place.
std::string build_lines(const LabPage& page, std::size_t most) {
  std::string result;
  const std::vector<std::string> text = lines(printable(page.lab.build_output));
  for (std::size_t k = 0; k < std::min(text.size(), most); ++k) result += "  " + text[k] + '\n';
  if (text.size() > most) {
    result += fmt::format("  ({} more)\n", count_of(text.size() - most, "line"));
  }
  return result;
}

std::string notes(const LabPage& page) {
  std::vector<std::string> all = page.lab.notes;
  for (const result::Check& check : page.lab.checks) {
    for (const std::string& note : check.notes) {
      if (std::find(all.begin(), all.end(), note) == all.end()) all.push_back(note);
    }
  }
  std::string result;
  const std::size_t shown = page.report.all ? all.size() : std::min(all.size(), most_notes);
  for (std::size_t k = 0; k < shown; ++k) result += field("note", printable(all[k]));
  if (shown < all.size()) {
    result += field("note", fmt::format("{} more: {} --all", all.size() - shown, page.again()));
  }
  return result;
}

std::string submission_failed_to_build(const LabPage& page) {
  std::string result = build_lines(page, most_build_lines) + '\n';
  result += whole_field("open", page.lab.submission);
  result += whole_field("again", page.again());
  return result +
         whole_field("more", fmt::format("./lab explain {}", result::name(page.lab.verdict)));
}

bool anything_ran(const result::Lab& lab) {
  return std::any_of(lab.checks.begin(), lab.checks.end(), [](const result::Check& check) {
    return check.verdict != result::Verdict::not_run;
  });
}

}  // namespace

std::string LabPage::again() const {
  std::string command =
      fmt::format("./lab grade {}{}", submission.lab->number, report.source.option());
  if (report.options.backend != "auto") command += " --backend " + report.options.backend;
  if (report.options.names_device)
    command += fmt::format(" --device {}", report.options.device.value_or(0));
  return command + fmt::format(" --seed {}", lab.seed);
}

bool is_failure(const result::Check& check) {
  return check.verdict != result::Verdict::pass && check.verdict != result::Verdict::not_run &&
         check.verdict != result::Verdict::not_done;
}

const result::Check* first_failure(const result::Lab& lab) {
  const result::Check* first = nullptr;
  for (const bool efficiency : {false, true}) {
    for (const result::Check& check : lab.checks) {
      if (!is_failure(check) || (check.category == result::Category::efficiency) != efficiency) {
        continue;
      }
      const bool weighs_more = first && check.task == first->task &&
                               check.verdict != first->verdict &&
                               result::worse(check.verdict, first->verdict) == check.verdict;
      if (!first || check.task < first->task || weighs_more) first = &check;
    }
    if (first) return first;
  }
  return nullptr;
}

std::string lab_label(const Lab& lab) { return fmt::format("{:02} {}", lab.number, lab.slug); }

std::string painted(const Style& style, result::Verdict verdict, std::string_view text) {
  if (verdict == result::Verdict::pass) return style.good(text);
  if (verdict == result::Verdict::not_done || verdict == result::Verdict::not_run ||
      result::blame(verdict) != result::Blame::submission) {
    return style.warn(text);
  }
  return style.bad(text);
}

std::string header_line(const LabPage& page) {
  std::string verdict(result::name(page.lab.verdict));
  const std::size_t width = columns(verdict);
  verdict = painted(page.style(), page.lab.verdict, verdict);
  std::string line = left(lab_label(*page.submission.lab), 23) +
                     fraction(page.lab.points, page.lab.max_points) + "   " + verdict;
  if (!anything_ran(page.lab)) return line + '\n';
  const bool cuda = page.lab.backend == "cuda" && !page.lab.device.empty();
  const bool both = page.lab.gpu && !page.lab.gpu->device.empty();
  const std::string device =
      fmt::format("{}{}, seed {}", printable(cuda ? page.lab.device : page.lab.backend),
                  both ? ", GPU" : "", page.lab.seed);
  return line + std::string(width < 20 ? 20 - width : 1, ' ') + page.style().dim(device) + '\n';
}

std::string open_lines(const LabPage& page) {
  const std::size_t marked = marked_places(page.submission.file);
  const std::string marks = marked == 0   ? ""
                            : marked == 1 ? "   (1 place marked TODO)"
                                          : fmt::format("   ({} places marked TODO)", marked);
  const std::string file = page.lab.submission;
  std::string result = "  open      " + file;
  result += columns(result + marks) <= page_width ? marks + '\n'
            : marks.empty()                       ? "\n"
                                                  : "\n         " + marks + '\n';
  return result +
         field("read", fmt::format("labs/{}/README.md, task 1", page.submission.lab->name));
}

std::string field(std::string_view key, std::string_view value) {
  return wrapped(value, left("  " + std::string(key), 12), std::string(12, ' '));
}

std::string whole_field(std::string_view key, std::string_view value) {
  return left("  " + std::string(key), 12) + std::string(value) + '\n';
}

std::string lab_body(const LabPage& page) {
  using result::Verdict;
  const result::Lab& lab = page.lab;
  if (lab.verdict == Verdict::not_done) return open_lines(page) + notes(page);
  if (!anything_ran(lab) && !lab.build_output.empty()) {
    return submission_failed_to_build(page) + notes(page);
  }
  std::string result;
  if (!changes_points(lab.verdict)) {
    result += field("note", "this is not your fault; no points changed");
  }
  if (!anything_ran(lab)) return result + notes(page) + not_run_lines(page);
  if (!result.empty()) result += '\n';
  result += failures(page) + task_table(page) + not_run_lines(page) + notes(page);
  if (lab.accuracy) result += '\n' + field("rounding", result::accuracy_text(*lab.accuracy));
  if (lab.counted) result += '\n' + counted_block(*lab.counted);
  if (lab.gpu && !lab.gpu->device.empty()) {
    result += '\n' + field("GPU", fmt::format("{}: {}", printable(lab.gpu->device),
                                              lab.gpu->verdict == Verdict::pass
                                                  ? "passes there too"
                                                  : result::name(lab.gpu->verdict)));
  }
  if (!lab.build_output.empty()) {
    result += "\n  The compiler warns:\n" + build_lines(page, page.report.all ? 200 : 12);
  }
  return result;
}

}  // namespace pipeline
