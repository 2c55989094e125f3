// `lab bench`: plans, tables and charts of made-up measurements.
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>

#include "harness/bench_document.hpp"
#include "harness/catch.hpp"
#include "miniature.hpp"
#include "pipeline/bench.hpp"
#include "pipeline/bench_report.hpp"
#include "pipeline/bench_sizes.hpp"
#include "pipeline/chart.hpp"
#include "toolchain/process.hpp"

using harness::BenchDocument;
using harness::BenchKind;
using harness::BenchRole;
using miniature::Contains;
using miniature::Course;
using miniature::Outcome;
using nlohmann::json;
using Sizes = std::vector<std::size_t>;

namespace {

harness::BenchProgram program(const std::string& id, const std::string& name, BenchRole role) {
  harness::BenchProgram program;
  program.id = id;
  program.name = name;
  program.role = role;
  program.shown = name + ".cu";
  return program;
}

harness::BenchGpuRow row(const std::string& id, double ms) {
  harness::BenchGpuRow row;
  row.program = id;
  row.median_ms = ms;
  row.kernel_ms = {ms};
  row.spread = 0.02;
  return row;
}

/// Each program takes 1 ms whatever n is; a core takes n nanoseconds.
BenchDocument measured(BenchKind kind = BenchKind::sizes) {
  BenchDocument document;
  document.kind = kind;
  document.lab = "01_first";
  document.title = "It's a \"title\"";
  document.date = "2026-11-30T12:00:00Z";
  document.device = "NVIDIA H200, driver for CUDA 13.0, CUDA 13.0";
  document.processor = "A processor";
  document.cpu_program = "a loop";
  document.bytes_per_element = 8;
  document.rounds = 10;
  document.complete = true;
  document.programs = {program("submission", "your file", BenchRole::submission),
                       program("cub", "CUB", BenchRole::library),
                       program("ceiling", "ceiling", BenchRole::ceiling)};
  for (const std::size_t n : {100'000, 10'000'000}) {
    harness::BenchMeasurement at;
    at.point = {n, 256};
    at.cpu = {{1, 25, static_cast<double>(n) * 1e-6, 0.1},
              {16, 25, static_cast<double>(n) * 1e-7, 0.2}};
    at.gpu = {row("submission", 1), row("cub", 2), row("ceiling", 0.5)};
    at.gpu[0].pageable_ms = 20;
    document.measurements.push_back(at);
  }
  return document;
}

BenchDocument swept() {
  BenchDocument document = measured(BenchKind::blocks);
  for (std::size_t k = 0; k < 2; ++k) {
    document.measurements[k].point = {1 << 24, k == 0 ? 64 : 128};
    document.measurements[k].cpu.clear();
  }
  return document;
}

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1))
    ++found;
  return found;
}

/// The grader of 01_first writes this document and leaves so.
void grader_measures(const Course& course, const BenchDocument& document, int code = 0) {
  course.write("canned.json", harness::to_json(document).dump());
  course.grader("01_first", "cp \"$BENCH\" \"" + course.path("plan.json").string() +
                                "\"\necho \"$DEVICE\" > \"" + course.path("device").string() +
                                "\"\ncp \"" + course.path("canned.json").string() +
                                "\" \"$RESULT\"\nexit " + std::to_string(code));
}

}  // namespace

TEST_CASE("lengths of a benchmark, as they are typed", "[bench]") {
  const auto sizes = [](const char* typed) {
    return pipeline::bench_sizes({typed, "", "", ""}, 0, 0, 1);
  };
  CHECK(sizes("1e5,2^20,12345") == Sizes{12345, 100000, 1048576});
  CHECK(sizes("1e6,1000000,1e6") == Sizes{1000000});
  CHECK(sizes("25e4") == Sizes{250000});
  CHECK(sizes("2^33") == Sizes{8589934592});
  for (const char* wrong : {"1e", "e5", "2^x", "-1", "1.5e6", "1e5,", "", "31", "2^34", "10^40"})
    if (*wrong != 0) CHECK_THROWS_AS(sizes(wrong), pipeline::Failure);
}

