#include "harness/bench_figures.hpp"

#include <algorithm>
#include <cmath>
#include <initializer_list>

namespace harness {
namespace {

// One length at which both programs were timed.
struct Pair {
  std::size_t n;
  double gpu_ms, cpu_ms;
  bool gpu_wins() const { return gpu_ms < cpu_ms; }
};

// Where the lines between two lengths cross, on log axes. The GPU wins at `b` alone.
double crossing(const Pair& a, const Pair& b) {
  const double before = std::log(a.gpu_ms / a.cpu_ms), after = std::log(b.gpu_ms / b.cpu_ms);
  const double x0 = std::log(static_cast<double>(a.n)), x1 = std::log(static_cast<double>(b.n));
  return std::exp(x0 + (x1 - x0) * before / (before - after));
}

std::optional<Crossover> crossover(const std::vector<Pair>& pairs) {
  if (pairs.size() < 2) return std::nullopt;
  Crossover result;
  if (!pairs.back().gpu_wins()) return result;
  std::size_t first = pairs.size() - 1;
  while (first > 0 && pairs[first - 1].gpu_wins()) --first;
  result.measured_n = pairs[first].n;
  if (first > 0) result.about_n = crossing(pairs[first - 1], pairs[first]);
  return result;
}

bool has_rows(const BenchDocument& document, const BenchProgram& program) {
  return std::ranges::any_of(document.measurements, [&](const BenchMeasurement& measurement) {
    return row_of(measurement, program.id) != nullptr;
  });
}

std::optional<double> ratio(double other_ms, double ms) {
  if (other_ms <= 0 || ms <= 0) return std::nullopt;
  return other_ms / ms;
}

void add_crossovers(const BenchDocument& document, const std::string& program,
                    std::initializer_list<BenchSpan> spans, std::vector<Crossover>& all) {
  const std::vector<BenchCpuRow>& cpu_programs = document.measurements.front().cpu;
  for (const BenchSpan span : spans) {
    for (std::size_t cpu = 0; cpu < cpu_programs.size(); ++cpu) {
      std::vector<Pair> pairs;
      for (const BenchMeasurement& measurement : document.measurements) {
        const BenchGpuRow* const row = row_of(measurement, program);
        if (row == nullptr || row->outcome == "suspect" || cpu >= measurement.cpu.size()) continue;
        const std::optional<double> ms = time_of(*row, span);
        const double cpu_ms = measurement.cpu[cpu].median_ms;
        if (ms && cpu_ms > 0) pairs.push_back({measurement.point.n, *ms, cpu_ms});
      }
      if (auto found = crossover(pairs)) {
        found->program = program;
        found->span = span;
        found->threads = cpu_programs[cpu].threads;
        all.push_back(*found);
      }
    }
  }
}

}  // namespace

const BenchGpuRow* row_of(const BenchMeasurement& measurement, const std::string& program) {
  const auto row = std::ranges::find(measurement.gpu, program, &BenchGpuRow::program);
  return row == measurement.gpu.end() ? nullptr : &*row;
}

const BenchProgram* program_with(const BenchDocument& document, BenchRole role) {
  const auto found = std::ranges::find(document.programs, role, &BenchProgram::role);
  return found == document.programs.end() ? nullptr : &*found;
}

const BenchProgram* leading_program(const BenchDocument& document) {
  for (const BenchRole role : {BenchRole::submission, BenchRole::reference, BenchRole::library})
    for (const BenchProgram& program : document.programs)
      if (program.role == role && has_rows(document, program)) return &program;
  return nullptr;
}

const char* span_name(BenchSpan span) {
  switch (span) {
    case BenchSpan::kernel:
      return "kernel";
    case BenchSpan::pinned:
      return "pinned";
    case BenchSpan::pageable:
      break;
  }
  return "pageable";
}

std::optional<double> time_of(const BenchGpuRow& row, BenchSpan span) {
  const auto positive = [](std::optional<double> ms) { return ms && *ms > 0 ? ms : std::nullopt; };
  switch (span) {
    case BenchSpan::kernel:
      return positive(row.median_ms);
    case BenchSpan::pinned:
      return positive(row.pinned_ms);
    case BenchSpan::pageable:
      break;
  }
  return positive(row.pageable_ms);
}

BenchFigures figures_of(const BenchDocument& document, const BenchMeasurement& measurement,
                        const BenchGpuRow& row) {
  BenchFigures figures;
  if (row.median_ms <= 0) return figures;
  const double bytes = document.bytes_per_element * static_cast<double>(measurement.point.n);
  figures.gigabytes_per_second = bytes / (row.median_ms * 1e6);
  const auto time_with = [&](BenchRole role) {
    const BenchProgram* const program = program_with(document, role);
    const BenchGpuRow* const other = program ? row_of(measurement, program->id) : nullptr;
    return other ? other->median_ms : 0.0;
  };
  if (const auto share = ratio(time_with(BenchRole::ceiling), row.median_ms))
    figures.percent_of_ceiling = 100 * *share;
  figures.ratio_to_library = ratio(time_with(BenchRole::library), row.median_ms);
  if (!measurement.cpu.empty()) {
    figures.ratio_to_one_core = ratio(measurement.cpu.front().median_ms, row.median_ms);
    figures.ratio_to_all_cores = ratio(measurement.cpu.back().median_ms, row.median_ms);
  }
  return figures;
}

std::vector<Crossover> crossovers_of(const BenchDocument& document) {
  std::vector<Crossover> all;
  if (document.kind == BenchKind::blocks || document.measurements.empty()) return all;
  if (document.kind == BenchKind::report) {
    for (const BenchProgram& program : document.programs)
      add_crossovers(document, program.id, {BenchSpan::kernel}, all);
  } else if (const BenchProgram* const program = leading_program(document)) {
    add_crossovers(document, program->id,
                   {BenchSpan::kernel, BenchSpan::pinned, BenchSpan::pageable}, all);
  }
  return all;
}

}  // namespace harness
