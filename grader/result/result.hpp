// The result of grading one lab: what the harness writes, what every report reads.
// The JSON form is described by result.schema.json (version `schema_version`) and in
// docs/result-format.md.
#pragma once

#include <cstdint>
#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "result/verdict.hpp"

namespace result {

inline constexpr int schema_version = 1;

/// A line of the submission that a finding points at.
struct Place {
  std::string role;    ///< What happens there: "writes here", "waits here"; may be empty.
  std::string file;    ///< As the student named it.
  int line = 0;        ///< 1-based; 0 where no line is known.
  std::string text;    ///< The source line, without its line end.
  std::string thread;  ///< "thread 17 of block 0", "host code"; may be empty.
};

/// A known kind of wrong output: it accounts for every element, right and wrong.
struct Shape {
  std::string name;  ///< "inclusive_scan"
  std::string text;  ///< One sentence on what the output is instead of what is due.
};

/// The neighbourhood of the first wrong element.
struct Difference {
  std::string output;                             ///< Name of the output: "d_out".
  std::uint64_t first_index = 0;                  ///< Index of the first wrong element.
  std::uint64_t wrong = 0;                        ///< How many elements are wrong.
  std::uint64_t size = 0;                         ///< Elements of the output.
  std::uint64_t window_begin = 0;                 ///< Index of the first element shown.
  std::vector<std::string> input, expected, got;  ///< Values around it as text; input may be empty.
  /// Of the first wrong element, where both it and what is due are finite numbers.
  std::optional<double> error = {};
  std::optional<double> bound = {};  ///< The largest error that rounding explains; 0: none is.
  std::optional<Shape> shape = {};   ///< Nothing where no known one fits.
  std::optional<std::uint64_t> smallest_n = {};  ///< The smallest length that was found to fail.
};

/// One defect, reported once however often it happened.
struct Finding {
  Verdict code = Verdict::pass;
  std::string message;        ///< One sentence: the rule broken and what was touched.
  std::vector<Place> places;  ///< One or two lines of the submission.
  std::string look_at;        ///< One sentence: what to look at. Never the solution.
  std::string at_case;        ///< "n = 1000, block_size = 48"; the smallest case that shows it.
  std::uint64_t occurrences = 1;
  std::optional<Difference> difference;
};

struct Check {
  std::string name;
  int task = 0;
  Category category = Category::correctness;
  double points = 0, max_points = 0;
  Verdict verdict = Verdict::not_run;
  std::string reason;              ///< Why it was not run, or a note worth a line; may be empty.
  std::vector<Finding> findings;   ///< The first one decided, where the verdict is not pass.
  std::vector<std::string> notes;  ///< Said beside the verdict; cost nothing.
  double seconds = 0;              ///< Wall time of the whole check.
};

/// One measured row: what ran, how long.
struct Timing {
  std::string what;     ///< "CPU, one core", "CPU, 2 cores", "GPU, kernel only"
  std::uint64_t n = 0;  ///< Elements.
  int block_size = 0;   ///< 0 for the CPU.
  int repeats = 0;
  double median_ms = 0, spread = 0;  ///< spread = interquartile range / median
  std::string note;                  ///< How it was made: "float, -O3, 8 accumulators".
  /// Of the bytes that the lab's algorithm must move.
  std::optional<double> gigabytes_per_second = {};
  std::optional<Verdict> outcome = {};  ///< suspect or noisy; nothing where the time is believed.
  std::optional<std::string> why = {};  ///< A sentence with the figures, beside the outcome.
};

/// One thing that a call did, counted by the emulator: the same on every machine.
struct Count {
  std::string what;             ///< "bytes an element", "bank conflicts"
  double value = 0;             ///< Whole, or a ratio, as `what` says.
  std::optional<double> ideal;  ///< Of the lab's own algorithm; nothing where it names none.
};

/// The counts of one call that was right.
struct Counted {
  std::uint64_t n = 0;  ///< Elements.
  int block_size = 0;   ///< 0: the function takes none.
  std::vector<Count> counts;
};

/// Rounding of a right output of real numbers, beside that of two plain programs. Errors are the
/// largest over its elements, in the unit of the data.
struct Accuracy {
  std::string output;   ///< "d_sum"
  std::uint64_t n = 0;  ///< Elements of the input.
  double error = 0;
  double bound = 0;           ///< Of that element: the worst case over any order of additions.
  double naive_error = 0;     ///< One float accumulator, by index.
  double pairwise_error = 0;  ///< A tree of float additions.
};

/// What a GPU said of a submission that the emulator has judged. Checks that fail there alone stand
/// among the lab's.
struct GpuRun {
  std::string device;  ///< "NVIDIA H200, driver for CUDA 13.0, CUDA 13.0"; empty where none ran.
  Verdict verdict = Verdict::not_run;  ///< Of the checks that a GPU can judge.
  double build_seconds = 0;            ///< Wall time of nvcc and the linker.
};

/// "d_sum at n = 1,000: error 0.0021 of at most 3.9 ..."
std::string accuracy_text(const Accuracy& accuracy);

struct Lab {
  std::string lab;    ///< "02_shared_reduction"
  std::string title;  ///< "Shared-memory reduction"
  std::string submission;
  Verdict verdict = Verdict::not_run;
  double points = 0, max_points = 100;
  std::string backend;  ///< "emulator" or "cuda"
  std::string device;   ///< "emulator: 4 multiprocessors, compute capability 9.0"
  std::uint64_t seed = 1;
  std::string build_output;  ///< The compiler's words where the build failed; else its warnings.
  double build_seconds = 0;
  std::vector<Check> checks;
  std::vector<Timing> timings;
  std::optional<Counted> counted;    ///< Nothing where no call was counted.
  std::optional<Accuracy> accuracy;  ///< Nothing where no output of reals was right.
  std::optional<GpuRun> gpu = {};    ///< Nothing where one backend alone has judged.
  std::vector<std::string> notes;
};

/// Points from the checks, and the verdict: the worst of the checks that are not efficiency, and
/// `not_done` only where no other of them fails: a task that nobody has begun hides no mistake in
/// another. For the whole lab `not_done` is kept where the harness set it.
void summarize(Lab& lab);

/// A document {schema_version, labs: [...]}: finite numbers, UTF-8, control characters stripped.
nlohmann::json to_json(const std::vector<Lab>& labs);
/// Throws std::runtime_error with a sentence where the document does not fit.
std::vector<Lab> from_json(const nlohmann::json& document);

/// Writes to a temporary file beside `path` and renames it; throws std::runtime_error that names
/// the path and the system's reason, and leaves no half-written file.
void write_file(const std::filesystem::path& path, const std::vector<Lab>& labs);
std::vector<Lab> read_file(const std::filesystem::path& path);

}  // namespace result
