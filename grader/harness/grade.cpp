// The flow of a grader: command line, build, checks, result.
#include <fcntl.h>
#include <unistd.h>

#include <exception>
#include <filesystem>
#include <iostream>

#include "harness/bench.hpp"
#include "harness/catch_shim.hpp"
#include "harness/console_report.hpp"
#include "harness/counts.hpp"
#include "harness/exit.hpp"
#include "harness/gpu_times.hpp"
#include "harness/grader.hpp"
#include "harness/grading.hpp"
#include "harness/interrupt.hpp"
#include "harness/lab_outcome.hpp"
#include "harness/limits.hpp"
#include "harness/options.hpp"
#include "harness/place.hpp"
#include "harness/run_command.hpp"
#include "harness/submission_file.hpp"
#include "harness/timings.hpp"
#include "result/text.hpp"
#include "sandbox/sandbox.hpp"
#include "toolchain/submission.hpp"

namespace harness {
namespace {

namespace fs = std::filesystem;
using result::ExitCode;
using result::Verdict;

// Takes the checks through Catch2 and says on `progress_fd` how far they are.
class CheckRunner : public catch_shim::Listener {
 public:
  CheckRunner(Grading& grading, int tasks, std::size_t total, int progress_fd)
      : grading_(grading), tasks_(tasks), total_(total), progress_fd_(progress_fd) {}

  void starting(const catch_shim::TestCase& test) override {
    grading_.begin_check(test.name, parse_tags(test.tags, tasks_));
  }
  void ended(const catch_shim::TestCase& test, const std::string& failure) override {
    grading_.end_check(failure);
    ++done_;
    if (progress_fd_ < 0) return;
    const std::string line =
        std::to_string(done_) + ' ' + std::to_string(total_) + ' ' + test.name + '\n';
    if (write(progress_fd_, line.data(), line.size()) < 0) progress_fd_ = -1;  // nobody listens
  }