TEST_CASE("lengths of a benchmark, evenly spaced", "[bench]") {
  const auto sizes = [](const char* from, const char* to, const char* points) {
    return pipeline::bench_sizes({"", from, to, points}, 100'000, 100'000'000, 2);
  };
  // Half powers of ten: 3.16 becomes 3.2.
  CHECK(sizes("", "", "") ==
        Sizes{100'000, 320'000, 1'000'000, 3'200'000, 10'000'000, 32'000'000, 100'000'000});
  CHECK(sizes("", "1e6", "") == Sizes{100'000, 320'000, 1'000'000});
  CHECK(sizes("1e5", "1e7", "3") == Sizes{100'000, 1'000'000, 10'000'000});
  CHECK(sizes("1e5", "1e7", "1") == Sizes{10'000'000});
  CHECK(sizes("1e6", "1e6", "") == Sizes{1'000'000});
  CHECK(sizes("1000001", "1000003", "") == Sizes{1'000'001, 1'000'003});  // ends as they are
}

TEST_CASE("a plan names the files that there are", "[bench]") {
  const Course course;
  course.write("benchmarks/kernels/01_first/cub.cu", "// CUB\n");
  course.write("benchmarks/kernels/01_first/ceiling.cu", "// copy\n");
  course.write("other.cu", "// other\n");
  grader_measures(course, measured());
  const Outcome outcome =
      course.run({"bench", "1", "--device", "0", "--against", course.path("other.cu").string(),
                  "--against", course.path("benchmarks/kernels/01_first/cub.cu").string(),
                  "--block", "64", "--rounds", "3", "--to", "1e6"});
  INFO(outcome.err);
  CHECK(outcome.code == 0);
  CHECK(course.read("device") == "0\n");
  const harness::BenchPlan plan =
      harness::bench_plan_from_json(json::parse(course.read("plan.json")));
  std::vector<std::string> files;
  for (const harness::BenchProgram& each : plan.programs)
    files.push_back(each.id + (each.is_ours ? "*" : "") + " " + each.file.filename().string());
  CHECK(files == std::vector<std::string>{"submission first.cu", "solution first.cu", "cub* cub.cu",
                                          "ceiling* ceiling.cu", "against1 other.cu",
                                          "against2* cub.cu"});
  CHECK(plan.programs[0].file == course.path("starter/01_first/first.cu"));
  CHECK(plan.programs[1].file == course.path("solutions/01_first/first.cu"));
  CHECK(plan.programs[3].role == BenchRole::ceiling);
  REQUIRE(plan.points.size() == 3);
  CHECK(plan.points[0].n == 100'000);
  CHECK(plan.points[0].block_size == 64);
  CHECK(plan.rounds == 3);
  CHECK(plan.cpu);

  course.run({"bench", "1", "--blocks", "--n", "2^22", "--solutions"});
  const auto sweep = harness::bench_plan_from_json(json::parse(course.read("plan.json")));
  CHECK(sweep.kind == BenchKind::blocks);
  CHECK(sweep.programs[0].id == "solution");
  REQUIRE(sweep.points.size() == 6);
  CHECK(sweep.points[0].n == 4194304);
  CHECK(sweep.points[0].block_size == 32);
  CHECK(sweep.points[5].block_size == 1024);
  CHECK_FALSE(sweep.cpu);
}

TEST_CASE("the report of the sums takes files that pass, else solutions", "[bench]") {
  const Course course;
  std::filesystem::remove_all(course.path("labs"));
  for (const char* lab : {"01_atomic_sum", "02_shared_reduction", "03_float4_reduction"}) {
    const std::string name = lab;
    course.write("labs/" + name + "/lab.cmake",
                 "set(LAB_TITLE \"T\")\nset(LAB_FILE a.cu)\nset(LAB_TASKS 1)\n");
    course.write("labs/" + name + "/README.md", "## Task 1: one thing\n");
    course.write("labs/" + name + "/hints.md", "## Task 1: one thing\n\n1. Hint.\n");
    course.write("starter/" + name + "/a.cu", "// starter\n");
    course.write("benchmarks/kernels/" + name + "/seed.cu", "// seed\n");
  }
  course.write("solutions/01_atomic_sum/a.cu", "// solution\n");
  course.write("solutions/03_float4_reduction/a.cu", "// solution\n");
  course.grader_reports(miniature::passed("03_float4_reduction"));
  course.run({"grade", "3"});  // is remembered
  course.grader("02_shared_reduction",
                "cp \"$BENCH\" \"" + course.path("plan.json").string() + "\"\nexit 0");
  const auto names = [&](const std::vector<std::string>& arguments) {
    const Outcome outcome = course.run(arguments);
    INFO(outcome.err);
    CHECK(outcome.code == 0);
    std::vector<std::string> all;
    const auto plan = harness::bench_plan_from_json(json::parse(course.read("plan.json")));
    CHECK(plan.kind == BenchKind::report);
    CHECK(plan.points.front().n == 100'000);
    CHECK(plan.points.back().n == 10'000'000);
    for (const harness::BenchProgram& each : plan.programs) all.push_back(each.name);
    return all;
  };
  using Names = std::vector<std::string>;
  CHECK(names({"bench", "1", "--report"}) ==
        Names{"atomic (solution)", "shared (plain)", "float4 (yours)"});
  CHECK(names({"bench", "2", "--report", "--solutions"}) ==
        Names{"atomic (solution)", "shared (plain)", "float4 (solution)"});
}

TEST_CASE("a benchmark prints its table and leaves JSON and chart", "[bench]") {
  const Course course;
  grader_measures(course, measured());
  const Outcome outcome = course.run({"bench", "1"});
  CHECK(outcome.code == 0);
  CHECK_THAT(outcome.out,
             Contains("n = 10,000,000, 256 threads in a block\n") &&
                 Contains("CPU, one core                10.00    10 %    8.00") &&
                 // 80 MB in 1 ms; half of the ceiling, twice CUB, ten times one core
                 Contains("your file                    1.000     2 %   80.00        50 %   2.00x"
                          "   10.0x") &&
                 Contains("  with copies (pageable)     20.00") &&
                 Contains("your file is faster than one core from about n = 1,000,000 on.") &&
                 Contains("your file with copies (pageable memory) is not faster than one core") &&
                 Contains("JSON      build/bench/01_first.json"));
  CHECK(json::parse(course.read("build/bench/01_first.json")) == harness::to_json(measured()));
  for (const std::string& line : pipeline::lines(outcome.out))
    CHECK((line.find("JSON") != std::string::npos || pipeline::columns(line) <= 80));
}

TEST_CASE("standard output can be the JSON alone", "[bench]") {
  const Course course;
  grader_measures(course, measured());
  const std::string svg = course.path("chart.svg").string();
  const Outcome outcome = course.run({"bench", "1", "--json", "-", "--svg", svg});
  CHECK(json::parse(outcome.out) == harness::to_json(measured()));
  CHECK_FALSE(std::filesystem::exists(course.path("build/bench/01_first.json")));
}

TEST_CASE("an earlier run is shown again", "[bench]") {
  const Course course;
  course.write("old.json", harness::to_json(measured()).dump());
  const Outcome outcome = course.run({"bench", "--read", course.path("old.json").string()});
  CHECK(outcome.code == 0);
  CHECK_THAT(outcome.out, Contains("your file is faster than one core from about n = 1,000,000"));
  CHECK_FALSE(std::filesystem::exists(course.path("build/bench/01_first.json")));
  course.write("old.json", "{\"schema_version\": 9}");
  const Outcome wrong = course.run({"bench", "--read", course.path("old.json").string()});
  CHECK(wrong.code == 2);
  CHECK_THAT(wrong.err, Contains("its schema_version is 9, not 1"));
}

TEST_CASE("without a GPU the CPU's rows come, and the exit code says it", "[bench]") {
  const Course course;
  BenchDocument document = measured();
  document.device.clear();
  document.problem = "There is no NVIDIA GPU here.";
  for (auto& at : document.measurements) at.gpu.clear();
  grader_measures(course, document, 10);
  const Outcome outcome = course.run({"bench", "1"});
  CHECK(outcome.code == 10);
  CHECK_THAT(outcome.out, Contains("no GPU times: There is no NVIDIA GPU here.") &&
                              Contains("CPU, 16 cores") && !Contains("your file"));
}

TEST_CASE("what was left out, and times that nobody should trust, are said", "[bench]") {
  BenchDocument document = measured();
  document.programs[1].left_out = "from n = 10,000,000 on: wrong_answer: d_sum is 1 instead of 2";
  document.measurements[1].gpu.erase(document.measurements[1].gpu.begin() + 1);
  document.measurements[0].gpu[0].outcome = "suspect";
  document.measurements[0].gpu[0].why = "less than the bytes allow";
  document.notes = {"the GPU was used by others"};
  document.complete = false;
  const std::string report = pipeline::bench_report(pipeline::Style(false), document);
  CHECK_THAT(report, Contains("your file (suspect)") && Contains("left out  CUB from n = 10,0") &&
                         Contains("suspect   your file, n = 100,000") &&
                         Contains("the GPU was used by others") &&
                         Contains("ended before it was complete"));
}

TEST_CASE("a chart has a line for each program and marks where they cross", "[bench][chart]") {
  const pipeline::Chart chart = pipeline::chart_of(measured());
  std::vector<std::string> labels;
  std::set<std::string> colours;
  for (const pipeline::ChartLine& line : chart.lines) {
    labels.push_back(line.label);
    colours.insert(line.colour);
    CHECK(line.points.size() == 2);
  }
  CHECK(labels == std::vector<std::string>{"CPU, one core", "CPU, 16 cores", "your file", "CUB",
                                           "ceiling", "your file with copies (pageable)"});
  CHECK(colours.size() == labels.size());
  // One core meets 1 ms at 10^6; 16 cores meet it at 10^7, where they are no slower.
  REQUIRE(chart.marks.size() == 1);
  CHECK(std::abs(chart.marks[0].x - 1e6) < 1);
  CHECK(chart.marks[0].label == "your file beats one core");

  const std::string script = pipeline::gnuplot_script(chart);
  CHECK_THAT(script, Contains("set logscale xy 10\n") && Contains("set xlabel 'elements'\n") &&
                         Contains("set title 'It''s a \"title\", NVIDIA H200'\n") &&
                         Contains("set arrow from first 1e+06, graph 0") &&
                         Contains("set label 'your file beats one core' at first 1e+06") &&
                         Contains("$line0 << EOD\n100000 0.1\n10000000 10\nEOD\n"));
  CHECK(count(script, "with linespoints") == 6);
}

TEST_CASE("charts of a sweep and of a report have axes and lines of their own", "[bench][chart]") {
  const pipeline::Chart sweep = pipeline::chart_of(swept());
  CHECK(sweep.marks.empty());
  REQUIRE(sweep.lines.size() == 3);
  CHECK(sweep.lines[0].points[0].first == 64);
  CHECK_THAT(pipeline::gnuplot_script(sweep), Contains("set logscale x 2\n") &&
                                                  Contains("set xtics ('64' 64, '128' 128)\n") &&
                                                  Contains("n = 16,777,216"));

  BenchDocument document = measured(BenchKind::report);
  for (auto& each : document.programs) each.role = BenchRole::other;
  const pipeline::Chart report = pipeline::chart_of(document);
  REQUIRE(report.lines.size() == 4);
  CHECK(report.lines[0].label == "CPU, one core");
  std::set<std::string> colours;
  for (const pipeline::ChartLine& line : report.lines) colours.insert(line.colour);
  CHECK(colours.size() == 4);
  CHECK(report.marks.size() == 3);  // each program against one core
}

TEST_CASE("texts are data for gnuplot", "[bench][chart]") {
  pipeline::Chart chart;
  chart.title = "a'; system('touch x')\n\\\"`date`";
  chart.lines = {{"@label % $x", "#000000", pipeline::ChartLine::Stroke::solid, {{1, 2}, {10, 3}}}};
  CHECK_THAT(pipeline::gnuplot_script(chart),
             Contains("set title 'a''; system(''touch x'') \\\"`date`'\n") &&
                 Contains("title '@label % $x'"));
}

TEST_CASE("gnuplot draws each chart", "[bench][chart]") {
  pipeline::Chart strange = pipeline::chart_of(measured());
  strange.title = "It's <b>50 %</b> of @x & \"y\"";
  for (const pipeline::Chart& chart :
       {pipeline::chart_of(measured()), pipeline::chart_of(swept()), strange}) {
    const pipeline::Drawing drawing = pipeline::draw(chart);
    if (toolchain::find_program("gnuplot").empty()) {
      CHECK(drawing.svg.empty());
      CHECK_THAT(drawing.problem, Contains("apt-get install gnuplot-nox"));
      continue;
    }
    INFO(drawing.problem);
    CHECK(drawing.problem.empty());
    CHECK_THAT(drawing.svg, Contains("<svg") && Contains("</svg>") && Contains("your file") &&
                                Contains("ceiling") && Contains(chart.x_label));
    // One group for each line, its curve among them.
    CHECK(count(drawing.svg, "<g id=\"gnuplot_plot_") == chart.lines.size());
  }
  CHECK(pipeline::draw({}).problem == "there is nothing to draw");
}
