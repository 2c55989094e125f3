// Grades one submission with one seed, alone, then two and four side by side:
//   same_seed GRADER SUBMISSION
// All results have to be the same bytes, but for times: findings, counters, notes. Exits with 1
// where two differ, 2 where there is nothing to compare.
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>
#include <vector>

#include "toolchain/process.hpp"
#include "toolchain/submission.hpp"

namespace {

using Json = nlohmann::json;

/// Times differ from run to run, and only they may.
void remove_times(Json& value) {
  if (value.is_object()) {
    for (const char* name : {"seconds", "build_seconds", "timings"}) value.erase(name);
    for (auto& member : value.items()) remove_times(member.value());
  } else if (value.is_array()) {
    for (Json& element : value) remove_times(element);
  }
}

std::string graded(const std::string& grader, const std::string& submission,
                   const std::filesystem::path& report) {
  constexpr int first_fault = 8;  // 1 to 7 are verdicts on the submission
  const auto run = toolchain::run(
      {grader, "--submission", submission, "--seed", "7", "--result", report.string()});
  if (run.exit_code < 0 || run.exit_code >= first_fault) return {};
  std::ifstream file(report);
  Json result = Json::parse(file, nullptr, false);
  if (result.is_discarded()) return {};
  remove_times(result);
  return result.dump(1);
}

std::vector<std::string> graded_together(unsigned count, const std::string& grader,
                                         const std::string& submission) {
  const toolchain::TemporaryDirectory directory;
  std::vector<std::string> results(count);
  std::vector<std::thread> threads;
  for (unsigned k = 0; k < count; ++k)
    threads.emplace_back([&, k] {
      const auto report = directory.path() / (std::to_string(k) + ".json");
      results[k] = graded(grader, submission, report);
    });
  for (std::thread& thread : threads) thread.join();
  return results;
}

void print_difference(const std::string& first, const std::string& second) {
  const auto at = std::mismatch(first.begin(), first.end(), second.begin(), second.end()).first;
  const auto position = static_cast<std::size_t>(at - first.begin());
  const std::size_t from = position < 200 ? 0 : position - 200;
  std::printf("one:   ...%s\nother: ...%s\n", first.substr(from, 400).c_str(),
              second.substr(from, 400).c_str());
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) {
    std::fputs("usage: same_seed GRADER SUBMISSION\n", stderr);
    return 2;
  }
  const std::string alone = graded_together(1, argv[1], argv[2]).front();
  if (alone.empty()) {
    std::puts("no result");
    return 2;
  }
  for (const unsigned count : {2u, 4u})
    for (const std::string& result : graded_together(count, argv[1], argv[2])) {
      if (result == alone) continue;
      std::printf("%u side by side:\n", count);
      print_difference(alone, result);
      return 1;
    }
  std::printf("7 results of %zu bytes, all the same\n", alone.size());
  return 0;
}
