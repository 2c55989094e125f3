// The solutions of the course and the lists of their equivalents.
#include <cctype>
#include <fstream>
#include <iterator>
#include <regex>
#include <set>

#include "support.hpp"
#include "tool/equivalents.hpp"

namespace {

namespace fs = std::filesystem;

std::string read(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

/// All solutions' files, by the two digits of their labs.
std::map<std::string, fs::path> solutions() {
  std::map<std::string, fs::path> all;
  const fs::path folder = fs::path(SUM_TO_SCAN_SOURCE_DIR) / "solutions";
  if (!fs::exists(folder)) return all;  // a course may be handed out without them
  for (const auto& entry : fs::recursive_directory_iterator(folder))
    if (entry.path().extension() == ".cu")
      all[entry.path().parent_path().filename().string().substr(0, 2)] = entry.path();
  return all;
}

std::size_t matches(const std::string& text, const std::string& pattern) {
  const std::regex expression(pattern);
  return static_cast<std::size_t>(std::distance(
      std::sregex_iterator(text.begin(), text.end(), expression), std::sregex_iterator()));
}

}  // namespace

TEST_CASE("every solution has mutants, and each of its barriers and launches is among them") {
  for (const auto& [lab, file] : solutions()) {
    CAPTURE(file.string());
    const std::string text = read(file);
    const auto all = mutants::make_mutants(text);
    CHECK(all.size() >= 50);
    std::map<std::string, std::size_t> counts;
    for (const mutants::Mutant& mutant : all) ++counts[mutant.change];
    CHECK(counts["barrier"] ==
          matches(text, R"(__sync(threads|warp)\([^;]*;|__threadfence\w*\(\);)"));
    // Two for the grid, two for the block, and two for shared memory, where a launch names some.
    const std::string shared = R"((\w+_bytes| \* sizeof\(float\))>>>)";
    CHECK(counts["launch"] == 4 * matches(text, "<<<") + 2 * matches(text, shared));
    CHECK(counts["logic"] == matches(text, R"(&&|\|\|)"));
  }
}

TEST_CASE("every listed equivalent is a mutant of its solution") {
  const fs::path folder = fs::path(SUM_TO_SCAN_SOURCE_DIR) / "grader/tests/mutants/equivalents";
  for (const auto& [lab, file] : solutions()) {
    std::set<std::string> names;
    for (const mutants::Mutant& mutant : mutants::make_mutants(read(file)))
      names.insert(mutant.name);
    for (const auto& [name, listed] : mutants::read_equivalents(folder / (lab + ".txt"))) {
      CAPTURE(lab, name);
      CHECK(names.count(name) == 1);
    }
  }
}
