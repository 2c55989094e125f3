#include "pipeline/profile.hpp"

#include <fmt/format.h>
#include <chrono>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>

#include "harness/bench_document.hpp"
#include "harness/profile_command.hpp"
#include "pipeline/attached.hpp"
#include "pipeline/bench_sizes.hpp"
#include "pipeline/grading.hpp"
#include "pipeline/interrupt.hpp"
#include "pipeline/profile_figures.hpp"
#include "pipeline/report_parts.hpp"
#include "pipeline/run.hpp"
#include "toolchain/process.hpp"
#include "worker/profiled_call.hpp"

namespace pipeline {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;
using result::ExitCode;

constexpr std::size_t usual_n = std::size_t{1} << 20;  // the emulator's counted calls have as many
constexpr std::chrono::minutes ncu_limit{10};

/// In PATH, else beside nvcc, where the toolkit puts it; else empty.
fs::path find_ncu() {
  const fs::path in_path = toolchain::find_program("ncu");
  if (!in_path.empty()) return in_path;
  const fs::path nvcc = toolchain::find_program(toolchain::Layout::configured().nvcc.string());
  if (nvcc.empty()) return {};
  std::error_code error;
  const fs::path real = fs::canonical(nvcc, error);
  const fs::path beside = (error ? nvcc : real).parent_path() / "ncu";
  return fs::exists(beside, error) ? beside : fs::path();
}

std::string text_of(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

std::vector<std::string> grader_command(const Context& context, const Submission& submission,
                                        const ProfileRequest& request, const fs::path& folder) {
  const std::size_t n = request.n.empty() ? usual_n : elements_argument("--n", request.n);
  std::vector<std::string> command = {grader_program(context, *submission.lab).string(),
                                      "--profile",
                                      folder.string(),
                                      "--submission",
                                      submission.file.string(),
                                      "--n",
                                      std::to_string(n),
                                      "--seed",
                                      std::to_string(request.seed)};
  if (!request.block_size.empty()) {
    const auto threads = number_argument("--block", request.block_size, 1, 1024);
    command.insert(command.end(), {"--block", std::to_string(threads)});
  }
  if (!request.device.empty()) command.insert(command.end(), {"--device", request.device});
  return command;
}

NcuOutcome profiled(const Context& context, const Json& call, const fs::path& folder) {
  if (!call.contains("program")) return {{}, call.at("not_profiled").get<std::string>()};
  const fs::path ncu = find_ncu();
  if (ncu.empty())
    return {{},
            "Nsight Compute (ncu) is not installed: it comes with the CUDA toolkit, as the package "
            "cuda-nsight-compute-13-0 or the one of your version"};
  context.err << "profile: Nsight Compute repeats each kernel some ten times" << std::endl;
  return run_ncu(ncu, folder, call.at("program").get<std::string>(),
                 call.value("visible_devices", ""));
}

}  // namespace

NcuOutcome run_ncu(const fs::path& ncu, const fs::path& folder, const std::string& program,
                   const std::string& visible_devices) {
  toolchain::ProcessOptions options;
  options.working_directory = folder;
  options.limit = ncu_limit;
  options.environment = {"LC_ALL=C"};  // numbers with a point
  if (!visible_devices.empty())
    options.environment.push_back("CUDA_VISIBLE_DEVICES=" + visible_devices);
  NcuOutcome outcome;
  // What it writes goes to a file: what the submission prints is between no lines of it.
  const fs::path log = folder / "ncu.log";
  for (const bool with_ideal : {true, false}) {
    std::vector<std::string> command = {ncu.string(), "--log-file", log.string(),
                                        "--force-overwrite"};
    const std::vector<std::string> wanted = ncu_options(with_ideal);
    command.insert(command.end(), wanted.begin(), wanted.end());
    command.insert(command.end(),
                   {(folder / program).string(), worker::profiled_call_option, folder.string()});
    const toolchain::ProcessResult result = toolchain::run(command, options);
    if (interrupted()) throw Interrupted{};
    const std::string words = text_of(log) + '\n' + result.output + '\n' + result.error;
    outcome.kernels = parse_ncu_csv(text_of(log));
    if (!outcome.kernels.empty()) return outcome;
    if (result.timed_out) {
      outcome.problem = "Nsight Compute did not end within ten minutes: try a smaller --n";
      return outcome;
    }
    outcome.problem = ncu_problem(words);
    std::error_code ignored;
    fs::remove(log, ignored);
    if (words.find("metric") == std::string::npos) return outcome;
  }
  return outcome;
}

std::string ncu_problem(std::string_view output) {
  if (output.find("ERR_NVGPUCTRPERM") != std::string_view::npos)
    return "the driver lets administrators alone read the GPU's counters "
           "(ERR_NVGPUCTRPERM). To let everybody on this machine, put the line \"options nvidia "
           "NVreg_RestrictProfilingToAdminUsers=0\" into /etc/modprobe.d/nvidia-profiling.conf "
           "and restart it; in a container it also needs the capability SYS_ADMIN";
  std::string last;
  for (const std::string& line : lines(output)) {
    if (line.starts_with("profiled call: "))
      return "the call failed: " + printable(line.substr(line.find(' ', 9) + 1));
    if (line.starts_with("==ERROR== ")) last = line.substr(10);
  }
  if (!last.empty()) return "Nsight Compute failed: " + printable(last);
  if (output.find("No kernels were profiled") != std::string_view::npos)
    return "the call launched no kernel";
  return "Nsight Compute gave no figures";
}

int profile(const Context& context, const Course& course, const ProfileRequest& request) {
  const Submission submission =
      locate(context, course, {course.find(request.lab).name}, request.source).front();
  const toolchain::TemporaryDirectory directory;
  const fs::path& folder = directory.path();
  const int code =
      run_attached(grader_command(context, submission, request, folder), context.root.string());
  if (code != 0) return code;
  Json call;
  try {
    call = harness::read_bench_file(folder / harness::profile_file);
  } catch (const std::runtime_error& problem) {
    throw grader_failure(problem.what());
  }
  const NcuOutcome outcome = profiled(context, call, folder);
  context.out << profile_report(context.style, call, outcome) << std::flush;
  if (!request.json.empty()) {
    try {
      harness::write_bench_file(request.json, profile_json(call, outcome));
    } catch (const std::runtime_error& problem) {
      throw grader_failure(problem.what());
    }
  }
  if (!outcome.kernels.empty()) return 0;
  return static_cast<int>(call.contains("program") ? ExitCode::grader_error : ExitCode::no_device);
}

}  // namespace pipeline
