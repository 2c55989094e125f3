// `lab profile`: what Nsight Compute prints, in words and beside the emulator's counts.
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>

#include "harness/catch.hpp"
#include "miniature.hpp"
#include "pipeline/profile.hpp"
#include "pipeline/profile_csv.hpp"
#include "pipeline/profile_figures.hpp"

using miniature::Contains;
using miniature::Course;
using miniature::Outcome;
using nlohmann::json;
using pipeline::parse_ncu_csv;
using pipeline::ProfiledKernel;

namespace {

/// As `ncu --csv --page raw` prints: a row of names, one of units, one for each launch.
std::string raw() {
  std::ifstream file(std::filesystem::path(SUM_TO_SCAN_SOURCE_DIR) /
                     "grader/tests/pipeline/ncu_raw.csv");
  return {std::istreambuf_iterator<char>(file), {}};
}

json counted() {
  return {{"launches", 2},
          {"global_loads", {{"requests", 65536}, {"sectors", 262144}}},
          {"global_stores", {{"requests", 65535}, {"sectors", 262140}}},
          {"polls", 0},
          {"shared_loads", {{"requests", 1}, {"wavefronts", 1}, {"bank_conflicts", 40000}}},
          {"shared_stores", {{"requests", 1}, {"wavefronts", 1}, {"bank_conflicts", 960}}},
          {"global_atomic_operations", 0},
          {"shared_atomic_operations", 0}};
}

json call_document() {
  return {{"schema_version", 1},  {"lab", "01_first"},    {"title", "T"},
          {"function", "scan"},   {"n", 1048576},         {"block_size", 256},
          {"counted", counted()}, {"gpu", "NVIDIA H200"}, {"program", "worker"}};
}

/// A program that plays ncu: it does what `body` says. LOG is the file that ncu would write.
void make_ncu(const Course& course, const std::string& body) {
  course.write("tools/ncu", "#!/bin/sh\nLOG=$2\necho \"$@\" >> \"" + course.path("asked").string() +
                                "\"\n" + body + "\n");
  std::filesystem::permissions(course.path("tools/ncu"), std::filesystem::perms::owner_all);
}

/// `lab profile 1` with that ncu in PATH, and a grader that prepares `call`.
Outcome profile(const Course& course, const json& call, const std::vector<std::string>& more = {}) {
  course.write("call.json", call.dump());
  course.grader("01_first", "echo \"$N $BLOCK $SEED\" > \"" + course.path("seen").string() +
                                "\"\ncp \"" + course.path("call.json").string() +
                                "\" \"$PROFILE/call.json\"");
  const std::string path = std::getenv("PATH");
  setenv("PATH", (course.path("tools").string() + ":" + path).c_str(), 1);
  std::vector<std::string> arguments = {"profile", "1"};
  arguments.insert(arguments.end(), more.begin(), more.end());
  const Outcome outcome = course.run(arguments);
  setenv("PATH", path.c_str(), 1);
  return outcome;
}

}  // namespace

TEST_CASE("fields of CSV may be quoted", "[profile]") {
  using Fields = std::vector<std::string>;
  CHECK(pipeline::csv_fields("a,\"b,c\",\"d \"\"e\"\"\",") == Fields{"a", "b,c", "d \"e\"", ""});
  CHECK(pipeline::csv_fields("\"a\"\r") == Fields{"a"});
}

TEST_CASE("launches are read from ncu's raw page", "[profile]") {
  const auto kernels = parse_ncu_csv(raw());
  REQUIRE(kernels.size() == 2);
  CHECK(kernels[0].name.starts_with("void tile_kernel<(int)256, float>("));
  CHECK(kernels[0].block == "(256, 1, 1)");
  CHECK(kernels[0].metric("l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum") == 131072.0);
  CHECK(kernels[0].metric("gpu__time_duration.sum") == 149100.0);  // nanoseconds
  CHECK(kernels[1].metric("gpu__time_duration.sum") == 1055900.0);
  CHECK_FALSE(kernels[1].metric("memory_l1_wavefronts_shared"));  // n/a
  CHECK_FALSE(kernels[0].metric("Process ID"));
  CHECK(parse_ncu_csv("").empty());
  CHECK(parse_ncu_csv("==ERROR== nothing\n\"a\",\"b\"\n").empty());
}

TEST_CASE("launches are read from a row for each metric", "[profile]") {
  const auto kernels = parse_ncu_csv(
      "\"ID\",\"Kernel Name\",\"Block Size\",\"Grid Size\",\"Section Name\",\"Metric Name\","
      "\"Metric Unit\",\"Metric Value\"\n"
      "\"0\",\"k(int)\",\"(1, 1, 1)\",\"(2, 1, "
      "1)\",\"x\",\"gpu__time_duration.sum\",\"us\",\"2.5\"\n"
      "\"0\",\"k(int)\",\"(1, 1, 1)\",\"(2, 1, 1)\",\"x\",\"a.sum\",\"\",\"1,000\"\n"
      "\"1\",\"k(int)\",\"(1, 1, 1)\",\"(2, 1, 1)\",\"x\",\"a.sum\",\"\",\"7\"\n");
  REQUIRE(kernels.size() == 2);
  CHECK(kernels[0].metric("gpu__time_duration.sum") == 2500.0);
  CHECK(kernels[0].metric("a.sum") == 1000.0);
  CHECK(kernels[1].metric("a.sum") == 7.0);
}

