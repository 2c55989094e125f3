// The flow of a grader: command line, build, checks, result.
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <exception>
#include <fstream>
#include <iostream>
#include <iterator>

#include "harness/bench.hpp"
#include "harness/catch_shim.hpp"
#include "harness/console_report.hpp"
#include "harness/counts.hpp"
#include "harness/gpu_choice.hpp"
#include "harness/gpu_times.hpp"
#include "harness/grader.hpp"
#include "harness/grading.hpp"
#include "harness/interrupt.hpp"
#include "harness/limits.hpp"
#include "harness/options.hpp"
#include "harness/profile_command.hpp"
#include "harness/run_report.hpp"
#include "harness/timings.hpp"
#include "result/text.hpp"
#include "sandbox/sandbox.hpp"
#include "toolchain/submission.hpp"

namespace harness {
namespace {

namespace fs = std::filesystem;
using result::ExitCode;
using result::Verdict;

int code(ExitCode exit_code) { return static_cast<int>(exit_code); }

int usage_error(const std::string& sentence) {
  std::cerr << sentence << '\n';
  return code(ExitCode::usage);
}

int grader_fault(const std::string& sentence) {
  std::cerr << "grader_error: " << sentence << " (not your fault, no points changed)\n";
  return code(ExitCode::grader_error);
}

std::string without_white_space(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  std::string text((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
  std::erase_if(text, [](unsigned char c) { return std::isspace(c) != 0; });
  return text;
}

// The submission and where it came from.
class Submission {
 public:
  Submission(const Options& options, const Manifest& manifest)
      : starter_(toolchain::Layout::configured().source_dir / "starter" / manifest.lab /
                 manifest.file),
        path_(options.submission.empty() ? starter_ : options.submission),
        shown_(options.submission.empty()
                   ? (fs::path("starter") / manifest.lab / manifest.file).string()
                   : options.submission.string()) {}

  const fs::path& path() const { return path_; }
  /// As the student named it.
  const std::string& shown() const { return shown_; }

  /// What is wrong with the command line's file; what is wrong with its content is for the build.
  std::optional<std::string> not_there() const {
    std::error_code error;
    const bool readable = fs::is_regular_file(path_, error) && access(path_.c_str(), R_OK) == 0;
    return readable ? std::nullopt : toolchain::unusable(path_);
  }

  /// A copy of the starter's text that lies somewhere else. The starter's own file is what students
  /// edit: it cannot be compared with itself.
  bool is_the_starter() const {
    std::error_code error;
    if (!fs::exists(starter_, error) || fs::equivalent(path_, starter_, error)) return false;
    const std::string text = without_white_space(path_);
    return !text.empty() && text == without_white_space(starter_);
  }

 private:
  fs::path starter_, path_;
  std::string shown_;
};

SourceMap source_map(const fs::path& worker, const Submission& submission) {
  const fs::path path = submission.path();
  return SourceMap(
      submission.shown(),
      [worker, path](const std::vector<std::uint64_t>& addresses) {
        return toolchain::source_lines(worker, path, addresses);
      },
      [path](int line) { return toolchain::source_text(path, line); });
}

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

result::Lab empty_result(const Options& options, const Manifest& manifest,
                         const Submission& submission) {
  result::Lab lab;
  lab.lab = manifest.lab;
  lab.title = manifest.title;
  lab.submission = submission.shown();
  lab.backend = options.backend == BackendChoice::cuda ? "cuda" : "emulator";
  lab.seed = options.seed;
  return lab;
}

// Every check is listed, so that totals are the same whether it compiles or not.
void list_as_not_run(result::Lab& lab, const std::vector<catch_shim::TestCase>& selected,
                     const Manifest& manifest, const std::string& reason) {
  for (const catch_shim::TestCase& test : selected) {
    const CheckTags tags = parse_tags(test.tags, manifest.tasks);
    result::Check check;
    check.name = test.name;
    check.task = std::max(tags.task, 1);
    check.category = tags.category;
    check.max_points = std::max(tags.points, 0.0);
    check.reason = reason;
    lab.checks.push_back(std::move(check));
  }
}

std::string reason_not_run(Verdict verdict) {
  switch (verdict) {
    case Verdict::policy:
      return "the submission breaks a rule of the course";
    case Verdict::unsupported:
      return "the emulator cannot run the submission";
    case Verdict::host_device_mixup:
      return "the submission uses a function or a variable on the side it is not for";
    case Verdict::grader_error:
      return "the grader could not build the submission";
    default:
      return "the submission does not compile";
  }
}

bool any_check(const result::Lab& lab, std::initializer_list<Verdict> verdicts) {
  return std::any_of(lab.checks.begin(), lab.checks.end(), [&](const result::Check& check) {
    return std::find(verdicts.begin(), verdicts.end(), check.verdict) != verdicts.end();
  });
}

void make_not_done(result::Lab& lab) {
  for (result::Check& check : lab.checks) {
    if (check.verdict == Verdict::not_run && check.max_points == 0) continue;  // never was to run
    check.verdict = Verdict::not_done;
    check.points = 0;
    check.findings.clear();
    check.reason.clear();
  }
  lab.verdict = Verdict::not_done;
}

void apply_rules_of_the_lab(result::Lab& lab, const Grading& grading,
                            const Submission& submission) {
  const bool not_the_students =
      any_check(lab, {Verdict::grader_error, Verdict::no_device, Verdict::unsupported});
  const bool broke_a_rule = any_check(lab, {Verdict::policy});
  if (!not_the_students && !broke_a_rule && (grading.nothing_done() || submission.is_the_starter()))
    make_not_done(lab);
  if (broke_a_rule)
    for (result::Check& check : lab.checks) check.points = 0;
  result::summarize(lab);
}

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

/// Where the submission is built for and run.
struct Place {
  toolchain::Backend backend = toolchain::Backend::emulator;
  toolchain::Layout layout = toolchain::Layout::configured();
  GpuChoice choice;
};

/// Where a GPU is due and none can be used, `choice.problem` says why.
Place find_place(const Options& options) {
  Place place;
  const bool may_be_gpu = options.backend == BackendChoice::automatic && options.run;
  if (options.backend != BackendChoice::cuda && !may_be_gpu) return place;
  place.choice = choose_gpu(options.device);
  if (place.choice.gpu) {
    place.backend = toolchain::Backend::cuda;
    if (place.layout.capability == 0) place.layout.capability = place.choice.gpu->capability;
  } else if (may_be_gpu && !options.names_device && place.choice.exit_code == ExitCode::no_device) {
    if (place.choice.is_there)
      std::cerr << "note: run by the emulator: " << place.choice.problem << '\n';
    place.choice = {};
  } else {
    place.backend = toolchain::Backend::cuda;
  }
  return place;
}

/// What to say where the GPU refuses what was built: only the driver's own compiler is between the
/// two, since machine code is chosen for the card.
std::string image_problem(const Place& place) {
  if (!place.choice.gpu || place.choice.target.machine_code != 0) return {};
  return "the driver cannot compile the program, which was built as " + place.choice.target.text() +
         ", for the " + place.choice.gpu->name + " (compute capability " +
         toolchain::capability_text(place.choice.gpu->capability) +
         "): install a newer driver, or a toolkit that knows this card";
}

/// A sentence where other programs use the GPU; else empty. To be asked while no worker runs.
std::string disturbance(const Place& place) {
  if (!place.choice.gpu) return {};
  const std::string users = other_users(*place.choice.gpu);
  if (users.empty()) return {};
  return "the GPU was used by others at the same time, so that times may be too long: " + users;
}

int grade_checks(catch_shim::Session& session, const Options& options, const Manifest& manifest,
                 const LabCode& lab_code, const Submission& submission,
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
                  source_map(build.program, submission));
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
  if (lab.verdict == Verdict::pass) lab.timings = time_cpu(lab_code, options.seed);
  if (lab.verdict == Verdict::pass && place.backend == toolchain::Backend::cuda) {
    SourceMap sources = source_map(build.program, submission);
    add_gpu_times(lab, build.program, lab_code, sources);
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

/// The sentence of a block size that the contract does not allow; else nothing.
std::optional<std::string> forbidden(const RunSize& size, const Function& function) {
  if (function.allows_block_size(size.block_size)) return std::nullopt;
  return "--block is " + std::to_string(size.block_size) + ": the contract of " + function.name +
         " allows multiples of " + std::to_string(function.block_multiple) + " from " +
         std::to_string(function.smallest_block) + " to 1024.";
}

int run_once(const Options& options, const Manifest& manifest, const LabCode& lab_code,
             const Submission& submission) {
  if (const auto sentence = too_large(options.run->n, available_memory()))
    return usage_error(*sentence);
  if (const auto sentence = forbidden(*options.run, lab_code.functions().front()))
    return usage_error(*sentence);
  const Place place = find_place(options);
  if (!place.choice.problem.empty()) {
    std::cerr << (place.choice.exit_code == ExitCode::no_device ? "no_device: " : "")
              << place.choice.problem << '\n';
    return code(place.choice.exit_code);
  }
  const bool emulated = place.backend == toolchain::Backend::emulator;
  const toolchain::TemporaryDirectory directory;
  const toolchain::Build build = toolchain::build_worker(
      submission.path(), manifest.lab, place.backend, directory.path(), place.layout);
  if (interrupt::requested()) return code(ExitCode::interrupted);
  if (!build.ok) {
    std::cerr << result::name(build.verdict) << '\n' << result::clean_text(build.output) << '\n';
    return code(result::exit_code(build.verdict));
  }
  SourceMap sources = source_map(build.program, submission);
  std::string disturbed = disturbance(place);
  const Verdict verdict =
      run_and_report({manifest, lab_code, build.program, *options.run, options.seed, emulated},
                     sources, std::cout);
  std::cout.flush();
  if (interrupt::requested()) return code(ExitCode::interrupted);
  if (disturbed.empty()) disturbed = disturbance(place);
  if (!disturbed.empty()) std::cerr << "warning: " << disturbed << '\n';
  return code(result::exit_code(verdict));
}

int prepare_profile(const Options& options, const Manifest& manifest, const LabCode& lab_code,
                    const Submission& submission) {
  if (!options.run || options.run->n == 0)
    return usage_error("--profile needs a size: give --n, at least 1, as well.");
  if (const auto sentence = too_large(options.run->n, available_memory()))
    return usage_error(*sentence);
  if (const auto sentence = forbidden(*options.run, lab_code.functions().front()))
    return usage_error(*sentence);
  return profile_command(manifest, lab_code,
                         {submission.path(), options.profile, options.run->n,
                          options.run->block_size, options.seed, options.device});
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
  const Submission submission(options, manifest);
  if (const auto sentence = submission.not_there()) return usage_error(*sentence);
  // Under `lab`, which gives us a descriptor for our progress, the warning is one line of its
  // report.
  if (const std::string warning = sandbox::warning(); !warning.empty() && options.progress_fd < 0)
    std::cerr << "warning: " << warning << '\n';
  if (!options.profile.empty()) return prepare_profile(options, manifest, lab_code, submission);
  if (options.run) {
    if (!options.result.empty())
      return usage_error("--result belongs to grading; a run with --n writes none.");
    return run_once(options, manifest, lab_code, submission);
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
