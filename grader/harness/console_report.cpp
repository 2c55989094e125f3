#include "harness/console_report.hpp"

#include <algorithm>
#include <sstream>

#include "harness/counts.hpp"
#include "harness/text.hpp"

namespace harness {
namespace {

using result::Verdict;

constexpr std::size_t width = 80;

std::string padded(std::string text, std::size_t columns) {
  if (text.size() < columns) text.append(columns - text.size(), ' ');
  return text;
}

std::string right_aligned(const std::string& text, std::size_t columns) {
  return text.size() < columns ? std::string(columns - text.size(), ' ') + text : text;
}

std::string points(double value) {
  return fixed(value, value == static_cast<double>(static_cast<long>(value)) ? 0 : 1);
}

std::string points_of(double earned, double most) {
  return right_aligned(points(earned), 3) + " / " + padded(points(most), 3);
}

// Breaks at spaces; each line begins with `indent` spaces.
std::string wrapped(const std::string& text, std::size_t indent) {
  std::istringstream words(text);
  std::string out, line(indent, ' ');
  for (std::string word; words >> word;) {
    if (line.size() > indent && line.size() + 1 + word.size() > width) {
      out += line + '\n';
      line.assign(indent, ' ');
    }
    if (line.size() > indent) line += ' ';
    line += word;
  }
  return out + line + '\n';
}

std::string difference_text(const result::Difference& d) {
  const auto row = [](const std::string& head, const std::vector<std::string>& cells,
                      std::size_t columns) {
    std::string line = "    " + padded(head, 7);
    for (const std::string& cell : cells) line += ' ' + right_aligned(cell, columns);
    return line + '\n';
  };
  std::vector<std::string> indices;
  for (std::size_t k = 0; k < d.expected.size(); ++k)
    indices.push_back(std::to_string(d.window_begin + k));
  std::size_t columns = 4;
  for (const std::vector<std::string>& cells : {indices, d.input, d.expected, d.got})
    for (const std::string& cell : cells) columns = std::max(columns, cell.size());
  std::string text = "    " + d.output + ", first wrong element: " + std::to_string(d.first_index) +
                     "\n" + row("index", indices, columns);
  if (!d.input.empty()) text += row("input", d.input, columns);
  return text + row("due", d.expected, columns) + row("got", d.got, columns);
}

std::string header(const result::Lab& lab) {
  std::string name = lab.lab;
  if (name.size() > 2 && name[2] == '_') name[2] = ' ';
  std::string line = padded(name, 24) + points_of(lab.points, lab.max_points);
  const std::string device = lab.device.empty() ? lab.backend : lab.device;
  if (lab.verdict == Verdict::pass || lab.verdict == Verdict::not_done)
    line += "  " + std::string(lab.verdict == Verdict::pass ? "pass" : "not done");
  else
    line += "  " + std::string(result::name(lab.verdict));
  return line + "\n  " + device + ", seed " + std::to_string(lab.seed) + "\n";
}

// `said`: the reason of the line before, which is not said again.
std::string check_line(const result::Check& check, const std::string& said) {
  std::string line = "  task " + std::to_string(check.task) + "  " +
                     padded(std::string(result::name(check.category)), 12) +
                     points_of(check.points, check.max_points) + "  " + check.name;
  if (check.verdict != Verdict::pass)
    line += "  [" + std::string(result::name(check.verdict)) + "]";
  if (!check.reason.empty() && check.reason != said) line += "\n      " + check.reason;
  return line + '\n';
}

const result::Check* first_failing(const result::Lab& lab) {
  for (const result::Check& check : lab.checks)
    if (check.verdict != Verdict::pass && check.verdict != Verdict::not_run) return &check;
  return nullptr;
}

std::string what_to_open(const result::Lab& lab, const Manifest& manifest) {
  return "\n  open   " + lab.submission + "\n  read   labs/" + manifest.lab + "/README.md\n";
}

std::string counted_text(const result::Counted& counted) {
  std::string text = "  counted at n = " + with_commas(counted.n);
  if (counted.block_size != 0) text += ", block_size = " + std::to_string(counted.block_size);
  text += '\n';
  for (const result::Count& count : counted.counts) {
    std::string line = "    " + padded(count.what, 20) + right_aligned(count_text(count.value), 12);
    if (count.ideal) line += "   (ideal " + count_text(*count.ideal) + ")";
    text += line + '\n';
  }
  return text;
}

std::string timing_line(const result::Timing& row) {
  std::string line = "  " + padded(row.what, 26) + right_aligned(fixed(row.median_ms, 4), 10) +
                     " ms   n = " + with_commas(row.n);
  if (row.repeats > 1)
    line += ", median of " + std::to_string(row.repeats) + ", spread " +
            fixed(row.spread * 100, 0) + " %";
  if (row.gigabytes_per_second) line += ", " + fixed(*row.gigabytes_per_second, 0) + " GB/s";
  line += '\n';
  if (row.outcome)
    line += wrapped(std::string(result::name(*row.outcome)) + ": " + row.why.value_or(""), 4);
  return line;
}

}  // namespace

std::string finding_text(const result::Finding& finding) {
  std::string text;
  for (const result::Place& place : finding.places) {
    if (place.line == 0 && place.thread.empty()) continue;
    text += "  " + place.thread + (place.role.empty() ? "" : " " + place.role) + '\n';
    if (place.line == 0) continue;
    const std::string number = std::to_string(place.line);
    text += "    --> " + place.file + ":" + number + "\n    " + right_aligned(number, 4) + " | " +
            place.text + '\n';
  }
  if (finding.difference) {
    text += difference_text(*finding.difference);
    if (finding.difference->shape)
      text += wrapped("looks like: " + finding.difference->shape->text, 2);
    if (finding.difference->smallest_n)
      text +=
          "  smallest length found to fail: " + with_commas(*finding.difference->smallest_n) + '\n';
  }
  if (!finding.look_at.empty()) text += wrapped(finding.look_at, 2);
  if (!finding.at_case.empty()) text += "  case: " + finding.at_case + '\n';
  if (finding.occurrences > 1)
    text += "  and " + with_commas(finding.occurrences - 1) + " more like it\n";
  return text;
}

std::string console_report(const result::Lab& lab, const Manifest& manifest) {
  std::string text = header(lab);
  if (!lab.build_output.empty()) text += '\n' + lab.build_output + '\n';
  if (lab.verdict == Verdict::not_done) {
    text += what_to_open(lab, manifest);
  } else if (const result::Check* check = first_failing(lab)) {
    text += '\n' + std::string(result::name(check->verdict)) + "  " + check->name + " (task " +
            std::to_string(check->task) + ")\n";
    if (!check->findings.empty()) {
      text += wrapped(check->findings.front().message, 2) + finding_text(check->findings.front());
    } else if (!check->reason.empty()) {
      text += wrapped(check->reason, 2);
    }
    for (const std::string& note : check->notes) text += wrapped("note: " + note, 2);
    text += what_to_open(lab, manifest);
  }
  text += '\n';
  std::string said;
  for (const result::Check& check : lab.checks) {
    text += check_line(check, said);
    said = check.reason;
  }
  if (lab.accuracy) text += '\n' + wrapped("rounding: " + accuracy_text(*lab.accuracy), 2);
  if (lab.counted) text += '\n' + counted_text(*lab.counted);
  if (!lab.timings.empty()) {
    text += '\n';
    for (const result::Timing& row : lab.timings) text += timing_line(row);
    if (lab.backend == "emulator")
      text +=
          "  GPU                       not timed: the emulator judges, it says nothing about "
          "speed\n";
  }
  for (const std::string& note : lab.notes) text += wrapped("note: " + note, 2);
  return text;
}

}  // namespace harness
