#include "harness/bench.hpp"

#include <algorithm>
#include <ctime>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "harness/interrupt.hpp"
#include "harness/text.hpp"
#include "harness/timed_runs.hpp"
#include "harness/timings.hpp"
#include "harness/worker_process.hpp"

namespace harness {
namespace {

using result::Verdict;

constexpr int cpu_repeats = 25;  // fewer where they take longer than two seconds

std::string now() {
  const std::time_t seconds = std::time(nullptr);
  std::tm parts = {};
  gmtime_r(&seconds, &parts);
  char text[32] = {};
  std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts);
  return text;
}

std::string point_text(const BenchDocument& document, const BenchPoint& point) {
  std::string text = "n = " + with_commas(point.n);
  if (document.takes_block_size) text += ", block_size = " + std::to_string(point.block_size);
  return text;
}

/// Why a program has no row at a point, or nothing.
std::string fault_of(const TimedResult& timed) {
  if (!timed.problem.empty()) return timed.problem;
  if (timed.verdict == Verdict::time_limit) return "a call took too long";
  if (timed.verdict != Verdict::pass) {
    std::string text(result::name(timed.verdict));
    if (timed.finding) text += ": " + timed.finding->message;
    return text;
  }
  return timed.median_ms > 0 ? "" : "no time could be taken";
}

BenchGpuRow row_for(const std::string& program, const TimedResult& timed) {
  BenchGpuRow row;
  row.program = program;
  row.kernel_ms = timed.kernel_ms;
  row.median_ms = timed.median_ms;
  row.spread = timed.spread;
  row.held = timed.held;
  if (timed.outcome != Verdict::pass) {
    row.outcome = result::name(timed.outcome);
    row.why = timed.why;
  }
  row.pageable_ms = timed.pageable_ms;
  row.pinned_ms = timed.pinned_ms;
  return row;
}

/// One point's programs, each with a worker of its own.
class Turns {
 public:
  Turns(const BenchSetup& setup, const BenchDocument& document, TimedData& data) : data_(data) {
    for (const BenchProgram& program : document.programs) {
      const auto worker = setup.workers.find(program.id);
      if (worker == setup.workers.end() || !program.left_out.empty()) continue;
      const auto compared = program.role == BenchRole::ceiling ? Compared::no : Compared::yes;
      turns_.push_back(
          {program.id, compared, std::make_unique<TimedProgram>(worker->second, data, compared)});
    }
  }

  /// False where it was interrupted.
  bool run() {
    std::size_t first = 0;  // another one in each round, so that none always follows the same
    while (!turns_.empty() && data_.next()) {
      for (std::size_t k = 0; k < turns_.size(); ++k) {
        if (interrupt::requested()) return false;
        Turn& turn = turns_[(first + k) % turns_.size()];
        // The time of an answer that is wrong with copies says nothing.
        if (data_.kind() == Round::end_to_end && turn.compared == Compared::no) continue;
        turn.program->run();
      }
      ++first;
    }
    return !interrupt::requested();
  }

  /// The rows of those that were right; what was wrong with the others goes into the document.
  std::vector<BenchGpuRow> rows(const BenchPoint& point, BenchDocument& document) const {
    std::vector<BenchGpuRow> rows;
    for (const Turn& turn : turns_) {
      const TimedResult timed = turn.program->result();
      if (document.device.empty()) document.device = timed.device;
      const std::string fault = fault_of(timed);
      if (fault.empty()) {
        rows.push_back(row_for(turn.id, timed));
        continue;
      }
      for (BenchProgram& program : document.programs)
        if (program.id == turn.id)
          program.left_out = "from " + point_text(document, point) + " on: " + fault;
    }
    return rows;
  }