 private:
  Grading& grading_;
  int tasks_;
  std::size_t total_, done_ = 0;
  int progress_fd_;
};

// Writes and prints; returns the exit code.
int deliver(const result::Lab& lab, const Options& options, const Manifest& manifest) {
  const bool ours_on_stdout = !options.has_reporter || options.has_output;
  // What compilers quote of the submission may hold codes for a terminal.
  if (ours_on_stdout) std::cout << result::clean_text(console_report(lab, manifest)) << std::flush;
  if (!options.result.empty()) {
    try {
      result::write_file(options.result, {lab});
    } catch (const std::exception& e) {
      return grader_fault(e.what());
    }
  }
  return code(result::exit_code(lab.verdict));
}

int grade_checks(catch_shim::Session& session, const Options& options, const Manifest& manifest,
                 const LabCode& lab_code, const SubmissionFile& submission,
                 const std::vector<catch_shim::TestCase>& selected) {
  result::Lab lab = empty_result(options, manifest, submission);
  const Place place = find_place(options);
  if (place.choice.exit_code == ExitCode::usage) return usage_error(place.choice.problem);
  if (!place.choice.problem.empty()) {
    list_as_not_run(lab, selected, manifest, "there is no GPU to run it on");
    lab.verdict = Verdict::no_device;
    lab.notes.push_back(place.choice.problem);
    result::summarize(lab);
    return deliver(lab, options, manifest);
  }
  const toolchain::TemporaryDirectory directory;
  const toolchain::Build build = toolchain::build_worker(
      submission.path(), manifest.lab, place.backend, directory.path(), place.layout);
  lab.build_output = build.output;
  lab.build_seconds = build.seconds;
  if (interrupt::requested()) return code(ExitCode::interrupted);
  if (!build.ok) {
    list_as_not_run(lab, selected, manifest, reason_not_run(build.verdict));
    lab.verdict = build.verdict;
    result::summarize(lab);
    return deliver(lab, options, manifest);
  }

  Grading grading({manifest, lab_code, build.program, options.seed,
                   check_limit(manifest.reference_seconds, machine_factor()),
                   lab.backend == "emulator", image_problem(place)},
                  submission.source_map(build.program));
  current_grading() = &grading;
  CheckRunner runner(grading, manifest.tasks, selected.size(), options.progress_fd);
  std::string disturbed = disturbance(place);
  session.run(runner);
  current_grading() = nullptr;
  if (interrupt::requested()) return code(ExitCode::interrupted);

  lab.checks = std::move(grading.checks());
  lab.device = grading.device();
  apply_rules_of_the_lab(lab, grading, submission);
  if (lab.verdict != Verdict::not_done) lab.accuracy = grading.accuracy();
  const bool timed = options.times && lab.verdict == Verdict::pass;
  if (timed) lab.timings = time_cpu(lab_code, options.seed);
  if (timed && place.backend == toolchain::Backend::cuda) {
    SourceMap sources = submission.source_map(build.program);
    const GpuLock lock;
    add_gpu_times(lab, build.program, lab_code, sources, lock);
    if (interrupt::requested()) return code(ExitCode::interrupted);
  }
  if (const Grading::CountedCall* call = grading.counted_call()) {
    const bool has_block_size = lab_code.functions().front().takes_block_size;
    lab.counted =
        counted(call->counters, call->asked.n, has_block_size ? call->asked.block_size : 0,
                ideal_counts(lab_code, call->asked.n, call->asked.block_size));
  }
  if (disturbed.empty()) disturbed = disturbance(place);
  if (!disturbed.empty()) lab.notes.push_back(disturbed);
  return deliver(lab, options, manifest);
}

int grade_or_list(const std::string& program, Options options, const Manifest& manifest,
                  const LabCode& lab_code) {
  if (!options.error.empty()) return usage_error(options.error);
  if (options.version) {
    std::cout << manifest.lab << " of Sum to Scan " << HARNESS_VERSION << '\n';
    return code(ExitCode::pass);
  }
  if (options.help) {
    std::cout << usage(fs::path(program).filename().string()) << '\n';
    options.for_catch = {"--help"};
  }
  std::vector<std::string> arguments = options.for_catch;
  if (!options.has_order) arguments.insert(arguments.end(), {"--order", "decl"});
  if (!options.has_reporter && !options.has_output && !options.lists)
    arguments.insert(arguments.end(), {"--out", "/dev/null"});  // the report is ours
  catch_shim::Session session;
  if (!session.apply(program, arguments)) return code(ExitCode::usage);
  if (options.help) return code(ExitCode::pass);
  if (options.lists) {
    session.list();
    return code(ExitCode::pass);
  }

  if (!options.bench.empty()) {
    if (options.result.empty()) return usage_error("--bench needs --result.");
    return bench_command(manifest, lab_code, options.bench, options.result, options.device);
  }
  const SubmissionFile submission(options.submission, manifest);
  if (const auto sentence = submission.not_there()) return usage_error(*sentence);
  // Under `lab`, which gives us a descriptor for our progress, the warning is one line of its
  // report.
  if (const std::string warning = sandbox::warning(); !warning.empty() && options.progress_fd < 0)
    std::cerr << "warning: " << warning << '\n';
  if (!options.profile.empty()) return prepare_profile(options, manifest, lab_code, submission);
  if (options.run) {
    if (!options.result.empty())
      return usage_error("--result belongs to grading; a run with --n writes none.");
    return run_command(options, manifest, lab_code, submission);
  }
  const std::vector<catch_shim::TestCase> selected = session.selected();
  if (selected.empty())
    return usage_error("No check matches the filter. --list-tests lists the checks.");
  return grade_checks(session, options, manifest, lab_code, submission, selected);
}

}  // namespace

int grade(int argc, char** argv, const Manifest& manifest, const LabCode& lab_code) {
  prepare_this_process();
  interrupt::install();
  const Options options = parse_options(argc, argv);
  if (options.progress_fd >= 0 && fcntl(options.progress_fd, F_SETFD, FD_CLOEXEC) != 0)
    return usage_error("--progress-fd names a descriptor that is not open.");
  try {
    return grade_or_list(argc > 0 ? argv[0] : "grade", options, manifest, lab_code);
  } catch (const std::exception& e) {
    if (interrupt::requested()) return code(ExitCode::interrupted);
    return grader_fault(e.what());
  }
}

}  // namespace harness
