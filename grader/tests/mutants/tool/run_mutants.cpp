// Makes mutants of a solution, grades them with the lab's own grader, and classes them:
//   run_mutants GRADER LAB SOLUTION [--jobs N] [--only WORD] [--list] [--json FILE]
// Exits with 1 where one survives or the list of equivalents is stale; --help says more.
#include <unistd.h>

#include <algorithm>
#include <exception>
#include <fstream>
#include <iostream>
#include <iterator>
#include <set>
#include <stdexcept>

#include "equivalents.hpp"
#include "grading.hpp"
#include "mutant.hpp"
#include "options.hpp"
#include "report.hpp"

namespace {

using namespace mutants;

std::string read(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
  if (!in || text.empty()) throw std::runtime_error(path.string() + " cannot be read.");
  return text;
}

std::vector<Mutant> selected(std::vector<Mutant> all, const std::vector<std::string>& only) {
  for (const std::string& word : only)
    if (std::none_of(all.begin(), all.end(), [&](const Mutant& mutant) {
          return word == mutant.name || word == mutant.change || word == mutant.function;
        }))
      throw std::runtime_error("No mutant, change or function is named " + word + ".");
  if (!only.empty())
    std::erase_if(all, [&](const Mutant& mutant) {
      return std::none_of(only.begin(), only.end(), [&](const std::string& word) {
        return word == mutant.name || word == mutant.change || word == mutant.function;
      });
    });
  return all;
}

/// Entries of the list that no mutant has for its name.
int print_strays(const Equivalents& equivalents, const std::vector<Mutant>& all) {
  std::set<std::string> names;
  for (const Mutant& mutant : all) names.insert(mutant.name);
  int strays = 0;
  for (const auto& [name, listed] : equivalents) {
    if (names.contains(name)) continue;
    std::cout << "stale: " << name << " is listed, and no mutant has that name\n";
    ++strays;
  }
  return strays;
}

void write_texts(const std::filesystem::path& folder, const std::vector<Mutant>& chosen) {
  std::filesystem::create_directories(folder);
  for (const Mutant& mutant : chosen) {
    const auto file = folder / (mutant.name + ".cu");
    std::ofstream out(file, std::ios::binary);
    if (!(out << mutant.text) || !out.flush())
      throw std::runtime_error(file.string() + " cannot be written.");
  }
}

void require_full_points(const Options& options, const std::string& text) {
  const Outcome outcome = grade(options, text, std::nullopt);
  if (outcome.fate != Fate::survivor && !interrupted())
    throw std::runtime_error("The solution itself does not earn full points: " + outcome.verdict +
                             " " + outcome.detail);
}

int run(const Options& options) {
  const std::string text = read(options.solution);
  const std::vector<Mutant> all = make_mutants(text);
  const std::vector<Mutant> chosen = selected(all, options.only);
  const Equivalents equivalents = read_equivalents(options.equivalents);
  if (options.list)
    for (const Mutant& mutant : chosen) print(std::cout, mutant);
  if (!options.write.empty()) write_texts(options.write, chosen);
  const int strays = print_strays(equivalents, all);
  if (options.list || !options.write.empty()) {
    std::cout << chosen.size() << " mutants\n";
    return strays == 0 ? 0 : 1;
  }

  watch_for_interrupts();
  require_full_points(options, text);
  const bool live = isatty(STDERR_FILENO) != 0;
  std::size_t finished = 0;
  int failures = 0;
  const auto done = [&](std::size_t k, const Outcome& outcome) {
    ++finished;
    if (interrupted()) return;
    if (live) std::cerr << "\r\x1b[K";
    if (is_failure(outcome.fate)) {
      ++failures;
      print(std::cout, chosen[k], outcome);
      std::cout.flush();
    }
    if (live)
      std::cerr << finished << " of " << chosen.size() << ", " << failures << " to look at; "
                << chosen[k].name << ' ' << name(outcome.fate) << std::flush;
  };
  const std::vector<Outcome> outcomes = grade_all(options, chosen, equivalents, done);
  if (live) std::cerr << "\r\x1b[K" << std::flush;
  if (interrupted()) return 130;

  const std::string lab =
      "lab " + std::to_string(options.lab) + " " + options.solution.stem().string();
  print_table(std::cout, lab, chosen, outcomes);
  if (!options.json.empty()) write_json(options.json, lab, chosen, outcomes, equivalents);
  return failures == 0 && strays == 0 ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    const Options options = parse({argv + 1, argv + argc});
    if (!options.help) return run(options);
    std::cout << usage();
    return 0;
  } catch (const std::exception& problem) {
    std::cerr << "run_mutants: " << problem.what() << "\n--help says more.\n";
    return 2;
  }
}
