#include "pipeline/run.hpp"

#include <fmt/format.h>
#include <charconv>

#include "pipeline/attached.hpp"
#include "pipeline/grading.hpp"

namespace pipeline {
namespace {

constexpr std::uint64_t most_elements = std::uint64_t{1} << 40;  // the grader knows the memory
constexpr std::uint64_t most_repeats = 10'000;

}  // namespace

std::uint64_t number_argument(std::string_view name, std::string_view text, std::uint64_t least,
                              std::uint64_t most) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool whole = error == std::errc() && end == text.data() + text.size();
  if (whole && value >= least && value <= most) return value;
  throw usage_failure(fmt::format("{} is \"{}\"; it must be a whole number from {} to {}", name,
                                  printable(text), least, with_commas(most)));
}

int run_lab(const Context& context, const Course& course, const RunRequest& request) {
  const std::uint64_t n = number_argument("N", request.n, 0, most_elements);
  const std::uint64_t block_size = number_argument("BLOCK", request.block_size, 1, 1024);
  const std::uint64_t repeats = number_argument("REPEAT", request.repeats, 1, most_repeats);
  const Submission submission =
      locate(context, course, {course.find(request.lab).name}, request.source).front();
  std::vector<std::string> command = {grader_program(context, *submission.lab).string(),
                                      "--submission",
                                      submission.file.string(),
                                      "--n",
                                      std::to_string(n),
                                      "--block",
                                      std::to_string(block_size),
                                      "--repeat",
                                      std::to_string(repeats),
                                      "--backend",
                                      request.backend,
                                      "--seed",
                                      std::to_string(request.seed)};
  if (!request.device.empty()) command.insert(command.end(), {"--device", request.device});
  return run_attached(command, context.root.string());
}

int self_check(const Context& context, const Course& course, const std::vector<std::string>& labs) {
  std::vector<std::string> command = {(context.programs / "self_check").string(),
                                      context.root.string(),
                                      context.programs.string(),
                                      "--only",
                                      "handed",
                                      "--only",
                                      "own"};
  for (const std::string& lab : labs)
    command.insert(command.end(), {"--lab", course.find(lab).name.substr(0, 2)});
  const int code = run_attached(command, context.root.string());
  return static_cast<int>(code == 0 ? result::ExitCode::pass : result::ExitCode::grader_error);
}

int run_tests(const Context& context, bool thorough) {
  const int code =
      run_attached({"ctest", "--preset", thorough ? "thorough" : "default", "--no-label-summary"},
                   context.root.string());
  if (code == 0) return 0;
  context.err << fmt::format("lab: the project's tests did not all pass (ctest left with {})\n",
                             code);
  return static_cast<int>(result::ExitCode::grader_error);
}

}  // namespace pipeline
