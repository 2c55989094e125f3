// What `lab bench` measures and what came of it: the plan that a grader is given, and the document
// that it writes. docs/benchmarks.md describes the JSON form.
#pragma once

#include <cstdint>
#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

namespace harness {

inline constexpr int bench_schema_version = 1;

/// What a program of a benchmark is there for.
enum class BenchRole {
  submission,  ///< The student's file.
  reference,   ///< The course's solution.
  library,     ///< NVIDIA's own, CUB.
  ceiling,     ///< The least that must happen to the bytes; its answers are wrong on purpose.
  other,       ///< What else was named, to be compared.
};
const char* role_name(BenchRole role);

/// One program, built and timed as a submission is.
struct BenchProgram {
  std::string id;    ///< Short and unique: "submission", "cub"; rows refer to it.
  std::string name;  ///< For tables and charts: "your file".
  BenchRole role = BenchRole::other;
  std::filesystem::path file;
  std::string shown;     ///< The file as reports name it.
  bool is_ours = false;  ///< Of the course: the rules of submissions do not hold.
  /// Why it has no rows, or none from some n on; empty: it has all.
  std::string left_out = {};
};

/// One call that is timed.
struct BenchPoint {
  std::size_t n = 0;
  int block_size = 0;  ///< In a plan, 0 is the lab's own.
};

enum class BenchKind { sizes, blocks, report };
const char* kind_name(BenchKind kind);

struct BenchPlan {
  BenchKind kind = BenchKind::sizes;
  std::vector<BenchProgram> programs;
  std::vector<BenchPoint> points;  ///< In rising order.
  int rounds = 10;                 ///< Timed runs of each program at each point.
  bool cpu = true;                 ///< With the CPU programs.
  bool cpu_only = false;           ///< Without a GPU, though there may be one.
};

/// Of one CPU program at one point.
struct BenchCpuRow {
  unsigned threads = 1;
  int repeats = 0;
  double median_ms = 0, spread = 0;
};

/// Of one GPU program at one point.
struct BenchGpuRow {
  std::string program;            ///< BenchProgram::id
  std::vector<double> kernel_ms;  ///< The timed runs, in their order.
  double median_ms = 0, spread = 0;
  bool held = true;          ///< Its launches' latency is not in the time.
  std::string outcome, why;  ///< "suspect" or "noisy" with a sentence; else empty.
  std::optional<double> pageable_ms, pinned_ms;  ///< With copies in and out.
};

struct BenchMeasurement {
  BenchPoint point;
  std::vector<BenchCpuRow> cpu;  ///< One core first.
  std::vector<BenchGpuRow> gpu;
};

struct BenchDocument {
  BenchKind kind = BenchKind::sizes;
  std::string lab, title, date;        ///< date: "2026-11-30T19:04:05Z"
  std::string device;                  ///< The GPU; empty where none was used.
  std::string processor, cpu_program;  ///< What the CPU rows are of.
  double bytes_per_element = 4;        ///< What the lab's algorithm must move.
  bool takes_block_size = true;
  int rounds = 0;
  bool complete = false;  ///< All points of the plan are there.
  std::string problem;    ///< Why there are no GPU rows; else empty.
  std::vector<std::string> notes;
  std::vector<BenchProgram> programs;
  std::vector<BenchMeasurement> measurements;  ///< In the plan's order.
};

/// The plan as a grader is given it.
nlohmann::json to_json(const BenchPlan& plan);
/// Throws std::runtime_error with a sentence where the document is no plan.
BenchPlan bench_plan_from_json(const nlohmann::json& document);

/// The document, with the figures that follow from its rows (bench_figures.hpp).
nlohmann::json to_json(const BenchDocument& document);
/// Figures are left aside. Throws std::runtime_error with a sentence where it does not fit.
BenchDocument bench_document_from_json(const nlohmann::json& document);

/// Reads a file of either kind; throws std::runtime_error that names it.
nlohmann::json read_bench_file(const std::filesystem::path& file);
/// Writes beside `file` and renames, so that it is always whole. Throws std::runtime_error.
void write_bench_file(const std::filesystem::path& file, const nlohmann::json& document);

}  // namespace harness
