#include "miniature.hpp"

#include <fstream>
#include <sstream>

#include "pipeline/lab_main.hpp"
#include "pipeline/text.hpp"

namespace miniature {
namespace fs = std::filesystem;

namespace {

constexpr const char* hints = R"(# Hints

## Task 1: one thing

1. Look at the index.
2. Look at the
   bounds check.
3. The line is `if (i < n)`.

## Task 2: another thing

1. Only one hint.
)";

constexpr const char* starter = R"(#include "lab.hpp"

// TODO(task1): launch a kernel.
// TODO(task2): launch it well.
)";

}  // namespace

Course::Course() : root_(fs::canonical(directory_.path()) / "it's a course") {
  tools.find_gpus = [] { return toolchain::Gpus{}; };  // whatever this machine has
  for (const auto& [name, file, second_task] : {std::tuple{"01_first", "first.cu", true},
                                                {"02_second", "second.cu", false},
                                                {"10_third", "third.cu", false}}) {
    const std::string lab = name;
    write("labs/" + lab + "/lab.cmake", "# Manifest.\nset(LAB_TITLE \"The lab called " + lab +
                                            "\")\nset(LAB_FILE " + file + ")\nset(LAB_TASKS 2)\n");
    write("labs/" + lab + "/README.md",
          std::string("# Lab\n\n## Task 1: one thing\n\nText.\n") +
              (second_task ? "\n## Task 2: another thing\n\nText.\n" : ""));
    write("labs/" + lab + "/hints.md", hints);
    write("starter/" + lab + "/" + file, starter);
    write("solutions/" + lab + "/" + file, "// The answer.\n");
    grader_reports(untouched(lab));
  }
}

void Course::write(std::string_view below, std::string_view text) const {
  fs::create_directories(path(below).parent_path());
  std::ofstream(path(below), std::ios::binary) << text;
}

std::string Course::read(std::string_view below) const {
  std::ostringstream text;
  text << std::ifstream(path(below), std::ios::binary).rdbuf();
  return text.str();
}

void Course::grader(const std::string& lab, std::string_view body) const {
  const std::string below = "bin/grade_" + lab;
  write(below, R"(#!/bin/sh
while [ $# -gt 0 ]; do
  case $1 in
    --result) RESULT=$2 ;;
    --submission) SUBMISSION=$2 ;;
    --seed) SEED=$2 ;;
    --backend) BACKEND=$2 ;;
    --n) N=$2 ;;
    --block) BLOCK=$2 ;;
    --repeat) REPEAT=$2 ;;
    --device) DEVICE=$2 ;;
    --bench) BENCH=$2 ;;
    --profile) PROFILE=$2 ;;
  esac
  shift
done
)" + std::string(body) +
                   "\n");
  fs::permissions(path(below), fs::perms::owner_all);
}

void Course::grader_reports(const result::Lab& result) const {
  result::write_file(path("canned_" + result.lab + ".json"), {result});
  grader(result.lab, "echo '1 2 some check' >&2\ncp " +
                         pipeline::shell_word(path("canned_" + result.lab + ".json").string()) +
                         " \"$RESULT\"\nexit " +
                         std::to_string(static_cast<int>(result::exit_code(result.verdict))));
}

Outcome Course::run(const std::vector<std::string>& arguments) const {
  std::ostringstream out, err;
  pipeline::Context context{.root = root_,
                            .programs = root_ / "bin",
                            .state_file = root_ / "build" / "state.json",
                            .out = out,
                            .err = err};
  context.style = pipeline::Style(colour);
  context.live_progress = live_progress;
  context.nvcc_installed = nvcc_installed;
  context.cores = 2;
  context.tools = tools;
  const int code = pipeline::lab_main(arguments, context);
  return {code, out.str(), err.str()};
}

result::Check check(std::string name, int task, double points, result::Verdict verdict,
                    result::Category category) {
  result::Check check;
  check.name = std::move(name);
  check.task = task;
  check.category = category;
  check.max_points = points;
  check.points = verdict == result::Verdict::pass ? points : 0;
  check.verdict = verdict;
  return check;
}

result::Finding finding(result::Verdict code, std::string message) {
  result::Finding finding;
  finding.code = code;
  finding.message = std::move(message);
  finding.at_case = "n = 33, block_size = 32";
  finding.look_at = "Which thread owns the last element?";
  finding.places = {{"writes here", "first.cu", 4, "  d_out[i] = 1;", "thread 1 of block 0"}};
  return finding;
}

result::Lab graded(std::string lab, std::vector<result::Check> checks) {
  result::Lab result;
  result.lab = std::move(lab);
  result.title = "A title";
  result.submission = "as the grader saw it";
  result.backend = "emulator";
  result.device = "emulator: 4 multiprocessors, compute capability 9.0";
  result.checks = std::move(checks);
  result::summarize(result);
  return result;
}

result::Lab passed(const std::string& lab) {
  return graded(lab, {check("values", 1, 80),
                      check("bounds", 1, 20, result::Verdict::pass, result::Category::safety)});
}

result::Lab untouched(const std::string& lab) {
  using enum result::Verdict;
  result::Lab result = graded(lab, {check("values", 1, 80, not_done),
                                    check("bounds", 1, 20, not_done, result::Category::safety)});
  result.verdict = not_done;
  return result;
}

}  // namespace miniature
