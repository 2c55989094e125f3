#include "harness/run_report.hpp"

#include <algorithm>
#include <bit>
#include <cctype>
#include <memory>
#include <utility>

#include "harness/accuracy.hpp"
#include "harness/console_report.hpp"
#include "harness/counts.hpp"
#include "harness/data.hpp"
#include "harness/judge.hpp"
#include "harness/limits.hpp"
#include "harness/session.hpp"
#include "harness/text.hpp"
#include "harness/timings.hpp"

namespace harness {
namespace {

using result::Verdict;

constexpr std::size_t sample_elements = 8;
constexpr unsigned most_printed_lines = 100;

// An emulated element of a scan takes about a microsecond at worst on the machine of factor 1.
double processor_limit(const RunSize& size) {
  return 30 + 5e-6 * static_cast<double>(size.n) * machine_factor() * processors();
}

std::string range(const std::string& name, std::size_t size) {
  if (size <= 1) return name;
  return name + "[0.." + std::to_string(std::min(sample_elements, size) - 1) + "]";
}

Sample sample_of(const std::string& name, std::span<const std::uint32_t> words, Element element) {
  Sample sample;
  sample.name = range(name, words.size());
  if (words.empty()) sample.elements = "(no elements)";
  for (std::size_t k = 0; k < std::min(sample_elements, words.size()); ++k) {
    if (k > 0) sample.elements += ' ';
    sample.elements += element == Element::u32 ? std::to_string(words[k])
                                               : exact_text(std::bit_cast<float>(words[k]));
  }
  return sample;
}

// Of the first function: one input is called so, several go by their names.
std::vector<Sample> input_samples(const PreparedCall& prepared) {
  const Function& function = *prepared.function;
  std::vector<Sample> samples;
  for (std::size_t k = 0; k < prepared.problem.inputs.size(); ++k) {
    const std::span<const float> input = prepared.problem.inputs[k];
    const std::span words(reinterpret_cast<const std::uint32_t*>(input.data()), input.size());
    const std::string name = function.inputs.size() == 1 ? "input" : function.inputs[k];
    samples.push_back(sample_of(name, words, function.input_element(k)));
  }
  return samples;
}

FunctionRun run_function(const RunSetup& setup, PreparedCall& prepared, Session& session,
                         SourceMap& sources) {
  FunctionRun run;
  run.name = prepared.function->name;
  const bool checked = setup.emulated && setup.size.n <= largest_checked;
  const std::uint32_t flags = checked ? worker::checked | worker::shuffled : 0u;
  session.begin_check(processor_limit(setup.size));
  const CallOutcome outcome = session.call(prepared, {flags, setup.seed, setup.seed, processors()});
  Evidence evidence = evidence_of(outcome, sources);
  if (session.no_device()) evidence.departure->code = Verdict::no_device;
  if (!evidence.departure) {
    const CallResults results(prepared, session.files(), outcome.reply.workspace_bytes);
    if (outcome.reply.copy_error == 0) results.add_damage(evidence);
    results.add_wrong(evidence);
    for (std::size_t k = 0; k < prepared.expected.size(); ++k) {
      if (!results.has(k)) continue;
      const Output output = results.output(k);
      run.largest_difference =
          std::max(run.largest_difference, largest_difference(output, prepared.expected[k]));
      const std::span due = output.words.first(prepared.expected[k].values.size());
      run.samples.push_back(sample_of(output.name, due, prepared.expected[k].element));
    }
    run.call_seconds = outcome.reply.call_seconds;
  }
  Judgement judgement = judge_values(evidence);
  if (judgement.verdict == Verdict::pass) judgement = judge_safety(evidence);
  run.printed = session.files().printed.first_lines(most_printed_lines);
  run.verdict = judgement.verdict;
  if (!judgement.findings.empty()) {
    run.finding = judgement.findings.front();
    run.finding->at_case = case_text(prepared, setup.seed, setup.code.functions().size());
  }
  session.end_check();
  return run;
}

// One call more, with reals: the data of the first are such that nothing is rounded.
std::optional<result::Accuracy> round_function(const RunSetup& setup, Case asked,
                                               Session& session) {
  asked.data = Data::reals;
  PreparedCall prepared =
      prepare_call(asked, mix(setup.seed, asked.n), setup.code, session.files());
  const auto rounds = [](const ExpectedOutput& output) { return !output.bound.empty(); };
  if (std::ranges::none_of(prepared.expected, rounds)) return std::nullopt;
  session.begin_check(processor_limit(setup.size));
  const std::uint32_t flags = setup.emulated ? worker::checked | worker::shuffled : 0u;
  const CallOutcome outcome = session.call(prepared, {flags, setup.seed, setup.seed, 1});
  session.end_check();
  if (outcome.end != End::replied || outcome.reply.kind != worker::ReplyKind::returned ||
      outcome.reply.copy_error != 0)
    return std::nullopt;
  const CallResults results(prepared, session.files(), outcome.reply.workspace_bytes);
  if (!results.has(0) || wrong_answer(results.output(0), prepared.expected[0])) return std::nullopt;
  return accuracy_of(results.output(0), prepared.expected[0],
                     output_structures(setup.code, asked.entry)[0], prepared.problem.inputs[0],
                     asked.block_size);
}

// One call more, counted; nothing where it does not return.
std::optional<result::Counted> count_function(const RunSetup& setup, PreparedCall& prepared,
                                              Session& session) {
  session.begin_check(processor_limit(setup.size));
  const CallOutcome outcome =
      session.call(prepared, {worker::checked | worker::counted, setup.seed, setup.seed, 1});
  session.end_check();
  if (outcome.end != End::replied || outcome.reply.kind != worker::ReplyKind::returned)
    return std::nullopt;
  const bool has_block_size = setup.code.functions().front().takes_block_size;
  return counted(outcome.reply.counters, setup.size.n, has_block_size ? setup.size.block_size : 0,
                 ideal_counts(setup.code, setup.size.n, setup.size.block_size));
}

// A right answer that is wrong in a timed run is a wrong answer; no room for the runs is none.
void time_function(const RunSetup& setup, unsigned entry, SourceMap& sources, FunctionRun& run) {
  const TimedPlan plan = {.n = setup.size.n,
                          .block_size = setup.size.block_size,
                          .entry = entry,
                          .repeats = setup.size.repeat};
  const GpuLock lock;
  run.timed = time_program(setup.worker, setup.code, plan, &sources, lock);
  if (run.timed->verdict == Verdict::pass || run.timed->verdict == Verdict::not_run) return;
  run.verdict = run.timed->verdict;
  run.finding = run.timed->finding;
}

void print_line(std::ostream& out, const std::string& name, const std::string& value) {
  constexpr std::size_t columns = 24;
  out << name << std::string(name.size() < columns ? columns - name.size() : 1, ' ') << ": "
      << value << '\n';
}

void print_head(std::ostream& out, const RunSetup& setup) {
  const Function& function = setup.code.functions().front();
  const double mib = static_cast<double>(setup.size.n * sizeof(float) * function.inputs.size()) /
                     (1024.0 * 1024.0);
  out << "Sum to Scan " << setup.manifest.lab.substr(0, 2) << ": " << setup.manifest.title << '\n';
  print_line(out, "Elements", std::to_string(setup.size.n));
  print_line(out, "Data size", fixed(mib, mib < 1 ? 4 : 1) + " MiB");
  print_line(out, "Block size",
             function.takes_block_size ? std::to_string(setup.size.block_size)
                                       : "the function's own choice");
  print_line(out, "Repeat", std::to_string(setup.size.repeat));
}

void print_gpu_times(std::ostream& out, const RunSetup& setup,
                     const std::vector<result::Timing>& cpu, const FunctionRun& run,
                     const std::string& what) {
  if (!run.timed || run.timed->median_ms <= 0) {
    const bool has_reason = run.timed && !run.timed->problem.empty();
    print_line(out, what, "not timed" + (has_reason ? ": " + run.timed->problem : ""));
    return;
  }
  const TimedResult& timed = *run.timed;
  print_line(out, what + " kernel",
             fixed(timed.median_ms, 4) + " ms   (median of " +
                 std::to_string(timed.kernel_ms.size()) + ", spread " +
                 fixed(100 * timed.spread, 0) + " %" +
                 (timed.held ? ")" : "; with the latency of its launches)"));
  const double bytes = setup.code.timing().bytes_per_element * static_cast<double>(setup.size.n);
  print_line(
      out, "  bytes it must move",
      fixed(bytes / (timed.median_ms * 1e6), 1) + " GB/s   (" + fixed(bytes / 1e6, 1) + " MB)");
  if (timed.outcome != Verdict::suspect)
    for (const result::Timing& row : cpu)
      print_line(out, "  speedup over " + row.what.substr(5),
                 fixed(row.median_ms / timed.median_ms, 2) + "x");
  if (timed.outcome != Verdict::pass) {
    print_line(out, "  " + std::string(result::name(timed.outcome)), timed.why);
    if (timed.outcome == Verdict::suspect)
      print_line(out, "  the grader's clock",
                 fixed(median_of(timed.wall_ms) - timed.messages_ms, 4) +
                     " ms   (median, without " + fixed(timed.messages_ms, 4) +
                     " ms that messages take)");
  }
  const std::pair<const char*, std::optional<double>> copies[] = {{"pageable", timed.pageable_ms},
                                                                  {"pinned", timed.pinned_ms}};
  for (const auto& [memory, milliseconds] : copies) {
    if (!milliseconds) continue;
    std::string text = fixed(*milliseconds, 4) + " ms   (copies in and out with it";
    for (const result::Timing& row : cpu)
      text += "; " + fixed(row.median_ms / *milliseconds, 2) + "x over " + row.what.substr(5);
    print_line(out, what + " end to end, " + memory, text + ")");
  }
  if (!timed.note.empty()) print_line(out, "  note", timed.note);
}

void print_times(std::ostream& out, const RunSetup& setup, const std::vector<result::Timing>& cpu,
                 const std::vector<FunctionRun>& runs, const std::string& device) {
  out << "\n[Timing]\n";
  if (!setup.emulated && !device.empty()) print_line(out, "Device", device);
  for (const result::Timing& row : cpu)
    print_line(out, row.what,
               fixed(row.median_ms, 4) + " ms   (median of " + std::to_string(row.repeats) + "; " +
                   row.note + ")");
  for (const FunctionRun& run : runs) {
    const std::string what = runs.size() > 1 ? "GPU " + run.name : "GPU";
    if (setup.emulated) {
      print_line(out, what,
                 "not timed: emulated run, " + fixed(run.call_seconds, 1) +
                     " s here, says nothing about a GPU");
    } else {
      print_gpu_times(out, setup, cpu, run, what);
    }
  }
}

void print_check(std::ostream& out, const std::vector<FunctionRun>& runs) {
  out << "\n[Check]\n";
  for (const FunctionRun& run : runs) {
    if (runs.size() > 1) out << run.name << '\n';
    if (!run.samples.empty())
      print_line(out, "Largest difference", exact_text(static_cast<float>(run.largest_difference)));
    print_line(out, "Result",
               run.verdict == Verdict::pass
                   ? std::string("PASS")
                   : "FAIL (" + std::string(result::name(run.verdict)) + ")");
    if (run.accuracy) print_line(out, "Rounding", result::accuracy_text(*run.accuracy));
    if (run.finding) out << "  " << run.finding->message << '\n' << finding_text(*run.finding);
  }
}

// n is small enough to be emulated once more; how long it took says nothing about a GPU.
void print_counts(std::ostream& out, const std::vector<FunctionRun>& runs) {
  if (std::none_of(runs.begin(), runs.end(), [](const auto& run) { return run.counted; })) return;
  out << "\n[Counted]\n";
  for (const FunctionRun& run : runs) {
    if (!run.counted) continue;
    if (runs.size() > 1) out << run.name << '\n';
    for (const result::Count& count : run.counted->counts) {
      std::string name = count.what;
      name[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(name[0])));
      print_line(out, name,
                 count_text(count.value) +
                     (count.ideal ? "   (ideal " + count_text(*count.ideal) + ")" : ""));
    }
  }
}

void print_printed(std::ostream& out, const std::vector<FunctionRun>& runs) {
  for (const FunctionRun& run : runs)
    if (!run.printed.empty()) out << "\n[Printed by " << run.name << "]\n" << run.printed << '\n';
}

void print_samples(std::ostream& out, const std::vector<Sample>& inputs,
                   const std::vector<FunctionRun>& runs) {
  out << "\n[Sample]\n";
  for (const Sample& input : inputs) print_line(out, input.name, input.elements);
  for (const FunctionRun& run : runs)
    for (const Sample& sample : run.samples)
      print_line(out, (runs.size() > 1 ? run.name + " " : "") + sample.name, sample.elements);
}

}  // namespace

