#include "pipeline/command_line.hpp"

#include <fmt/format.h>
#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <optional>
#include <sstream>

#include "harness/gpu_choice.hpp"
#include "result/verdict.hpp"

namespace pipeline {
namespace {

constexpr const char* version = PIPELINE_VERSION;

/// What the options of one command are read into, before they are judged.
struct Typed {
  std::vector<std::string> labs;
  std::string lab, n, block_size, repeats, task, code;
  std::string from, submission, backend = "auto", device, seed = "1", jobs, json;
  std::string file, order = "shuffled", seconds = "60";
  std::vector<std::string> arguments;  ///< Behind "--".
  std::string sizes, to, points, rounds, svg, read;
  std::vector<std::string> against;
  bool strict_acquire = false, no_counters = false;
  bool blocks = false, report = false, cpu_only = false;
  bool solutions = false, all = false, reset = false, thorough = false, no_color = false;
};

/// What CLI11 says of an argument that names nothing; "" where it names something.
std::string not_empty(const std::string& name) { return name.empty() ? "it names no file" : ""; }

void add_source_options(CLI::App& command, Typed& typed) {
  CLI::Option* solutions =
      command.add_flag("--solutions", typed.solutions, "The reference solutions, not your files");
  CLI::Option* from =
      command
          .add_option("--from", typed.from, "Files below DIR: DIR/NN_slug/file.cu or DIR/file.cu")
          ->check(&not_empty);
  CLI::Option* file =
      command.add_option("--submission", typed.submission, "This file, for one lab")
          ->check(&not_empty);
  from->type_name("DIR")->excludes(solutions)->excludes(file);
  file->type_name("FILE")->excludes(solutions);
}

void add_run_options(CLI::App& command, Typed& typed) {
  command
      .add_option("--backend", typed.backend,
                  "emulator, cuda, or auto (default): the emulator and what a GPU can add")
      ->type_name("NAME");
  command.add_option("--device", typed.device, "Which GPU (default: 0, or SUM_TO_SCAN_DEVICE)")
      ->type_name("K");
  command.add_option("--seed", typed.seed, "Seed of data and thread order (default 1)")
      ->type_name("S");
}

Source source_of(const Typed& typed) {
  if (typed.solutions) return {Source::Kind::solutions, {}};
  if (!typed.from.empty()) return {Source::Kind::folder, typed.from};
  if (!typed.submission.empty()) return {Source::Kind::file, typed.submission};
  return {};
}

std::string backend_of(const Typed& typed) {
  for (const char* known : {"auto", "cuda", "emulator"}) {
    if (typed.backend == known) return typed.backend;
  }
  throw usage_failure(fmt::format("--backend is \"{}\"; it must be auto, cuda or emulator",
                                  printable(typed.backend)));
}

std::optional<int> device_of(const Typed& typed) {
  std::string error;
  const auto option = typed.device.empty() ? std::nullopt : std::optional(typed.device);
  const auto device = harness::wanted_device(option, error);
  if (!error.empty()) throw usage_failure(printable(error));
  if (option && typed.backend == "emulator")
    throw usage_failure("--device belongs to a GPU: leave out --backend emulator");
  return device;
}

std::uint64_t seed_of(const Typed& typed) {
  return number_argument("--seed", typed.seed, 0, std::uint64_t{1} << 62);
}

GradeRequest grade_request(const Typed& typed, unsigned jobs) {
  GradeRequest request{typed.labs, source_of(typed), {}, typed.json, typed.all};
  request.options.backend = backend_of(typed);
  request.options.seed = seed_of(typed);
  request.options.jobs = jobs;
  request.options.device = device_of(typed);
  request.options.names_device = !typed.device.empty();
  if (!typed.jobs.empty()) {
    request.options.jobs = static_cast<unsigned>(number_argument("--jobs", typed.jobs, 1, 1024));
  }
  return request;
}

HintRequest hint_request(const Typed& typed) {
  HintRequest request{typed.lab, std::nullopt, typed.all, typed.reset};
  if (!typed.task.empty()) {
    request.task = static_cast<int>(number_argument("TASK", typed.task, 1, 99));
  }
  return request;
}

BenchRequest bench_request(const Typed& typed) {
  if (typed.lab.empty() && typed.read.empty())
    throw usage_failure("name a lab: ./lab bench 5; ./lab bench --help lists the options");
  BenchRequest request;
  request.lab = typed.lab;
  request.sizes = {typed.sizes, typed.from, typed.to, typed.points};
  request.n = typed.n;
  request.block_size = typed.block_size;
  request.rounds = typed.rounds;
  device_of(typed);  // is it one? The grader reads the variable itself.
  request.device = typed.device;
  if (typed.solutions) request.source = {Source::Kind::solutions, {}};
  if (!typed.submission.empty()) request.source = {Source::Kind::file, typed.submission};
  request.against = typed.against;
  request.blocks = typed.blocks;
  request.report = typed.report;
  request.cpu_only = typed.cpu_only;
  request.read = typed.read;
  request.json = typed.json;
  request.svg = typed.svg;
  return request;
}

ProfileRequest profile_request(const Typed& typed) {
  ProfileRequest request;
  request.lab = typed.lab;
  request.n = typed.n;
  request.block_size = typed.block_size;
  device_of(typed);
  request.device = typed.device;
  if (typed.solutions) request.source = {Source::Kind::solutions, {}};
  if (!typed.submission.empty()) request.source = {Source::Kind::file, typed.submission};
  request.seed = seed_of(typed);
  request.json = typed.json;
  return request;
}

EmulateRequest emulate_request(const Typed& typed) {
  EmulateRequest request{typed.file, typed.arguments};
  request.seed = seed_of(typed);
  request.order = typed.order;
  if (typed.order != "by_index" && typed.order != "reversed" && typed.order != "shuffled") {
    throw usage_failure(fmt::format("--order is \"{}\"; it must be by_index, reversed or shuffled",
                                    printable(typed.order)));
  }
  request.seconds = number_argument("--seconds", typed.seconds, 0, 1'000'000);
  request.strict_acquire = typed.strict_acquire;
  request.counters = !typed.no_counters;
  return request;
}

void add_emulate(CLI::App& app, Typed& typed) {
  CLI::App* emulate = app.add_subcommand(
      "emulate", "Run any CUDA program with its own main; its arguments stand behind --");
  emulate->add_option("FILE", typed.file, "The program: one .cu file")
      ->required()
      ->check(&not_empty);
  emulate->add_option("--seed", typed.seed, "Seed of thread order (default 1)")->type_name("S");
  emulate->add_option("--order", typed.order, "Of threads: by_index, reversed, shuffled (default)")
      ->type_name("NAME");
  emulate->add_option("--seconds", typed.seconds, "Processor time (default 60; 0: no limit)")
      ->type_name("T");
  emulate->add_flag("--strict-acquire", typed.strict_acquire,
                    "A poll sees what others wrote only with a fence behind it");
  emulate->add_flag("--no-counters", typed.no_counters, "Findings alone");
  emulate->footer("./lab emulate FILE.cu [OPTIONS] [-- ARGUMENTS OF THE PROGRAM]");
}

void add_file_options(CLI::App& command, Typed& typed) {
  CLI::Option* solutions =
      command.add_flag("--solutions", typed.solutions, "The reference solution, not your file");
  command.add_option("--submission", typed.submission, "This file, not the starter's")
      ->check(&not_empty)
      ->type_name("FILE")
      ->excludes(solutions);
  command.add_option("--device", typed.device, "Which GPU (default: 0, or SUM_TO_SCAN_DEVICE)")
      ->type_name("K");
}

void add_bench(CLI::App& app, Typed& typed) {
  CLI::App* bench = app.add_subcommand(
      "bench", "Times your file beside the CPU, the solution, CUB and the ceiling");
  CLI::Option* read =
      bench->add_option("--read", typed.read, "Show an earlier run's JSON instead of measuring");
  read->check(&not_empty)->type_name("FILE");
  bench->add_option("LAB", typed.lab, "As for grade");
  add_file_options(*bench, typed);
  bench->add_option("--against", typed.against, "Files that are timed as well")
      ->check(&not_empty)
      ->type_name("FILE...");
  bench->add_option("--sizes", typed.sizes, "Lengths: 1e5,1e6,2^20")->type_name("N,...");
  bench->add_option("--from", typed.from, "Shortest length (default 1e5)")->type_name("N");
  bench->add_option("--to", typed.to, "Longest length (default 1e8)")->type_name("N");
  bench->add_option("--points", typed.points, "Lengths in all (default: two in each power of ten)")
      ->type_name("K");
  bench->add_option("--block", typed.block_size, "Threads a block (default: the lab's)")
      ->type_name("B");
  bench->add_option("--rounds", typed.rounds, "Timed runs of each program (default 10)")
      ->type_name("R");
  bench->add_flag("--blocks", typed.blocks, "Sweep block sizes at one length");
  bench->add_option("--n", typed.n, "The length of --blocks (default 2^24)")->type_name("N");
  bench->add_flag("--report", typed.report,
                  "Sums by one CPU core, atomics, shared memory and float4 (labs 1 to 3)");
  bench->add_flag("--cpu-only", typed.cpu_only, "The CPU's programs alone");
  bench->add_option("--json", typed.json, "The JSON goes there (-: to standard output)")
      ->type_name("F");
  bench->add_option("--svg", typed.svg, "The chart goes there")->type_name("F");
}

void add_profile(CLI::App& app, Typed& typed) {
  CLI::App* profile =
      app.add_subcommand("profile", "One call under Nsight Compute, beside the emulator's counts");
  profile->add_option("LAB", typed.lab, "As for grade")->required();
  add_file_options(*profile, typed);
  profile->add_option("--n", typed.n, "Elements (default 2^20)")->type_name("N");
  profile->add_option("--block", typed.block_size, "Threads a block (default 256)")->type_name("B");
  profile->add_option("--seed", typed.seed, "Seed of the data (default 1)")->type_name("S");
  profile->add_option("--json", typed.json, "Write all figures as JSON too")->type_name("F");
}

void add_commands(CLI::App& app, Typed& typed) {
  app.add_subcommand("doctor", "What this machine has, what is missing and how to get it");
  app.add_subcommand("list", "The labs, your points so far, the next one");

  CLI::App* grade = app.add_subcommand("grade", "Build and judge; all labs where none is named");
  grade->add_option("LAB", typed.labs, "2, 02, shared_reduction or 02_shared_reduction");
  add_source_options(*grade, typed);
  add_run_options(*grade, typed);
  grade->add_option("--json", typed.json, "Write the result as JSON too")->type_name("F");
  grade->add_option("--jobs", typed.jobs, "Labs graded at once (default: one a core)")
      ->type_name("N");
  grade->add_flag("--all", typed.all, "Show every failing check in full, not only the first");

  CLI::App* run = app.add_subcommand("run", "One check and timing, of any size");
  run->add_option("LAB", typed.lab, "As for grade")->required();
  run->add_option("N", typed.n, "Elements")->required();
  run->add_option("BLOCK", typed.block_size, "Threads a block, 1 to 1024")->required();
  run->add_option("REPEAT", typed.repeats, "Timed runs")->required();
  add_source_options(*run, typed);
  add_run_options(*run, typed);

  CLI::App* hint = app.add_subcommand("hint", "One step more open each time");
  hint->add_option("LAB", typed.lab, "As for grade")->required();
  hint->add_option("TASK", typed.task, "Default: the first task that is not full");
  CLI::Option* all = hint->add_flag("--all", typed.all, "Open all hints of the task");
  hint->add_flag("--reset", typed.reset, "Close the hints again")->excludes(all);

  CLI::App* explain = app.add_subcommand("explain", "What a verdict means and how it is mended");
  explain->add_option("CODE", typed.code, "The verdict; without it all are listed");

  add_emulate(app, typed);
  add_bench(app, typed);
  add_profile(app, typed);

  app.add_subcommand("self-check", "Hold the graders against submissions of known verdicts")
      ->add_option("LAB", typed.labs, "As for grade; all where none is named");

  app.add_subcommand("test", "The project's own tests")
      ->add_flag("--thorough", typed.thorough, "With those that take long");
}

std::string exit_codes() {
  using result::ExitCode;
  const std::pair<ExitCode, const char*> rows[] = {
      {ExitCode::pass, "pass"},
      {ExitCode::not_done, "not done yet"},
      {ExitCode::usage, "the command line is wrong, or names what is not there"},
      {ExitCode::build_failed, "the submission does not compile"},
      {ExitCode::wrong_answer, "wrong values"},
      {ExitCode::unsafe, "a safety rule is broken (data_race to cuda_error)"},
      {ExitCode::crash, "the submission crashed or left"},
      {ExitCode::time_limit, "it did not end in time"},
      {ExitCode::policy, "a way to the answer that is not allowed"},
      {ExitCode::unsupported, "the emulator cannot run it, or nothing ran"},
      {ExitCode::no_device, "a GPU was asked for and there is none"},
      {ExitCode::grader_error, "the machine's or the grader's fault; no points change"},
      {ExitCode::interrupted, "Ctrl-C"}};
  std::string text = "Exit codes:\n";
  for (const auto& [code, meaning] : rows) {
    text += fmt::format("  {:>3}  {}\n", static_cast<int>(code), meaning);
  }
  return text + "Of several labs, the worst verdict decides.\n";
}

Request request_of(const CLI::App& app, const Typed& typed, unsigned jobs) {
  const std::string command = app.get_subcommands().front()->get_name();
  if (command == "doctor") return DoctorRequest{};
  if (command == "list") return ListRequest{};
  if (command == "run") {
    RunRequest request{typed.lab, typed.n, typed.block_size, typed.repeats, source_of(typed)};
    request.backend = backend_of(typed);
    request.seed = seed_of(typed);
    device_of(typed);  // is it one? The grader reads the variable itself.
    request.device = typed.device;
    return request;
  }
  if (command == "hint") return hint_request(typed);
  if (command == "explain") return ExplainRequest{typed.code};
  if (command == "emulate") return emulate_request(typed);
  if (command == "bench") return bench_request(typed);
  if (command == "profile") return profile_request(typed);
  if (command == "self-check") return SelfCheckRequest{typed.labs};
  if (command == "test") return TestRequest{typed.thorough};
  return grade_request(typed, jobs);
}

/// The first word that is no option; or empty.
std::string command_of(const std::vector<std::string>& arguments) {
  const auto word = std::find_if(arguments.begin(), arguments.end(),
                                 [](const std::string& each) { return !each.starts_with('-'); });
  return word == arguments.end() ? "" : *word;
}

/// CLI11 would only say that a command is required.
void require_known_command(const CLI::App& app, const std::vector<std::string>& arguments) {
  std::vector<std::string> known;
  for (const CLI::App* command : app.get_subcommands({})) known.push_back(command->get_name());
  for (const std::string& word : arguments) {
    if (word.starts_with('-')) continue;
    if (std::find(known.begin(), known.end(), word) != known.end()) return;
    const std::string guess = nearest(word, known);
    throw usage_failure(fmt::format("there is no command \"{}\"{}; ./lab --help lists them",
                                    printable(word),
                                    guess.empty() ? "" : " (did you mean " + guess + "?)"));
  }
}

}  // namespace

CommandLine parse_command_line(const std::vector<std::string>& all, unsigned jobs) {
  Typed typed;
  // What stands behind "--" belongs to the program that is emulated.
  const bool emulates = command_of(all) == "emulate";
  const auto separator = emulates ? std::find(all.begin(), all.end(), "--") : all.end();
  const std::vector<std::string> arguments(all.begin(), separator);
  if (separator != all.end()) typed.arguments.assign(separator + 1, all.end());
  CLI::App app("Sum to Scan: a graded course on parallel sums and prefix sums in CUDA C++",
               "./lab");
  app.set_version_flag("--version", std::string("lab ") + version);
  app.add_flag("--no-color", typed.no_color, "Plain text on a terminal too (as NO_COLOR=1)");
  app.fallthrough();
  app.require_subcommand(1);
  app.footer(exit_codes());
  add_commands(app, typed);
  for (CLI::App* command : app.get_subcommands({})) command->fallthrough();

  std::vector<std::string> reversed(arguments.rbegin(), arguments.rend());
  try {
    if (arguments.empty()) throw usage_failure("name a command; ./lab --help lists them");
    require_known_command(app, arguments);
    app.parse(reversed);
    return {request_of(app, typed, jobs), typed.no_color};
  } catch (const CLI::Success& help_or_version) {
    std::ostringstream text;
    app.exit(help_or_version, text, text);
    return {PrintRequest{text.str()}, typed.no_color};
  } catch (const CLI::ParseError& problem) {
    std::string sentence = problem.what();
    std::replace(sentence.begin(), sentence.end(), '\n', ' ');
    throw usage_failure(printable(sentence) + "; see ./lab --help");
  }
}

}  // namespace pipeline
