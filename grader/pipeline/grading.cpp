#include "pipeline/grading.hpp"

#include <fmt/format.h>
#include <cstring>
#include <mutex>

#include "harness/gpu_lock.hpp"
#include "pipeline/gpu_part.hpp"
#include "pipeline/interrupt.hpp"
#include "pipeline/progress.hpp"
#include "toolchain/process.hpp"

namespace pipeline {
namespace fs = std::filesystem;
namespace {

/// No check lasts longer than its own limit; this only ends a grader that has lost its way.
constexpr auto grader_limit = std::chrono::minutes(30);

result::Lab result_without_run(const Submission& submission, const GradingOptions& options,
                               result::Verdict verdict) {
  result::Lab lab;
  lab.lab = submission.lab->name;
  lab.title = submission.lab->title;
  lab.submission = submission.shown;
  lab.verdict = verdict;
  lab.seed = options.seed;
  lab.backend = options.backend == "cuda" ? "cuda" : "emulator";
  return lab;
}

result::Lab unusable_file(const Submission& submission, const GradingOptions& options) {
  result::Lab lab = result_without_run(
      submission, options,
      submission.absent ? result::Verdict::not_done : result::Verdict::build_failed);
  (submission.absent ? lab.notes.emplace_back() : lab.build_output) = submission.problem;
  return lab;
}

result::Lab grader_error(const Submission& submission, const GradingOptions& options,
                         const std::string& sentence) {
  result::Lab lab = result_without_run(submission, options, result::Verdict::grader_error);
  lab.notes.push_back(sentence);
  return lab;
}

/// "done total name": what a grader says of its progress (see harness/grader.hpp).
struct Step {
  std::string_view done, total, name;
};
std::optional<Step> parse_step(std::string_view line) {
  const auto number = [&line]() -> std::string_view {
    const std::size_t end = std::min(line.find_first_not_of("0123456789"), line.size());
    const std::string_view digits = line.substr(0, end);
    line.remove_prefix(end);
    if (line.starts_with(' ')) line.remove_prefix(1);
    return digits;
  };
  Step step;
  step.done = number();
  step.total = number();
  step.name = line;
  if (step.done.empty() || step.total.empty()) return std::nullopt;
  return step;
}

/// What a grader said on stderr beside its progress: at most its last three lines.
std::string last_words(const std::string& error) {
  std::vector<std::string> words;
  for (const std::string& line : lines(error)) {
    if (!trimmed(line).empty() && !parse_step(line)) words.push_back(trimmed(printable(line)));
  }
  std::string text;
  for (std::size_t k = words.size() > 3 ? words.size() - 3 : 0; k < words.size(); ++k) {
    text += (text.empty() ? ": " : "; ") + words[k];
  }
  return text;
}

std::string how_it_ended(const toolchain::ProcessResult& process) {
  if (!process.start_error.empty()) return "could not be started: " + process.start_error;
  if (process.timed_out) return "did not end in 30 minutes";
  if (process.signal != 0) {
    return fmt::format("was ended by signal {} ({})", process.signal, strsignal(process.signal));
  }
  return fmt::format("left with exit code {}", process.exit_code);
}

result::Lab run_grader(const Context& context, const Submission& submission,
                       const GradingOptions& options, const std::string& backend,
                       const fs::path& directory, Progress& progress) {
  const fs::path program = grader_program(context, *submission.lab);
  const fs::path result_file = directory / fmt::format("{}.{}.json", submission.lab->name, backend);
  toolchain::ProcessOptions process_options;
  process_options.limit = grader_limit;
  process_options.working_directory = context.root;
  // What a grader that is killed leaves behind goes with our own directory.
  process_options.environment = {"TMPDIR=" + directory.string()};
  process_options.on_error_line = [&](std::string_view line) {
    if (const auto step = parse_step(line)) {
      progress.step(submission.lab->name, fmt::format("{}{}/{}", backend == "cuda" ? "GPU " : "",
                                                      step->done, step->total));
    } else if (line.starts_with(harness::waiting_for_gpu)) {
      progress.step(submission.lab->name, harness::waiting_for_gpu);
    }
  };
  std::vector<std::string> command = {program.string(),
                                      "--submission",
                                      submission.file.string(),
                                      "--result",
                                      result_file.string(),
                                      "--seed",
                                      std::to_string(options.seed),
                                      "--backend",
                                      backend,
                                      "--progress-fd",
                                      "2"};
  if (backend == "cuda" && options.device)
    command.insert(command.end(), {"--device", std::to_string(*options.device)});
  const toolchain::ProcessResult process = toolchain::run(command, process_options);

  const std::string name = program.filename().string();
  if (process.signal != 0 || !fs::exists(result_file)) {
    return grader_error(submission, options,
                        fmt::format("{} {} and wrote no result{}", name, how_it_ended(process),
                                    last_words(process.error)));
  }
  try {
    std::vector<result::Lab> labs = result::read_file(result_file);
    if (labs.size() == 1 && labs[0].lab == submission.lab->name) return std::move(labs[0]);
    return grader_error(submission, options, name + " wrote the result of another lab");
  } catch (const std::exception& problem) {
    return grader_error(submission, options,
                        fmt::format("the result of {} cannot be read: {}", name, problem.what()));
  }
}

}  // namespace

fs::path grader_program(const Context& context, const Lab& lab) {
  fs::path program = context.programs / ("grade_" + lab.name);
  if (!fs::exists(program)) {
    throw grader_failure(
        fmt::format("{} is not built; ./lab builds it, or: cmake --preset default "
                    "&& cmake --build --preset default",
                    shown_path(context, program)));
  }
  return program;
}

std::vector<result::Lab> grade(const Context& context, const std::vector<Submission>& submissions,
                               const GradingOptions& options) {
  const toolchain::TemporaryDirectory directory;
  std::vector<result::Lab> labs(submissions.size());
  Progress progress(context, "grading", submissions.size());
  std::mutex gpu;  // one at a time: what is timed there shall not be disturbed by the next lab
  run_several(
      submissions.size(), options.jobs,
      [&](std::size_t k) {
        const Submission& submission = submissions[k];
        progress.start(submission.lab->name);
        labs[k] = submission.problem.empty()
                      ? run_grader(context, submission, options, options.backend, directory.path(),
                                   progress)
                      : unusable_file(submission, options);
        if (options.gpu_too && submission.problem.empty() && worth_a_gpu(labs[k])) {
          const std::lock_guard alone(gpu);
          if (interrupted()) return;
          add_gpu_run(labs[k],
                      run_grader(context, submission, options, "cuda", directory.path(), progress));
        }
        labs[k].title = submission.lab->title;
        labs[k].submission = submission.shown;
        progress.finish(submission.lab->name,
                        fmt::format("{} / {}, {}", points_text(labs[k].points),
                                    points_text(labs[k].max_points), name(labs[k].verdict)));
      },
      [&] { progress.tick(); });
  return labs;
}

}  // namespace pipeline
