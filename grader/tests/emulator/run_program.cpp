// Builds a CUDA program for the emulator, runs it under several schedules and compares what it
// found with what the program's comments say:
//
//     // exit: 105              expected exit code; 0 where nothing is said
//     // expect: out_of_bounds  this error is found, at the line that ends in `// <- out_of_bounds`
//     // says: no element 4     is part of the message of every error
//     // note: barrier_divergence  the same for a note
//     // run: EMU_ORDER=reversed   runs with this environment instead of the three usual orders
//     // counter: KERNEL NAME 96  exact, over all launches of the kernel (names:
//     counter_fields.hpp,
//                                and shared_load_conflicts, shared_store_conflicts)
//     // build: without clang   is built as where no clang says that it mixes up host and device
//
// Errors that are not expected fail the test; so does an expected one that is not found. Only with
// --with-clang does clang read the programs as it reads submissions: that takes half as long again.
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "toolchain/process.hpp"
#include "toolchain/submission.hpp"
#include "toolchain/symbolizer.hpp"

namespace {

struct Count {
  std::string kernel, name;
  std::uint64_t due = 0;
};

struct Expectation {
  int exit_code = 0;
  std::set<std::string> errors, notes;
  std::string says;
  std::map<std::string, std::set<int>> marked_lines;  // by code
  std::vector<std::vector<std::string>> environments;
  std::vector<Count> counters;
  bool without_clang = false;
};

struct Seen {
  std::string code, severity, message;
  int line = 0;
};

std::vector<std::string> words(const std::string& text) {
  std::istringstream in(text);
  std::vector<std::string> all;
  for (std::string word; in >> word;) all.push_back(word);
  return all;
}

Expectation read_expectation(const std::filesystem::path& program) {
  Expectation e;
  std::ifstream in(program);
  int number = 0;
  for (std::string line; std::getline(in, line);) {
    ++number;
    const auto after = [&](const std::string& key) {
      return line.rfind(key, 0) == 0 ? words(line.substr(key.size())) : std::vector<std::string>{};
    };
    for (const std::string& code : after("// exit:")) e.exit_code = std::stoi(code);
    for (const std::string& code : after("// expect:")) e.errors.insert(code);
    for (const std::string& code : after("// note:")) e.notes.insert(code);
    if (const auto environment = after("// run:"); !environment.empty())
      e.environments.push_back(environment);
    if (const auto counter = after("// counter:"); counter.size() == 3)
      e.counters.push_back({counter[0], counter[1], std::stoull(counter[2])});
    if (const std::string key = "// says: "; line.rfind(key, 0) == 0)
      e.says = line.substr(key.size());
    e.without_clang |= after("// build:") == std::vector<std::string>{"without", "clang"};
    if (const auto mark = line.find("// <- "); mark != std::string::npos)
      for (const std::string& code : words(line.substr(mark + 6)))
        e.marked_lines[code].insert(number);
  }
  if (e.environments.empty())
    e.environments = {{"EMU_ORDER=by_index"}, {"EMU_ORDER=shuffled"}, {"EMU_ORDER=reversed"}};
  if (!e.counters.empty())
    for (auto& environment : e.environments) environment.push_back("EMU_COUNTERS=1");
  return e;
}

std::vector<Seen> read_findings(const std::string& text, const std::filesystem::path& binary,
                                const std::filesystem::path& source) {
  std::vector<Seen> all;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) {
    std::istringstream fields(line);
    std::string keyword, occurrences, place;
    Seen seen;
    if (!(fields >> keyword >> seen.code >> seen.severity >> occurrences >> place)) continue;
    if (keyword != "finding") continue;
    std::getline(fields, seen.message);
    if (place.rfind("0x", 0) == 0) {
      const auto lines = toolchain::source_lines(binary, source, {std::stoull(place, nullptr, 16)});
      seen.line = lines.empty() ? 0 : lines.front().line;
    } else {
      seen.line = std::stoi(place);
    }
    all.push_back(seen);
  }
  return all;
}

