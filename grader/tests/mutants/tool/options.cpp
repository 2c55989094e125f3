#include "options.hpp"

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <stdexcept>
#include <thread>

namespace mutants {
namespace {

/// "2", "02" and "02_shared_reduction" give 2; `what` says what the number is.
int leading_number(const std::string& text, const std::string& what) {
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || value < 1 || (*end != '\0' && *end != '_'))
    throw std::runtime_error("'" + text + "' is no " + what + ".");
  return value;
}

std::filesystem::path equivalents_of(int lab) {
  char name[16];
  std::snprintf(name, sizeof name, "%02d.txt", lab % 100);
  return std::filesystem::path(SUM_TO_SCAN_SOURCE_DIR) / "grader/tests/mutants/equivalents" / name;
}

}  // namespace

std::string usage() {
  return "usage: run_mutants GRADER LAB SOLUTION [options]\n"
         "\n"
         "Changes SOLUTION in one place at a time, as people do by mistake, and grades each of\n"
         "these mutants with GRADER. Those that get full points and are not listed as equivalent\n"
         "survive.\n"
         "\n"
         "  --jobs N            graders at a time (default: as many as there are cores)\n"
         "  --only WORD         this mutant, function or change alone; may come several times\n"
         "  --list              print the mutants and grade none\n"
         "  --write FOLDER      write their texts there and grade none\n"
         "  --json FILE         write what became of each mutant\n"
         "  --equivalents FILE  default: grader/tests/mutants/equivalents/LAB.txt\n"
         "\n"
         "Exit codes: 0 all are killed or equivalent, 1 some are not or the list is stale,\n"
         "2 wrong use, or the solution itself does not earn full points, 130 interrupted.\n";
}

Options parse(const std::vector<std::string>& arguments) {
  Options options;
  options.jobs = std::max(1u, std::thread::hardware_concurrency());
  std::vector<std::string> places;
  for (std::size_t k = 0; k < arguments.size(); ++k) {
    const std::string& word = arguments[k];
    const auto value = [&]() -> const std::string& {
      if (k + 1 == arguments.size()) throw std::runtime_error(word + " wants a value behind it.");
      return arguments[++k];
    };
    if (word == "--help" || word == "-h") {
      options.help = true;
    } else if (word == "--jobs") {
      options.jobs = static_cast<std::size_t>(leading_number(value(), "number of graders"));
    } else if (word == "--only") {
      options.only.push_back(value());
    } else if (word == "--list") {
      options.list = true;
    } else if (word == "--write") {
      options.write = value();
    } else if (word == "--json") {
      options.json = value();
    } else if (word == "--equivalents") {
      options.equivalents = value();
    } else if (word.starts_with("-")) {
      throw std::runtime_error(word + " is no option.");
    } else {
      places.push_back(word);
    }
  }
  if (options.help) return options;
  if (places.size() != 3) throw std::runtime_error("GRADER, LAB and SOLUTION are due.");
  options.grader = places[0];
  options.lab = leading_number(places[1], "number of a lab");
  options.solution = places[2];
  if (options.equivalents.empty()) options.equivalents = equivalents_of(options.lab);
  return options;
}

}  // namespace mutants
