// `--bench PLAN`: from the plan to the document.
#include <algorithm>
#include <future>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <semaphore>
#include <stdexcept>
#include <vector>

#include "harness/bench.hpp"
#include "harness/gpu_choice.hpp"
#include "harness/gpu_lock.hpp"
#include "harness/interrupt.hpp"
#include "harness/options.hpp"
#include "harness/timings.hpp"
#include "sandbox/sandbox.hpp"
#include "toolchain/submission.hpp"

namespace harness {
namespace {

namespace fs = std::filesystem;
using result::ExitCode;

constexpr unsigned most_builds_at_once = 4;  // nvcc takes about 1 GiB for CUB

void say(const std::string& sentence) { std::cerr << "bench: " << sentence << std::endl; }

/// Builds all programs side by side; what cannot be built says so in `document`.
class Workers {
 public:
  Workers(const std::string& lab, const toolchain::Layout& layout) : lab_(lab), layout_(layout) {}

  std::map<std::string, fs::path> build(BenchDocument& document) {
    sandbox::choice();  // decided before there are threads
    std::counting_semaphore<> slots(std::clamp(processors(), 1u, most_builds_at_once));
    std::vector<std::future<toolchain::Build>> builds;
    for (const BenchProgram& program : document.programs) {
      directories_.push_back(std::make_unique<toolchain::TemporaryDirectory>());
      const fs::path directory = directories_.back()->path();
      builds.push_back(std::async(std::launch::async, [this, &slots, program, directory] {
        slots.acquire();
        toolchain::Build build;
        if (!interrupt::requested()) build = build_one(program, directory);
        slots.release();
        return build;
      }));
    }
    std::map<std::string, fs::path> workers;
    for (std::size_t k = 0; k < builds.size(); ++k) {
      BenchProgram& program = document.programs[k];
      const toolchain::Build build = builds[k].get();
      if (build.ok)
        workers[program.id] = build.program;
      else
        program.left_out = reason(build);
    }
    return workers;
  }

 private:
  toolchain::Build build_one(const BenchProgram& program, const fs::path& directory) const {
    toolchain::Layout layout = layout_;
    layout.judges_policy = !program.is_ours;
    try {
      return toolchain::build_worker(program.file, lab_, toolchain::Backend::cuda, directory,
                                     layout);
    } catch (const std::exception& problem) {
      toolchain::Build failed;
      failed.verdict = result::Verdict::grader_error;
      failed.output = problem.what();
      return failed;
    }
  }

  static std::string reason(const toolchain::Build& build) {
    std::string text(result::name(build.verdict));
    if (build.line > 0) text += " at line " + std::to_string(build.line);
    const std::string first = build.output.substr(0, build.output.find('\n'));
    return first.empty() ? text : text + ": " + first;
  }

  std::string lab_;
  toolchain::Layout layout_;
  std::vector<std::unique_ptr<toolchain::TemporaryDirectory>> directories_;
};

void note_others(const std::optional<toolchain::Gpu>& gpu, BenchDocument& document) {
  if (!gpu) return;
  const std::string users = other_users(*gpu);
  if (!users.empty())
    document.notes.push_back("the GPU was used by others at the same time: " + users);
}

}  // namespace

int bench_command(const Manifest& manifest, const LabCode& code, const fs::path& plan_file,
                  const fs::path& result_file, std::optional<int> device) {
  BenchPlan plan = bench_plan_from_json(read_bench_file(plan_file));
  if (const auto sentence = settle_block_sizes(plan, code)) {
    std::cerr << *sentence << '\n';
    return static_cast<int>(ExitCode::usage);
  }
  BenchDocument document = begin_bench(manifest, code, plan);
  GpuChoice choice;
  if (!plan.cpu_only) choice = choose_gpu(device);
  if (choice.exit_code == ExitCode::usage) {
    std::cerr << choice.problem << '\n';
    return static_cast<int>(ExitCode::usage);
  }
  toolchain::Layout layout = toolchain::Layout::configured();
  if (choice.gpu && layout.capability == 0) layout.capability = choice.gpu->capability;
  Workers workers(manifest.lab, layout);
  BenchSetup setup{manifest, code, plan, {}, available_memory()};
  if (choice.gpu) {
    say("building " + std::to_string(plan.programs.size()) + " programs with nvcc");
    setup.workers = workers.build(document);
  } else if (!plan.cpu_only) {
    document.problem = choice.problem;
  }
  if (choice.gpu && setup.workers.empty() && !interrupt::requested())
    document.problem = "none of the programs could be built";

  const auto save = [&result_file](const BenchDocument& so_far) {
    write_bench_file(result_file, to_json(so_far));
  };
  note_others(choice.gpu, document);
  {
    std::optional<GpuLock> lock;
    if (choice.gpu) lock.emplace();
    if (lock && !lock->held()) document.notes.push_back(lock->why_not());
    run_bench(setup, document, {&say, save});
  }
  save(document);
  if (interrupt::requested()) return static_cast<int>(ExitCode::interrupted);
  if (!document.problem.empty())
    return static_cast<int>(choice.gpu ? ExitCode::grader_error : ExitCode::no_device);
  return 0;
}

}  // namespace harness