TEST_CASE("the three figures of a kernel", "[profile]") {
  const auto kernels = parse_ncu_csv(raw());
  const pipeline::KernelFigures first = pipeline::figures_of(kernels[0]);
  CHECK(first.name == "tile_kernel<(int)256, float>");
  CHECK(first.microseconds == 149.1);
  CHECK(first.memory_percent == 16.13);
  CHECK(first.occupancy_percent == 95.7);
  // 14 of 20 warps a cycle wait for memory, 5 at barriers, 1 goes on.
  REQUIRE(first.stalls.size() == 2);
  CHECK(first.stalls[0].name == "long_scoreboard");
  CHECK(first.stalls[0].percent == 70);
  CHECK(first.stalls[1].name == "barrier");
  CHECK(first.stalls[1].percent == 25);
  CHECK(pipeline::figures_of(kernels[1]).name == "add");
  CHECK(pipeline::figures_of({}).stalls.empty());
  CHECK(pipeline::stall_text("barrier") == "waits at a barrier for other warps of its block");
  CHECK(pipeline::stall_text("of_a_new_card") == "waits (of_a_new_card)");
}

TEST_CASE("counters of both sides, over all kernels", "[profile]") {
  const auto rows = pipeline::comparisons_of(counted(), parse_ncu_csv(raw()));
  REQUIRE(rows.size() == 6);
  for (std::size_t k = 0; k < 4; ++k) CHECK(rows[k].difference_percent() == 0.0);
  CHECK(rows[1].hardware == 262144);
  CHECK(rows[4].what == "bank conflicts, by addresses");
  CHECK(rows[4].hardware == 40960);
  CHECK(rows[4].difference_percent() == 0.0);
  CHECK(rows[5].hardware == 1024);
  CHECK(rows[5].difference_percent() == 3900.0);
  CHECK_FALSE(pipeline::Comparison{"x", 1, 0}.difference_percent());
  CHECK(pipeline::Comparison{"x", 0, 0}.difference_percent() == 0.0);
  CHECK(pipeline::Comparison{"x", 99, 100}.difference_percent() == -1.0);
  CHECK(pipeline::comparisons_of(counted(), {}).empty());
}

TEST_CASE("a profile is told in words", "[profile]") {
  const Course course;
  make_ncu(course, "cat > \"$LOG\" <<'EOF'\n" + raw() + "EOF");
  const std::string file = course.path("p.json").string();
  const Outcome outcome =
      profile(course, call_document(), {"--n", "2^20", "--block", "256", "--json", file});
  INFO(outcome.err);
  CHECK(outcome.code == 0);
  CHECK(course.read("seen") == "1048576 256 1\n");
  CHECK_THAT(course.read("asked"),
             Contains("--clock-control none") && Contains("/worker --profiled-call /"));
  CHECK_THAT(
      outcome.out,
      Contains("tile_kernel<(int)256, float>  grid (2048, 1, 1), block (256, 1, 1), 149.1 "
               "us") &&
          Contains("memory    16 % of the peak") && Contains("mostly idle") &&
          Contains("occupancy 96 % of the warps") &&
          Contains("stalls    70 % of its time a warp waits for data of global memory") &&
          Contains("25 % of its time a warp waits at a barrier") &&
          Contains("global load sectors                262,144       262,144          0 %") &&
          Contains("bank conflicts, turns lost          40,960         1,024      +3900 %"));
  const json document = json::parse(course.read("p.json"));
  CHECK(document.at("kernels").size() == 2);
  CHECK(document.at("comparison")[0].at("difference_percent") == 0.0);
  CHECK_FALSE(document.contains("program"));
}

TEST_CASE("an ncu that does not know a metric is asked without it", "[profile]") {
  const Course course;
  make_ncu(course,
           "case \"$*\" in *shared_ideal*) echo '==ERROR== Failed to find metric x' > "
           "\"$LOG\"; exit 1;; esac\ncat > \"$LOG\" <<'EOF'\n" +
               raw() + "EOF");
  CHECK(profile(course, call_document()).code == 0);
  CHECK(pipeline::lines(course.read("asked")).size() == 2);
}

TEST_CASE("what keeps a profile from being made is said, with its mend", "[profile]") {
  const Course course;
  make_ncu(course,
           "echo '==ERROR== ERR_NVGPUCTRPERM - The user does not have permission to access NVIDIA "
           "GPU Performance Counters on the target device 0.' > \"$LOG\"; exit 1");
  const Outcome forbidden = profile(course, call_document());
  CHECK(forbidden.code == 11);
  CHECK_THAT(forbidden.out, Contains("NVreg_RestrictProfilingToAdminUsers=0") &&
                                Contains("counted by the emulator") &&
                                Contains("global load sectors                262,144\n"));
  CHECK(pipeline::lines(course.read("asked")).size() == 1);

  json without = call_document();
  without.erase("program");
  without["not_profiled"] = "There is no NVIDIA GPU here.";
  const Outcome no_gpu = profile(course, without);
  CHECK(no_gpu.code == 10);
  CHECK_THAT(no_gpu.out, Contains("profile   There is no NVIDIA GPU here.") &&
                             Contains("counted by the emulator"));

  json uncounted = call_document();
  uncounted.erase("counted");
  uncounted["not_counted"] = "the emulator cannot run this file";
  CHECK_THAT(profile(course, uncounted).out, Contains("emulator  the emulator cannot run"));

  CHECK(pipeline::ncu_problem("profiled call: no way\n==ERROR== The application returned an error "
                              "code (1).\n") == "the call failed: no way");
  CHECK(pipeline::ncu_problem("==ERROR== An error occurred.\n") ==
        "Nsight Compute failed: An error occurred.");
  CHECK(pipeline::ncu_problem("==WARNING== No kernels were profiled.\n") ==
        "the call launched no kernel");
}

TEST_CASE("a file that does not compile has the grader's exit code", "[profile]") {
  const Course course;
  course.grader("01_first", "exit 3");
  const Outcome outcome = course.run({"profile", "1"});
  CHECK(outcome.code == 3);
  CHECK(outcome.out.empty());
}
