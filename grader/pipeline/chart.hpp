// Charts of measured lines: a script for gnuplot, and the SVG that gnuplot makes of it.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "harness/bench_document.hpp"

namespace pipeline {

struct ChartLine {
  enum class Stroke { solid, dashed, dotted };
  std::string label;
  std::string colour;  ///< "#0072b2"
  Stroke stroke = Stroke::solid;
  std::vector<std::pair<double, double>> points;  ///< x rising; all above 0.
};

/// A vertical line at an x worth knowing.
struct ChartMark {
  double x = 0;
  std::string label;
};

struct Chart {
  std::string title, x_label, y_label;
  bool is_of_block_sizes = false;  ///< x doubles from tick to tick; else both axes go by tens.
  std::vector<ChartLine> lines;
  std::vector<ChartMark> marks;
};

/// Times against lengths (or block sizes), of all programs that have rows; of the leading one with
/// copies as well. Crossovers are marked. Of a report: one CPU core and each program's kernel.
Chart chart_of(const harness::BenchDocument& document);

/// A whole script; it writes an SVG to gnuplot's standard output. Texts are data there, whatever
/// characters they hold.
std::string gnuplot_script(const Chart& chart);

/// What gnuplot makes of it. `svg` is empty where that failed; then `problem` says why, and what to
/// install where gnuplot is missing.
struct Drawing {
  std::string svg, problem;
};
Drawing draw(const Chart& chart);

}  // namespace pipeline
