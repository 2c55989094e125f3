// Which programs a benchmark times, and at which sizes.
#include <fmt/format.h>
#include <algorithm>
#include <array>
#include <optional>

#include "pipeline/bench.hpp"
#include "pipeline/run.hpp"
#include "pipeline/state.hpp"

namespace pipeline {
namespace {

namespace fs = std::filesystem;
using harness::BenchKind;
using harness::BenchPlan;
using harness::BenchProgram;
using harness::BenchRole;

constexpr std::uint64_t most_rounds = 1000;
constexpr std::size_t swept_n = std::size_t{1} << 24;

/// The labs whose functions have the same form, so that one grader can time all three.
constexpr std::array<const char*, 3> sum_labs = {"01_atomic_sum", "02_shared_reduction",
                                                 "03_float4_reduction"};
constexpr std::array<const char*, 3> sum_ids = {"atomic", "shared", "float4"};
constexpr std::size_t timing_sum_lab = 1;

fs::path kernels_of(const Course& course, const std::string& lab) {
  return course.root / "benchmarks" / "kernels" / lab;
}

BenchProgram program(const Context& context, std::string id, std::string name, BenchRole role,
                     const fs::path& file, bool is_ours) {
  BenchProgram program;
  program.id = std::move(id);
  program.name = std::move(name);
  program.role = role;
  program.file = file;
  program.shown = shown_path(context, file);
  program.is_ours = is_ours;
  return program;
}

/// A file that the lab is compared with; lab 02, whose function lab 03's has the form of, may have
/// that one's.
std::optional<fs::path> comparison(const Course& course, const Lab& lab, const char* name) {
  std::vector<std::string> labs = {lab.name};
  if (lab.name == sum_labs[1]) labs.push_back(sum_labs[2]);
  for (const std::string& each : labs) {
    fs::path file = kernels_of(course, each) / name;
    if (fs::exists(file)) return file;
  }
  return std::nullopt;
}

void add_submission(const Context& context, const Course& course, const Lab& lab,
                    const BenchRequest& request, BenchPlan& plan) {
  if (request.source.kind == Source::Kind::solutions) return;
  const Submission submission = locate(context, course, {lab.name}, request.source).front();
  const bool is_starter = request.source.kind == Source::Kind::starter;
  plan.programs.push_back(program(context, "submission",
                                  is_starter ? "your file" : submission.file.filename().string(),
                                  BenchRole::submission, submission.file, false));
}

void add_comparisons(const Context& context, const Course& course, const Lab& lab,
                     BenchPlan& plan) {
  const fs::path solution = course.root / "solutions" / lab.name / lab.file;
  if (fs::exists(solution))
    plan.programs.push_back(
        program(context, "solution", "solution", BenchRole::reference, solution, false));
  if (const auto cub = comparison(course, lab, "cub.cu"))
    plan.programs.push_back(program(context, "cub", "CUB", BenchRole::library, *cub, true));
  if (const auto ceiling = comparison(course, lab, "ceiling.cu"))
    plan.programs.push_back(
        program(context, "ceiling", "ceiling", BenchRole::ceiling, *ceiling, true));
}

void add_named_files(const Context& context, const Course& course, const BenchRequest& request,
                     BenchPlan& plan) {
  int number = 0;
  for (const std::string& name : request.against) {
    const fs::path file = fs::absolute(name).lexically_normal();
    if (const auto problem = toolchain::unusable(file)) throw usage_failure(printable(*problem));
    const bool is_ours = shown_path(context, file).starts_with("benchmarks/") &&
                         file.string().starts_with(course.root.string());
    plan.programs.push_back(program(context, fmt::format("against{}", ++number),
                                    file.filename().string(), BenchRole::other, file, is_ours));
  }
}

/// The student's file where it is known to pass, else the solution, else the seed's kernel.
BenchProgram sum_program(const Context& context, const Course& course, const State& state,
                         std::size_t which, const BenchRequest& request) {
  const Lab* const lab = course.by_name(sum_labs[which]);
  if (lab == nullptr)
    throw usage_failure(
        fmt::format("the report needs the lab {}, which is not there", sum_labs[which]));
  const auto named = [&](const char* whose, const fs::path& file, bool is_ours) {
    return program(context, sum_ids[which], fmt::format("{} ({})", sum_ids[which], whose),
                   BenchRole::other, file, is_ours);
  };
  const auto known = state.labs.find(lab->name);
  const bool passes = known != state.labs.end() && known->second.graded &&
                      known->second.verdict == result::Verdict::pass;
  if (passes && request.source.kind != Source::Kind::solutions)
    return named("yours", course.starter(*lab), false);
  const fs::path solution = course.root / "solutions" / lab->name / lab->file;
  if (fs::exists(solution)) return named("solution", solution, false);
  return named("plain", kernels_of(course, lab->name) / "seed.cu", true);
}

BenchOrder make_report(const Context& context, const Course& course, const Lab& lab,
                       const BenchRequest& request) {
  if (std::ranges::find(sum_labs, lab.name) == sum_labs.end())
    throw usage_failure("--report is about the sums of labs 01, 02 and 03: ./lab bench 2 --report");
  if (request.source.kind == Source::Kind::file || !request.against.empty())
    throw usage_failure("--report chooses its files itself; leave out --submission and --against");
  std::string complaint;
  const State state = load_state(context.state_file, complaint);
  BenchOrder order;
  order.lab = course.by_name(sum_labs[timing_sum_lab]);
  for (std::size_t k = 0; k < sum_labs.size(); ++k)
    order.plan.programs.push_back(sum_program(context, course, state, k, request));
  order.plan.kind = BenchKind::report;
  return order;
}

void add_points(const BenchRequest& request, BenchPlan& plan) {
  int block_size = 0;  // the lab's own
  if (!request.block_size.empty())
    block_size = static_cast<int>(number_argument("--block", request.block_size, 1, 1024));
  if (request.blocks) {
    const std::size_t n = request.n.empty() ? swept_n : elements_argument("--n", request.n);
    for (const int threads : swept_block_sizes()) plan.points.push_back({n, threads});
    return;
  }
  constexpr std::size_t from = 100'000, to = 100'000'000, report_to = 10'000'000;
  const bool is_report = plan.kind == BenchKind::report;
  for (const std::size_t n :
       bench_sizes(request.sizes, from, is_report ? report_to : to, is_report ? 3 : 2))
    plan.points.push_back({n, block_size});
}

void require_no_contradiction(const BenchRequest& request) {
  const SizeWishes& sizes = request.sizes;
  const bool is_spaced = !sizes.from.empty() || !sizes.to.empty() || !sizes.points.empty();
  if (!sizes.sizes.empty() && is_spaced)
    throw usage_failure("--sizes names the lengths; leave out --from, --to and --points");
  if (request.blocks && (!sizes.sizes.empty() || is_spaced || !request.block_size.empty()))
    throw usage_failure("--blocks sweeps block sizes at one length: give --n, and no other sizes");
  if (!request.blocks && !request.n.empty())
    throw usage_failure("--n belongs to --blocks; --sizes names one or more lengths");
  if (request.blocks && request.report)
    throw usage_failure("--blocks and --report are two benchmarks: ask for one");
  if (request.blocks && request.cpu_only)
    throw usage_failure("--blocks is about a GPU; the CPU's programs have no blocks");
}

}  // namespace

BenchOrder make_bench_plan(const Context& context, const Course& course,
                           const BenchRequest& request) {
  require_no_contradiction(request);
  const Lab& lab = course.find(request.lab);
  BenchOrder order;
  if (request.report) {
    order = make_report(context, course, lab, request);
  } else {
    order.lab = &lab;
    order.plan.kind = request.blocks ? BenchKind::blocks : BenchKind::sizes;
    add_submission(context, course, lab, request, order.plan);
    add_comparisons(context, course, lab, order.plan);
    add_named_files(context, course, request, order.plan);
  }
  if (!request.rounds.empty())
    order.plan.rounds =
        static_cast<int>(number_argument("--rounds", request.rounds, 1, most_rounds));
  order.plan.cpu = !request.blocks;
  order.plan.cpu_only = request.cpu_only;
  add_points(request, order.plan);
  return order;
}

}  // namespace pipeline
