#include "pipeline/bench_report.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>
#include <optional>

#include "harness/bench_figures.hpp"
#include "pipeline/report_parts.hpp"

namespace pipeline {
namespace {

using harness::BenchDocument;
using harness::BenchFigures;
using harness::BenchKind;
using harness::BenchMeasurement;
using harness::BenchProgram;
using harness::BenchSpan;

constexpr std::size_t name_width = 24;

/// Four digits that count: 0.00712, 71.23, 1234.
std::string milliseconds(double ms) {
  if (ms >= 1000) return fmt::format("{:.0f}", ms);
  if (ms >= 100) return fmt::format("{:.1f}", ms);
  if (ms >= 10) return fmt::format("{:.2f}", ms);
  if (ms >= 1) return fmt::format("{:.3f}", ms);
  return ms >= 0.1 ? fmt::format("{:.4f}", ms) : fmt::format("{:.5f}", ms);
}

std::string ratio(const std::optional<double>& value) {
  if (!value) return "-";
  const int digits = *value >= 100 ? 0 : *value >= 10 ? 1 : *value >= 0.1 ? 2 : 3;
  return fmt::format("{:.{}f}x", *value, digits);
}

std::string percent(const std::optional<double>& value) {
  if (!value) return "-";
  return *value < 1000 ? fmt::format("{:.0f} %", *value) : ">999 %";
}

std::string rate(double gigabytes) {
  return gigabytes >= 100 ? fmt::format("{:.0f}", gigabytes) : fmt::format("{:.2f}", gigabytes);
}

std::string row(const std::string& name, double ms, const std::string& spread,
                const std::string& gigabytes, const std::string& of_ceiling,
                const std::string& to_library, const std::string& to_core) {
  return "  " + left(cut(name, name_width), name_width) + right(milliseconds(ms), 10) +
         right(spread, 8) + right(gigabytes, 8) + right(of_ceiling, 12) + right(to_library, 8) +
         right(to_core, 8) + '\n';
}

std::string head_row() {
  return "  " + left("", name_width) + right("median ms", 10) + right("spread", 8) +
         right("GB/s", 8) + right("of ceiling", 12) + right("vs CUB", 8) + right("vs CPU", 8) +
         '\n';
}

std::string cpu_name(unsigned threads) {
  return threads == 1 ? "CPU, one core" : fmt::format("CPU, {} cores", threads);
}

const BenchProgram* find(const BenchDocument& document, const std::string& id) {
  const auto program = std::ranges::find(document.programs, id, &BenchProgram::id);
  return program == document.programs.end() ? nullptr : &*program;
}

std::string name_of(const BenchDocument& document, const std::string& id) {
  const BenchProgram* const program = find(document, id);
  return program == nullptr ? id : program->name;
}

std::string cpu_rows(const BenchDocument& document, const BenchMeasurement& measurement) {
  std::string text;
  for (const harness::BenchCpuRow& cpu : measurement.cpu) {
    if (cpu.median_ms <= 0) continue;
    const double bytes = document.bytes_per_element * static_cast<double>(measurement.point.n);
    const double one_core = measurement.cpu.front().median_ms;
    text += row(cpu_name(cpu.threads), cpu.median_ms, percent(100 * cpu.spread),
                rate(bytes / (cpu.median_ms * 1e6)), "", "", ratio(one_core / cpu.median_ms));
  }
  return text;
}

/// The same call with copies in and out.
std::string rows_with_copies(const BenchMeasurement& measurement, const harness::BenchGpuRow& gpu) {
  std::string text;
  for (const BenchSpan span : {BenchSpan::pinned, BenchSpan::pageable}) {
    const auto ms = harness::time_of(gpu, span);
    if (!ms) continue;
    const bool has_cpu = !measurement.cpu.empty() && measurement.cpu.front().median_ms > 0;
    text += row(fmt::format("  with copies ({})", span_name(span)), *ms, "", "", "", "",
                has_cpu ? ratio(measurement.cpu.front().median_ms / *ms) : "-");
  }
  return text;
}

std::string gpu_rows(const BenchDocument& document, const BenchMeasurement& measurement) {
  // Copies of the leading program alone, lest the table be all copies.
  const BenchProgram* const leading = harness::leading_program(document);
  std::string text;
  for (const harness::BenchGpuRow& gpu : measurement.gpu) {
    const BenchFigures figures = harness::figures_of(document, measurement, gpu);
    const std::string mark = gpu.outcome.empty() ? "" : " (" + gpu.outcome + ")";
    text += row(name_of(document, gpu.program) + mark, gpu.median_ms, percent(100 * gpu.spread),
                rate(figures.gigabytes_per_second), percent(figures.percent_of_ceiling),
                ratio(figures.ratio_to_library), ratio(figures.ratio_to_one_core));
    if (document.kind == BenchKind::sizes && leading != nullptr && gpu.program == leading->id)
      text += rows_with_copies(measurement, gpu);
  }
  return text;
}

std::string point_title(const BenchDocument& document, const BenchMeasurement& measurement) {
  std::string title = "n = " + with_commas(measurement.point.n);
  if (document.takes_block_size && measurement.point.block_size > 0)
    title += fmt::format(", {} threads in a block", measurement.point.block_size);
  return title;
}

/// To two digits: an interpolated length has no more.
std::uint64_t rounded(double n) {
  const double unit = std::pow(10, std::max(0.0, std::floor(std::log10(n)) - 1));
  return static_cast<std::uint64_t>(std::round(n / unit) * unit);
}

std::string crossover_sentence(const BenchDocument& document, const harness::Crossover& crossover) {
  std::string text = name_of(document, crossover.program);
  if (crossover.span != BenchSpan::kernel)
    text += fmt::format(" with copies ({} memory)", span_name(crossover.span));
  const std::string cpu =
      crossover.threads == 1 ? "one core" : fmt::format("all {} cores", crossover.threads);
  if (!crossover.measured_n)
    return fmt::format("{} is not faster than {} at the longest length, {}.", text, cpu,
                       with_commas(document.measurements.back().point.n));
  if (!crossover.about_n)
    return fmt::format("{} is faster than {} at every length from {} on.", text, cpu,
                       with_commas(*crossover.measured_n));
  return fmt::format("{} is faster than {} from about n = {} on.", text, cpu,
                     with_commas(rounded(*crossover.about_n)));
}

std::string remarks(const BenchDocument& document) {
  std::string text;
  for (const BenchProgram& program : document.programs)
    if (!program.left_out.empty())
      text += field("left out", printable(program.name + " " + program.left_out));
  for (const BenchMeasurement& measurement : document.measurements)
    for (const harness::BenchGpuRow& gpu : measurement.gpu)
      if (!gpu.why.empty())
        text +=
            field(gpu.outcome, printable(fmt::format("{}, {}: {}", name_of(document, gpu.program),
                                                     point_title(document, measurement), gpu.why)));
  for (const std::string& note : document.notes) text += field("note", printable(note));
  return text;
}

std::string method(const BenchDocument& document) {
  std::string text;
  if (!document.device.empty()) {
    text += field("GPU", printable(document.device));
    text += field("", fmt::format("medians of {} runs of each program, taken in turn on the same "
                                  "fresh data, with empty caches; answers were compared, a "
                                  "ceiling's were not",
                                  document.rounds));
  }
  const bool has_cpu = std::ranges::any_of(
      document.measurements, [](const BenchMeasurement& each) { return !each.cpu.empty(); });
  if (has_cpu)
    text += field("CPU", printable(document.processor + "; " + document.cpu_program +
                                   "; on the same data each time, which stay in its caches where "
                                   "they fit"));
  text += field("GB/s", fmt::format("of the {:g} bytes an element that the algorithm must move",
                                    document.bytes_per_element));
  return text;
}

}  // namespace

std::string bench_report(const Style& style, const BenchDocument& document) {
  std::string text = style.bold(fmt::format("{}: {}", document.lab, document.title)) + "\n";
  if (!document.problem.empty()) text += wrapped("no GPU times: " + document.problem, "", "  ");
  for (const BenchMeasurement& measurement : document.measurements) {
    text += '\n' + style.bold(printable(point_title(document, measurement))) + '\n' + head_row();
    text += cpu_rows(document, measurement) + gpu_rows(document, measurement);
  }
  if (document.measurements.empty()) text += "\nNothing was measured.\n";
  const auto crossovers = harness::crossovers_of(document);
  if (!crossovers.empty()) text += '\n';
  for (const harness::Crossover& crossover : crossovers)
    text += wrapped(crossover_sentence(document, crossover), "", "  ");
  text += '\n' + method(document) + remarks(document);
  if (!document.complete) text += field("note", "the run was ended before it was complete");
  return text;
}

}  // namespace pipeline
