// Benchmarks: figures of made-up rows, the documents, and rounds of workers that measure nothing.
#include "harness/bench.hpp"

#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>

#include "harness/bench_figures.hpp"
#include "harness/catch.hpp"
#include "harness/worker_process.hpp"
#include "tests/harness/fake_worker.hpp"
#include "toolchain/submission.hpp"

using namespace harness;
using nlohmann::json;

namespace {

const std::vector<Function>& functions() {
  static const std::vector<Function> all = {{"array_sum", {"d_in"}, {"d_sum"}}};
  return all;
}
const std::vector<Function>& functions_with_own_blocks() {
  static std::vector<Function> all = functions();
  all[0].takes_block_size = false;
  return all;
}
const std::vector<Function>& functions_of_warps() {
  static std::vector<Function> all = functions();
  all[0].block_multiple = 32;
  all[0].smallest_block = 64;
  return all;
}
std::vector<ExpectedOutput> reference(const Problem& problem) {
  ExpectedOutput sum;
  sum.values = {0};
  for (const float x : problem.inputs[0]) sum.values[0] += static_cast<double>(x);
  if (!problem.exact) sum.bound = {1};
  return {sum};
}
void add_up(const Problem& problem, std::vector<std::vector<float>>& outputs) {
  outputs.at(0).at(0) = sum_one_core(problem.inputs[0]);
}
TimingPlan timing() {
  TimingPlan plan;
  plan.sizes = {1000};
  plan.block_size = 128;
  return plan;
}
const LabCode lab_code = {&functions, &reference, &add_up, &add_up, &timing};

BenchProgram program(const std::string& id, BenchRole role) {
  BenchProgram program;
  program.id = program.name = id;
  program.role = role;
  return program;
}

BenchGpuRow row(const std::string& id, double median_ms) {
  BenchGpuRow row;
  row.program = id;
  row.kernel_ms = {median_ms};
  row.median_ms = median_ms;
  return row;
}

/// A submission that takes 1 ms whatever n is, and one core that takes n nanoseconds.
BenchDocument flat_and_rising() {
  BenchDocument document;
  document.lab = "02_sums";
  document.programs = {program("submission", BenchRole::submission),
                       program("cub", BenchRole::library), program("ceiling", BenchRole::ceiling)};
  for (const std::size_t n : {100'000, 10'000'000, 100'000'000}) {
    BenchMeasurement at;
    at.point = {n, 256};
    at.cpu = {{1, 5, static_cast<double>(n) * 1e-6, 0.1}, {8, 5, static_cast<double>(n) * 1e-8, 0}};
    at.gpu = {row("submission", 1), row("cub", 1.5), row("ceiling", 0.8)};
    at.gpu[0].pageable_ms = static_cast<double>(n) * 2e-6;
    at.gpu[0].pinned_ms = static_cast<double>(n) * 0.5e-6;
    document.measurements.push_back(at);
  }
  return document;
}

const Crossover* crossover(const std::vector<Crossover>& all, BenchSpan span, unsigned threads) {
  for (const Crossover& each : all)
    if (each.span == span && each.threads == threads) return &each;
  return nullptr;
}

}  // namespace

TEST_CASE("figures of a row follow from the rows beside it", "[bench]") {
  BenchDocument document = flat_and_rising();
  document.bytes_per_element = 8;
  const BenchMeasurement& at = document.measurements[1];
  const BenchFigures figures = figures_of(document, at, at.gpu[0]);
  CHECK(std::fabs(figures.gigabytes_per_second - 80) < 1e-9);  // 8 * 10^7 bytes in 1 ms
  CHECK(std::fabs(figures.percent_of_ceiling.value_or(0) - 80) < 1e-9);
  CHECK(std::fabs(figures.ratio_to_library.value_or(0) - 1.5) < 1e-9);
  CHECK(std::fabs(figures.ratio_to_one_core.value_or(0) - 10) < 1e-9);
  CHECK(std::fabs(figures.ratio_to_all_cores.value_or(0) - 0.1) < 1e-9);
  document.programs.pop_back();  // no ceiling
  CHECK_FALSE(figures_of(document, at, at.gpu[0]).percent_of_ceiling);
  document.measurements[1].gpu.erase(document.measurements[1].gpu.begin() + 1);  // CUB has no row
  CHECK_FALSE(figures_of(document, at, at.gpu[0]).ratio_to_library);
}

TEST_CASE("lines cross where they do on log axes", "[bench]") {
  const auto all = crossovers_of(flat_and_rising());
  CHECK(all.size() == 6);
  // 1 ms is 10^6 ns: between the first and the second point.
  const Crossover* const one = crossover(all, BenchSpan::kernel, 1);
  REQUIRE(one);
  CHECK(one->program == "submission");
  CHECK(one->measured_n == std::size_t{10'000'000});
  CHECK(std::fabs(one->about_n.value_or(0) / 1e6 - 1) < 1e-9);
  // Eight cores take 1 ms for 10^8, which is not faster than 1 ms.
  const Crossover* const eight = crossover(all, BenchSpan::kernel, 8);
  REQUIRE(eight);
  CHECK_FALSE(eight->measured_n);
  CHECK_FALSE(eight->about_n);
  // Pinned copies take half the time of one core everywhere, pageable ones twice.
  const Crossover* const pinned = crossover(all, BenchSpan::pinned, 1);
  REQUIRE(pinned);
  CHECK(pinned->measured_n == std::size_t{100'000});
  CHECK_FALSE(pinned->about_n);
  const Crossover* const pageable = crossover(all, BenchSpan::pageable, 1);
  REQUIRE(pageable);
  CHECK_FALSE(pageable->measured_n);
}

TEST_CASE("a length at which the GPU wins once is no crossover", "[bench]") {
  BenchDocument document = flat_and_rising();
  document.measurements[0].gpu[0].median_ms = 0.01;  // wins, and at the next it loses
  document.measurements[1].gpu[0].median_ms = 20;
  const auto all = crossovers_of(document);
  const Crossover* const one = crossover(all, BenchSpan::kernel, 1);
  REQUIRE(one);
  CHECK(one->measured_n == std::size_t{100'000'000});
}

TEST_CASE("times that are suspect make no crossover, and one point none", "[bench]") {
  BenchDocument document = flat_and_rising();
  for (BenchMeasurement& at : document.measurements) at.gpu[0].outcome = "suspect";
  CHECK(crossovers_of(document).empty());
  document = flat_and_rising();
  document.measurements.resize(1);
  CHECK(crossovers_of(document).empty());
  document = flat_and_rising();
  document.kind = BenchKind::blocks;
  CHECK(crossovers_of(document).empty());
}

TEST_CASE("crossovers are told of the submission, else the solution, else CUB", "[bench]") {
  BenchDocument document = flat_and_rising();
  CHECK(leading_program(document)->id == "submission");
  for (BenchMeasurement& at : document.measurements) at.gpu.erase(at.gpu.begin());
  CHECK(leading_program(document)->id == "cub");
  for (BenchMeasurement& at : document.measurements) at.gpu.clear();
  CHECK(leading_program(document) == nullptr);
  document = flat_and_rising();
  document.kind = BenchKind::report;  // all programs, their kernels alone
  const auto all = crossovers_of(document);
  CHECK(all.size() == 6);
  for (const Crossover& each : all) CHECK(each.span == BenchSpan::kernel);
}

TEST_CASE("documents of benchmarks come back as they were", "[bench]") {
  BenchDocument document = flat_and_rising();
  document.kind = BenchKind::report;
  document.title = "Sums";
  document.date = "2026-11-30T12:00:00Z";
  document.device = "a card";
  document.processor = "a processor";
  document.cpu_program = "a loop";
  document.rounds = 7;
  document.complete = true;
  document.problem = "none";
  document.notes = {"one", "two"};
  document.programs[0].left_out = "it is wrong";
  document.measurements[0].gpu[0].outcome = "noisy";
  document.measurements[0].gpu[0].why = "it rattles";
  document.measurements[0].gpu[0].held = false;
  const json written = to_json(document);
  CHECK(to_json(bench_document_from_json(written)) == written);
  CHECK(written.at("schema_version") == 1);
  CHECK(written.at("kind") == "report");
  CHECK(written.at("measurements")[1].at("gpu")[0].at("ratio_to_cub") == 1.5);
  CHECK(written.at("measurements")[1].at("gpu")[0].at("percent_of_ceiling") == 80.0);
  CHECK_FALSE(written.at("measurements")[1].at("gpu")[1].contains("pinned_ms"));

  json other = written;
  other["schema_version"] = 2;
  CHECK_THROWS_WITH(bench_document_from_json(other), "its schema_version is 2, not 1");
  other = written;
  other["kind"] = "colours";
  CHECK_THROWS_AS(bench_document_from_json(other), std::runtime_error);
  other = written;
  other.erase("programs");
  CHECK_THROWS_AS(bench_document_from_json(other), std::runtime_error);
  CHECK_THROWS_AS(bench_document_from_json(json::array()), std::runtime_error);
}

TEST_CASE("plans of benchmarks come back as they were", "[bench]") {
  BenchPlan plan;
  plan.kind = BenchKind::blocks;
  plan.programs = {program("submission", BenchRole::submission)};
  plan.programs[0].file = "/somewhere/a file.cu";
  plan.programs[0].is_ours = true;
  plan.points = {{1 << 20, 64}, {1 << 20, 128}};
  plan.rounds = 3;
  plan.cpu = false;
  const json written = to_json(plan);
  const BenchPlan read = bench_plan_from_json(written);
  CHECK(to_json(read) == written);
  CHECK(read.programs[0].file == "/somewhere/a file.cu");
  CHECK(read.programs[0].is_ours);
  CHECK_FALSE(read.cpu);
  json other = written;
  other["rounds"] = 0;
  CHECK_THROWS_AS(bench_plan_from_json(other), std::runtime_error);
  other = written;
  other["points"][0]["n"] = 0;
  CHECK_THROWS_AS(bench_plan_from_json(other), std::runtime_error);
}

TEST_CASE("files of benchmarks are whole or an error that names them", "[bench]") {
  const toolchain::TemporaryDirectory directory;
  const auto file = directory.path() / "a.json";
  write_bench_file(file, {{"a", 1}});
  CHECK(read_bench_file(file) == json{{"a", 1}});
  CHECK(std::distance(std::filesystem::directory_iterator(directory.path()), {}) == 1);
  std::ofstream(file) << "{";
  CHECK_THROWS_WITH(read_bench_file(file), file.string() + " is not JSON");
  CHECK_THROWS_WITH(read_bench_file(directory.path() / "b.json"),
                    catch_either::Contains("b.json could not be read: No such file"));
  CHECK_THROWS_WITH(write_bench_file(directory.path() / "c" / "d.json", {}),
                    catch_either::Contains("d.json could not be written: "));
}

TEST_CASE("block sizes of a plan are those that the lab allows", "[bench]") {
  BenchPlan sweep;
  sweep.kind = BenchKind::blocks;
  for (const int threads : {32, 64, 100, 128}) sweep.points.push_back({1000, threads});
  LabCode code = lab_code;
  code.functions = &functions_of_warps;
  CHECK_FALSE(settle_block_sizes(sweep, code));
  REQUIRE(sweep.points.size() == 2);
  CHECK(sweep.points[0].block_size == 64);
  CHECK(sweep.points[1].block_size == 128);

  BenchPlan sizes;
  sizes.points = {{1000, 0}, {2000, 32}};
  CHECK_FALSE(settle_block_sizes(sizes, lab_code));
  CHECK(sizes.points[0].block_size == 128);
  CHECK(sizes.points[1].block_size == 32);
  const auto forbidden = settle_block_sizes(sizes, code);
  REQUIRE(forbidden);
  CHECK(forbidden->find("multiples of 32 from 64 to 1024") != std::string::npos);

  code.functions = &functions_with_own_blocks;
  CHECK_FALSE(settle_block_sizes(sizes, code));
  CHECK(settle_block_sizes(sweep, code));
}

TEST_CASE("programs take turns at each point, and what fails is left out", "[bench]") {
  prepare_this_process();
  BenchSetup setup;
  setup.manifest.lab = "02_sums";
  setup.code = lab_code;
  setup.available = std::uint64_t{1} << 32;
  setup.plan.programs = {program("submission", BenchRole::submission),
                         program("ceiling", BenchRole::ceiling),
                         program("missing", BenchRole::other)};
  setup.plan.programs[2].left_out = "does not compile";
  setup.plan.points = {{1000, 256}, {2000, 256}, {std::size_t{1} << 40, 256}};
  setup.plan.rounds = 3;
  for (const char* id : {"submission", "ceiling"}) setup.workers[id] = fake_worker::program;

  std::vector<std::string> said;
  std::size_t saved = 0;
  const BenchListener listener = {
      [&](const std::string& sentence) { said.push_back(sentence); },
      [&](const BenchDocument& document) { saved = document.measurements.size(); }};
  const auto measured = [&](const char* how) {
    fake_worker::behave(how);
    BenchDocument document = begin_bench(setup.manifest, setup.code, setup.plan);
    run_bench(setup, document, listener);
    unsetenv("FAKE_WORKER");
    return document;
  };

  const BenchDocument right = measured("sums");
  CHECK(right.complete);
  CHECK(right.device == "a fake");
  CHECK(saved == 2);
  REQUIRE(said.size() == 2);
  CHECK(said[1] == "n = 2,000, block_size = 256 (2 of 3)");
  REQUIRE(right.measurements.size() == 2);
  for (const BenchMeasurement& at : right.measurements) {
    REQUIRE(at.cpu.size() == 2);
    CHECK(at.cpu[0].threads == 1);
    CHECK(at.cpu[0].repeats >= 5);
    REQUIRE(at.gpu.size() == 2);
    CHECK(at.gpu[0].kernel_ms == std::vector<double>(3, 1.0));
    CHECK(at.gpu[0].pageable_ms == 20.0);
    CHECK_FALSE(at.gpu[1].pageable_ms);  // a ceiling's answer is not worth copying
  }
  REQUIRE(right.notes.size() == 1);
  CHECK(right.notes[0].find("1,099,511,627,776 was left out") != std::string::npos);

  const BenchDocument wrong = measured("wrong");
  CHECK(wrong.complete);
  for (const BenchMeasurement& at : wrong.measurements) {
    REQUIRE(at.gpu.size() == 1);
    CHECK(at.gpu[0].program == "ceiling");
  }
  CHECK(wrong.programs[0].left_out.starts_with(
      "from n = 1,000, block_size = 256 on: wrong_answer: "));
  CHECK(wrong.programs[2].left_out == "does not compile");

  setup.plan.cpu = false;
  const BenchDocument without = measured("sums");
  CHECK(without.measurements.at(0).cpu.empty());
}

TEST_CASE("arrays of a benchmark fit into the memory that is free", "[bench]") {
  CHECK(most_bench_elements(4, 0) == 0);
  // 28 + 12 * 4 bytes an element beside half a GiB
  CHECK(most_bench_elements(4, (std::uint64_t{512} << 20) + 76'000) == 1000);
}