/// Of lines "counters <kernel> <name>=<count> ...": the sums by "kernel name".
std::map<std::string, std::uint64_t> read_counters(const std::string& text) {
  std::map<std::string, std::uint64_t> sums;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) {
    const std::vector<std::string> fields = words(line);
    if (fields.size() < 3 || fields[0] != "counters") continue;
    const std::string kernel = fields[1] + ' ';
    std::map<std::string, std::uint64_t> launch;
    for (std::size_t k = 2; k < fields.size(); ++k) {
      const std::size_t sign = fields[k].find('=');
      launch[fields[k].substr(0, sign)] = std::stoull(fields[k].substr(sign + 1));
    }
    for (const std::string way : {"shared_load_", "shared_store_"})
      launch[way + "conflicts"] = launch[way + "wavefronts"] - launch[way + "ideal_wavefronts"];
    for (const auto& [name, count] : launch) sums[kernel + name] += count;
  }
  return sums;
}

std::string compare_counters(const std::vector<Count>& due, const std::string& text) {
  std::ostringstream wrong;
  const auto seen = read_counters(text);
  for (const Count& count : due) {
    const auto found = seen.find(count.kernel + ' ' + count.name);
    if (found == seen.end())
      wrong << "  not counted: " << count.kernel << ' ' << count.name << '\n';
    else if (found->second != count.due)
      wrong << "  " << found->first << " is " << found->second << ", due " << count.due << '\n';
  }
  return wrong.str();
}

/// Compares; returns what is wrong, one line each.
std::string compare(const Expectation& due, const std::vector<Seen>& seen) {
  std::ostringstream wrong;
  for (const auto& [severity, codes] :
       {std::pair{std::string("error"), due.errors}, std::pair{std::string("note"), due.notes}}) {
    for (const std::string& code : codes) {
      bool found = false;
      for (const Seen& s : seen) found |= s.code == code && s.severity == severity;
      if (!found) wrong << "  not found: " << severity << ' ' << code << '\n';
    }
  }
  for (const Seen& s : seen) {
    if (s.severity == "error" && due.errors.count(s.code) == 0)
      wrong << "  not expected: " << s.code << " at line " << s.line << ':' << s.message << '\n';
    if (s.severity == "error" && s.message.find(due.says) == std::string::npos)
      wrong << "  " << s.code << " says:" << s.message << '\n';
    const auto marked = due.marked_lines.find(s.code);
    if (marked != due.marked_lines.end() && marked->second.count(s.line) == 0)
      wrong << "  " << s.code << " is found at line " << s.line << ", not where it is marked\n";
  }
  return wrong.str();
}

/// Returns whether all runs went as expected.
bool run_program(const std::filesystem::path& source, bool with_clang) {
  const Expectation due = read_expectation(source);
  const toolchain::TemporaryDirectory directory;
  toolchain::Layout layout = toolchain::Layout::configured();
  if (due.without_clang || !with_clang) layout.clang.clear();
  const toolchain::Build build = toolchain::build_program(source, directory.path(), layout);
  if (!build.ok) {
    std::cerr << source.filename().string() << ": " << build.output << '\n';
    return false;
  }
  bool all_right = true;
  for (const std::vector<std::string>& environment : due.environments) {
    toolchain::ProcessOptions options;
    options.environment = environment;
    options.limit = std::chrono::seconds(60);
    const toolchain::ProcessResult run = toolchain::run({build.program.string()}, options);
    std::string wrong = compare(due, read_findings(run.error, build.program, source));
    wrong += compare_counters(due.counters, run.error);
    if (run.exit_code != due.exit_code)
      wrong += "  exit code " + std::to_string(run.exit_code) + " (signal " +
               std::to_string(run.signal) + "), expected " + std::to_string(due.exit_code) + '\n';
    if (wrong.empty()) continue;
    all_right = false;
    std::cerr << environment.front() << ":\n" << wrong << run.output << run.error << '\n';
  }
  if (all_right)
    std::cout << source.filename().string() << ": " << due.environments.size()
              << " runs as expected\n";
  return all_right;
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<std::filesystem::path> sources(argv + 1, argv + argc);
  const bool with_clang = !sources.empty() && sources.front() == "--with-clang";
  if (with_clang) sources.erase(sources.begin());
  if (sources.empty()) {
    std::cerr << "usage: run_program [--with-clang] FILE.cu...\n";
    return 2;
  }
  bool all_right = true;
  for (const std::filesystem::path& source : sources) all_right &= run_program(source, with_clang);
  return all_right ? 0 : 1;
}