 private:
  struct Turn {
    std::string id;
    Compared compared;
    std::unique_ptr<TimedProgram> program;
  };
  TimedData& data_;
  std::vector<Turn> turns_;
};

std::vector<BenchCpuRow> cpu_rows(const LabCode& code, TimedData& data) {
  std::vector<BenchCpuRow> rows;
  if (!data.next()) return rows;
  // Of the expected outputs their lengths alone are needed.
  const auto timings = time_cpu(code, data.call().problem, data.call().expected, cpu_repeats);
  for (std::size_t k = 0; k < timings.size(); ++k)
    rows.push_back(
        {k == 0 ? 1 : processors(), timings[k].repeats, timings[k].median_ms, timings[k].spread});
  data.restart();
  return rows;
}

std::optional<BenchMeasurement> measure(const BenchSetup& setup, const BenchPoint& point,
                                        BenchDocument& document) {
  const TimedPlan plan = {
      .n = point.n, .block_size = point.block_size, .repeats = setup.plan.rounds};
  TimedData data(setup.code, plan, unforeseen_number());
  BenchMeasurement measurement;
  measurement.point = point;
  if (setup.plan.cpu) measurement.cpu = cpu_rows(setup.code, data);
  Turns turns(setup, document, data);
  if (!turns.run()) return std::nullopt;
  measurement.gpu = turns.rows(point, document);
  return measurement;
}

void say(const BenchListener& listener, const std::string& sentence) {
  if (listener.progress) listener.progress(sentence);
}

}  // namespace

std::uint64_t most_bench_elements(std::size_t programs, std::uint64_t available) {
  // Two inputs, the oracle's values in double and the CPU programs' outputs once; of each program
  // what comes back: two inputs and an output.
  const std::uint64_t bytes_per_element = 8 + 16 + 4 + 12 * std::uint64_t{programs};
  constexpr std::uint64_t fixed = std::uint64_t{512} << 20;
  return (available > fixed ? available - fixed : 0) / bytes_per_element;
}

std::optional<std::string> settle_block_sizes(BenchPlan& plan, const LabCode& code) {
  const Function& function = code.functions().front();
  const int usual = code.timing().block_size;
  if (plan.kind == BenchKind::blocks) {
    if (!function.takes_block_size)
      return function.name + " chooses its own block size: there is nothing to sweep.";
    std::erase_if(plan.points, [&](const BenchPoint& point) {
      return !function.allows_block_size(point.block_size);
    });
  }
  for (BenchPoint& point : plan.points) {
    if (point.block_size == 0 || !function.takes_block_size) point.block_size = usual;
    if (!function.allows_block_size(point.block_size))
      return "the block size is " + std::to_string(point.block_size) + ": the contract of " +
             function.name + " allows multiples of " + std::to_string(function.block_multiple) +
             " from " + std::to_string(function.smallest_block) + " to 1024.";
  }
  return std::nullopt;
}

BenchDocument begin_bench(const Manifest& manifest, const LabCode& code, const BenchPlan& plan) {
  const TimingPlan timing = code.timing();
  BenchDocument document;
  document.kind = plan.kind;
  document.lab = manifest.lab;
  document.title = manifest.title;
  document.date = now();
  document.processor = processor_name();
  document.cpu_program = timing.cpu_program + ", g++ -O3; all cores by OpenMP";
  document.bytes_per_element = timing.bytes_per_element;
  document.takes_block_size = code.functions().front().takes_block_size;
  document.rounds = plan.rounds;
  document.programs = plan.programs;
  return document;
}

void run_bench(const BenchSetup& setup, BenchDocument& document, const BenchListener& listener) {
  const std::uint64_t most = most_bench_elements(setup.workers.size(), setup.available);
  std::size_t number = 0;
  for (const BenchPoint& point : setup.plan.points) {
    ++number;
    if (interrupt::requested()) return;
    if (point.n > most) {
      document.notes.push_back("n = " + with_commas(point.n) +
                               " was left out: the memory that is free here holds arrays of " +
                               with_commas(most) + " elements");
      continue;
    }
    say(listener, point_text(document, point) + " (" + std::to_string(number) + " of " +
                      std::to_string(setup.plan.points.size()) + ")");
    std::optional<BenchMeasurement> measurement = measure(setup, point, document);
    if (!measurement) return;
    document.measurements.push_back(std::move(*measurement));
    document.complete = number == setup.plan.points.size();
    if (listener.measured) listener.measured(document);
  }
  document.complete = true;
}

}  // namespace harness
