// Spoils a copy of a lab's solution in ways that people do, one at a time, and expects the verdict
// that each is due; a crash or an endless loop must cost its own checks and never the grader.
//   spoil_solution GRADER LAB SOLUTION LAB_HPP
#include <cstdio>
#include <fstream>
#include <functional>
#include <iostream>
#include <iterator>
#include <regex>
#include <string>
#include <vector>

#include "result/result.hpp"
#include "toolchain/process.hpp"
#include "toolchain/submission.hpp"

namespace {

using result::Verdict;

std::string read(const std::string& path) {
  std::ifstream in(path);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

/// What the spoilers need to know of a solution.
struct Solution {
  std::string text;
  std::string function;  ///< The lab's first void function.
  std::string output;    ///< Its first pointer to something that is not const.
};

Solution read_solution(const std::string& file, const std::string& header) {
  const std::string declarations = read(header);
  std::smatch match;
  std::regex_search(declarations, match, std::regex(R"(\nvoid (\w+)\(([^)]*)\))"));
  const std::string parameters = match[2];
  std::smatch output;
  std::regex_search(parameters, output, std::regex(R"((?:^|,)\s*float\* (\w+))"));
  return {read(file), match[1], output[1]};
}

std::string insert_behind(const std::string& text, const std::regex& where,
                          const std::string& added) {
  std::smatch match;
  if (!std::regex_search(text, match, where)) return text;
  const auto at = static_cast<std::size_t>(match.position() + match.length());
  return text.substr(0, at) + ' ' + added + text.substr(at);
}

std::string in_kernel(const Solution& s, const std::string& added) {
  return insert_behind(s.text, std::regex(R"(__global__[^;{]*\)\s*\{)"), added);
}

std::string in_function(const Solution& s, const std::string& added) {
  return insert_behind(s.text, std::regex("\\bvoid " + s.function + R"(\s*\([^;{]*\)\s*\{)"),
                       added);
}

/// The launch configuration's second value becomes 2000.
std::string with_2000_threads(const Solution& s) {
  const std::size_t end = s.text.find(">>>");
  std::size_t at = s.text.find("<<<") + 3, from = 0;
  for (int depth = 0; at < end; ++at) {
    const char c = s.text[at];
    depth += (c == '(' || c == '{') - (c == ')' || c == '}');
    if (c != ',' || depth != 0) continue;
    if (from != 0) break;
    from = at + 1;
  }
  return s.text.substr(0, from) + " 2000" + s.text.substr(at);
}

/// A kernel more, launched first with `arguments`.
std::string with_kernel(const Solution& s, const std::string& parameters, const std::string& body,
                        const std::string& arguments) {
  Solution more = s;
  more.text.insert(s.text.find("\nvoid " + s.function) + 1,
                   "__global__ void spoiler(" + parameters + ") { " + body + " }\n");
  return in_function(more, "spoiler<<<1, 1>>>(" + arguments + ");");
}

std::string with_write_behind(const Solution& s) {
  return with_kernel(s, "float* p, std::size_t i", "p[i] = 1.0f;", s.output + ", n");
}

std::string with_misaligned_store(const Solution& s) {
  return with_kernel(s, "float* p",
                     "*reinterpret_cast<float4*>(p + 1) = make_float4(1.0f, 2.0f, 3.0f, 4.0f);",
                     s.output);
}

struct Spoiler {
  std::string name;
  std::function<std::string(const Solution&)> spoil;
  Verdict due;
};

const std::vector<Spoiler>& spoilers() {
  static const std::vector<Spoiler> all = {
      {"an endless loop in a kernel",
       [](const Solution& s) { return in_kernel(s, "for (volatile int k = 0;;) (void)k;"); },
       Verdict::time_limit},
      {"a null pointer used on the host",
       [](const Solution& s) {
         return in_function(s, "*static_cast<volatile int*>(nullptr) = 1;");
       },
       Verdict::host_device_mixup},
      {"exit(0)",
       [](const Solution& s) { return "#include <cstdlib>\n" + in_function(s, "std::exit(0);"); },
       Verdict::crash},
      {"a write behind the output", with_write_behind, Verdict::out_of_bounds},
      {"a misaligned float4", with_misaligned_store, Verdict::misaligned_access},
      {"a barrier in if (threadIdx.x < 16)",
       [](const Solution& s) { return in_kernel(s, "if (threadIdx.x < 16) __syncthreads();"); },
       Verdict::barrier_divergence},
      {"a launch of 2000 threads a block", with_2000_threads, Verdict::cuda_error},
      {"a syntax error", [](const Solution& s) { return in_function(s, "int k = ;"); },
       Verdict::build_failed},
      {"an allocation of 256 GB",
       [](const Solution& s) {
         return "#include <vector>\n" + in_function(s, "std::vector<char> v(1ull << 38, 1);");
       },
       Verdict::crash},
      {"words on stdout that look like a verdict",
       [](const Solution& s) {
         return "#include <cstdio>\n" +
                in_function(s, R"(std::printf("{\"verdict\": \"wrong_answer\"}\n\nFAILED\n");)");
       },
       Verdict::pass},
  };
  return all;
}

/// The first check that earned the lab's verdict, in words.
std::string why(const result::Lab& lab) {
  for (const result::Check& check : lab.checks) {
    if (check.verdict != lab.verdict) continue;
    std::string text = check.name + ": " + check.reason;
    for (const result::Finding& finding : check.findings)
      text += finding.message + " (" + finding.at_case + ") ";
    return text;
  }
  return lab.build_output;
}

/// Returns what is wrong with the outcome, or nothing.
std::string judge(const Spoiler& spoiler, const std::string& grader,
                  const std::filesystem::path& directory, const std::string& text) {
  const std::filesystem::path submission = directory / "spoiled.cu", report = directory / "r.json";
  std::ofstream(submission) << text;
  std::filesystem::remove(report);
  const auto run =
      toolchain::run({grader, "--submission", submission.string(), "--result", report.string()});
  if (!std::filesystem::exists(report)) return "no result: " + run.output + run.error;
  const result::Lab lab = result::read_file(report).front();
  std::printf("  %-42s %-20s %3.0f points, exit code %d\n", spoiler.name.c_str(),
              std::string(result::name(lab.verdict)).c_str(), lab.points, run.exit_code);
  if (lab.verdict != spoiler.due)
    return "earned " + std::string(result::name(lab.verdict)) + ", due is " +
           std::string(result::name(spoiler.due)) + "; " + why(lab);
  if (run.exit_code != static_cast<int>(result::exit_code(spoiler.due)))
    return "wrong exit code " + std::to_string(run.exit_code);
  return {};
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 5) {
    std::cerr << "usage: spoil_solution GRADER LAB SOLUTION LAB_HPP\n";
    return 2;
  }
  const Solution solution = read_solution(argv[3], argv[4]);
  const toolchain::TemporaryDirectory directory;
  bool all_right = true;
  std::cout << argv[2] << '\n';
  for (const Spoiler& spoiler : spoilers()) {
    const std::string text = spoiler.spoil(solution);
    std::string wrong = text == solution.text ? "the solution could not be spoiled"
                                              : judge(spoiler, argv[1], directory.path(), text);
    if (wrong.empty()) continue;
    all_right = false;
    std::cerr << argv[2] << ", " << spoiler.name << ": " << wrong << '\n';
  }
  return all_right ? 0 : 1;
}