Verdict run_and_report(const RunSetup& setup, SourceMap& sources, std::ostream& out) {
  auto session = std::make_unique<Session>(setup.worker);
  print_head(out, setup);
  out.flush();
  std::vector<FunctionRun> runs;
  std::vector<Sample> inputs;
  std::vector<result::Timing> cpu;
  for (unsigned entry = 0; entry < setup.code.functions().size(); ++entry) {
    Case asked;
    asked.n = setup.size.n;
    asked.block_size = setup.size.block_size;
    asked.entry = entry;
    if (setup.code.timing().looks_for_extremes && asked.n >= 2) {
      asked.data = Data::extremes;
      asked.lowest_at = (asked.n - 1) / 2;
      asked.highest_at = asked.n - 1;
    }
    PreparedCall prepared =
        prepare_call(asked, mix(setup.seed, setup.size.n), setup.code, session->files());
    if (entry == 0) {
      inputs = input_samples(prepared);
      if (setup.size.n > 0)
        cpu = time_cpu(setup.code, prepared.problem, prepared.expected, setup.size.repeat);
    }
    runs.push_back(run_function(setup, prepared, *session, sources));
    const bool counts = setup.emulated && setup.size.n > 0 && setup.size.n <= largest_checked;
    if (counts && runs.back().verdict == Verdict::pass)
      runs.back().counted = count_function(setup, prepared, *session);
    const bool rounds = setup.size.n > 0 && (!setup.emulated || setup.size.n <= largest_checked);
    if (rounds && runs.back().verdict == Verdict::pass)
      runs.back().accuracy = round_function(setup, asked, *session);
  }
  const std::string device = session->device();
  session.reset();  // its arrays leave the memory to those of the timed runs
  for (unsigned entry = 0; entry < runs.size(); ++entry)
    if (!setup.emulated && setup.size.n > 0 && runs[entry].verdict == Verdict::pass)
      time_function(setup, entry, sources, runs[entry]);
  if (setup.size.n > 0) print_times(out, setup, cpu, runs, device);
  print_check(out, runs);
  print_counts(out, runs);
  print_samples(out, inputs, runs);
  print_printed(out, runs);
  Verdict verdict = Verdict::pass;
  for (const FunctionRun& run : runs) verdict = result::worse(verdict, run.verdict);
  return verdict;
}

}  // namespace harness
