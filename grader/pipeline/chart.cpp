#include "pipeline/chart.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <fstream>
#include <set>

#include "harness/bench_figures.hpp"
#include "pipeline/text.hpp"
#include "toolchain/process.hpp"
#include "toolchain/submission.hpp"

namespace pipeline {
namespace {

using harness::BenchDocument;
using harness::BenchKind;
using harness::BenchMeasurement;
using harness::BenchProgram;
using harness::BenchRole;
using harness::BenchSpan;

// Okabe and Ito's colours, which everybody can tell apart.
constexpr const char* orange = "#e69f00";
constexpr const char* sky = "#56b4e9";
constexpr const char* green = "#009e73";
constexpr const char* blue = "#0072b2";
constexpr const char* vermilion = "#d55e00";
constexpr const char* purple = "#cc79a7";
constexpr const char* grey = "#777777";
constexpr const char* black = "#000000";

const char* colour_of(BenchRole role) {
  switch (role) {
    case BenchRole::submission:
      return blue;
    case BenchRole::reference:
      return green;
    case BenchRole::library:
      return vermilion;
    case BenchRole::ceiling:
      return grey;
    case BenchRole::other:
      break;
  }
  return purple;
}

double x_of(const BenchDocument& document, const BenchMeasurement& measurement) {
  return document.kind == BenchKind::blocks ? measurement.point.block_size
                                            : static_cast<double>(measurement.point.n);
}

ChartLine cpu_line(const BenchDocument& document, std::size_t which) {
  ChartLine line;
  line.colour = which == 0 ? black : orange;
  for (const BenchMeasurement& measurement : document.measurements) {
    if (which >= measurement.cpu.size()) continue;
    const harness::BenchCpuRow& row = measurement.cpu[which];
    line.label = row.threads == 1 ? "CPU, one core" : fmt::format("CPU, {} cores", row.threads);
    if (row.median_ms > 0) line.points.emplace_back(x_of(document, measurement), row.median_ms);
  }
  return line;
}

ChartLine gpu_line(const BenchDocument& document, const BenchProgram& program, BenchSpan span) {
  ChartLine line;
  line.label = program.name;
  line.colour = colour_of(program.role);
  if (program.role == BenchRole::ceiling) line.stroke = ChartLine::Stroke::dashed;
  if (span != BenchSpan::kernel) {
    line.stroke = ChartLine::Stroke::dotted;
    line.label += fmt::format(" with copies ({})", span_name(span));
    line.colour = span == BenchSpan::pinned ? sky : purple;
  }
  for (const BenchMeasurement& measurement : document.measurements) {
    const harness::BenchGpuRow* const row = harness::row_of(measurement, program.id);
    const auto ms = row ? harness::time_of(*row, span) : std::nullopt;
    if (ms) line.points.emplace_back(x_of(document, measurement), *ms);
  }
  return line;
}

void add(Chart& chart, ChartLine line) {
  if (!line.points.empty()) chart.lines.push_back(std::move(line));
}

/// Lines of one role share a colour, which several programs of a report must not.
void tell_apart(std::vector<ChartLine>& lines) {
  constexpr std::array spare = {blue, green, vermilion, purple, sky, orange, grey};
  std::set<std::string> taken;
  for (ChartLine& line : lines) {
    if (!taken.insert(line.colour).second) {
      const auto free =
          std::ranges::find_if(spare, [&](const char* colour) { return !taken.contains(colour); });
      if (free != spare.end()) line.colour = *free;
      taken.insert(line.colour);
    }
  }
}

ChartMark mark_of(const BenchDocument& document, const harness::Crossover& crossover) {
  const auto program = std::ranges::find(document.programs, crossover.program, &BenchProgram::id);
  const std::string name = program == document.programs.end() ? crossover.program : program->name;
  const std::string span =
      crossover.span == BenchSpan::kernel ? "" : fmt::format(" ({})", span_name(crossover.span));
  const std::string cpu =
      crossover.threads == 1 ? "one core" : fmt::format("{} cores", crossover.threads);
  return {*crossover.about_n, fmt::format("{}{} beats {}", name, span, cpu)};
}

// gnuplot reads '' in a text in single quotes as one quote, and nothing else as special.
std::string quoted(const std::string& text) {
  std::string result = "'";
  for (const char c : printable(text)) {
    if (c == '\n') {
      result += ' ';
    } else {
      if (c == '\'') result += c;
      result += c;
    }
  }
  return result + "'";
}

const char* dash_type(ChartLine::Stroke stroke) {
  switch (stroke) {
    case ChartLine::Stroke::solid:
      return "solid";
    case ChartLine::Stroke::dashed:
      return "'-'";
    case ChartLine::Stroke::dotted:
      break;
  }
  return "'.'";
}

std::string axes_script(const Chart& chart) {
  if (!chart.is_of_block_sizes)
    return "set logscale xy 10\n"
           "set format x '%.0s%c'\n"
           "set format y '%g'\n"
           "set mxtics 10\nset mytics 10\n";
  std::set<double> sizes;
  for (const ChartLine& line : chart.lines)
    for (const auto& [x, y] : line.points) sizes.insert(x);
  std::string ticks;
  for (const double x : sizes)
    ticks += fmt::format("{}'{:.0f}' {:.0f}", ticks.empty() ? "" : ", ", x, x);
  return "set logscale x 2\nset yrange [0:*]\nset format y '%g'\nset xtics (" + ticks + ")\n";
}

}  // namespace

Chart chart_of(const BenchDocument& document) {
  Chart chart;
  chart.is_of_block_sizes = document.kind == BenchKind::blocks;
  const bool is_report = document.kind == BenchKind::report;
  chart.title = is_report ? "The sum of n numbers" : document.title;
  if (!document.device.empty())
    chart.title += ", " + document.device.substr(0, document.device.find(','));
  if (chart.is_of_block_sizes && !document.measurements.empty())
    chart.title += ", n = " + with_commas(document.measurements.front().point.n);
  chart.x_label = chart.is_of_block_sizes ? "threads in a block" : "elements";
  chart.y_label = "milliseconds";
  if (!chart.is_of_block_sizes) {
    add(chart, cpu_line(document, 0));
    if (!is_report) add(chart, cpu_line(document, 1));
  }
  for (const BenchProgram& program : document.programs)
    add(chart, gpu_line(document, program, BenchSpan::kernel));
  const BenchProgram* const leading = harness::leading_program(document);
  if (document.kind == BenchKind::sizes && leading != nullptr)
    for (const BenchSpan span : {BenchSpan::pinned, BenchSpan::pageable})
      add(chart, gpu_line(document, *leading, span));
  tell_apart(chart.lines);
  for (const harness::Crossover& crossover : harness::crossovers_of(document))
    if (crossover.about_n && (!is_report || crossover.threads == 1))
      chart.marks.push_back(mark_of(document, crossover));
  return chart;
}

std::string gnuplot_script(const Chart& chart) {
  std::string script =
      "set encoding utf8\n"
      "set terminal svg size 960,640 dynamic noenhanced background rgb 'white' "
      "font 'sans-serif,13' linewidth 1.5\n"
      "set key outside below horizontal\n"
      "set grid xtics ytics linetype 1 linewidth 0.5 linecolor rgb '#dddddd'\n"
      "set border 3\nset xtics nomirror\nset ytics nomirror\n";
  script += "set title " + quoted(chart.title) + "\n";
  script += "set xlabel " + quoted(chart.x_label) + "\n";
  script += "set ylabel " + quoted(chart.y_label) + "\n";
  script += axes_script(chart);
  for (const ChartMark& mark : chart.marks) {
    script += fmt::format(
        "set arrow from first {0:.6g}, graph 0 to first {0:.6g}, graph 1 nohead dashtype '-' "
        "linecolor rgb '#999999'\n"
        "set label {1} at first {0:.6g}, graph 0.98 right rotate by 90 offset -1.1, 0 "
        "textcolor rgb '#555555' font ',11'\n",
        mark.x, quoted(mark.label));
  }
  for (std::size_t k = 0; k < chart.lines.size(); ++k) {
    script += fmt::format("$line{} << EOD\n", k);
    for (const auto& [x, y] : chart.lines[k].points) script += fmt::format("{:.9g} {:.9g}\n", x, y);
    script += "EOD\n";
  }
  script += "plot ";
  for (std::size_t k = 0; k < chart.lines.size(); ++k) {
    const ChartLine& line = chart.lines[k];
    script += fmt::format(
        "{}$line{} using 1:2 with linespoints title {} linecolor rgb '{}' dashtype {} "
        "pointtype 7 pointsize 0.5",
        k == 0 ? "" : ", \\\n     ", k, quoted(line.label), line.colour, dash_type(line.stroke));
  }
  return script + "\n";
}

Drawing draw(const Chart& chart) {
  if (chart.lines.empty()) return {"", "there is nothing to draw"};
  if (toolchain::find_program("gnuplot").empty())
    return {"",
            "no chart: gnuplot is not installed (Debian and Ubuntu: sudo apt-get install "
            "gnuplot-nox); then ./lab bench --read FILE draws it from the JSON"};
  const toolchain::TemporaryDirectory directory;
  const std::filesystem::path script = directory.path() / "chart.gnuplot";
  std::ofstream(script, std::ios::binary) << gnuplot_script(chart);
  toolchain::ProcessOptions options;
  options.limit = std::chrono::seconds(30);
  options.output_limit = std::size_t{16} << 20;
  const toolchain::ProcessResult gnuplot = toolchain::run({"gnuplot", script.string()}, options);
  if (gnuplot.ok() && gnuplot.output.find("</svg>") != std::string::npos)
    return {gnuplot.output, ""};
  const auto words = lines(gnuplot.error);
  return {"", "no chart: gnuplot failed" + (words.empty() ? "" : ": " + printable(words.back()))};
}

}  // namespace pipeline
