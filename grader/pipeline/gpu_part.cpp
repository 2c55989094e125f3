#include "pipeline/gpu_part.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace pipeline {
namespace {

using result::Check;
using result::Verdict;

bool is_machines_fault(Verdict verdict) {
  return verdict == Verdict::grader_error || verdict == Verdict::no_device;
}

/// Whether the check ran on the GPU and did not pass.
bool fails(const Check& check) {
  return check.verdict != Verdict::pass && check.verdict != Verdict::not_run &&
         !is_machines_fault(check.verdict);
}

const Check* find_check(const result::Lab& lab, const Check& wanted) {
  const auto found = std::find_if(lab.checks.begin(), lab.checks.end(), [&](const Check& check) {
    return check.name == wanted.name && check.task == wanted.task;
  });
  return found == lab.checks.end() ? nullptr : &*found;
}

Check failed_on_gpu(const Check& emulated, const Check& gpu) {
  Check check = gpu;
  check.points = 0;
  check.max_points = emulated.max_points;
  check.seconds += emulated.seconds;
  check.notes.insert(check.notes.begin(), emulated.notes.begin(), emulated.notes.end());
  for (result::Finding& finding : check.findings)
    finding.at_case += ", on the GPU; the emulator finds nothing wrong there";
  return check;
}

void add_notes(result::Lab& lab, const std::vector<std::string>& notes) {
  for (const std::string& note : notes)
    if (std::find(lab.notes.begin(), lab.notes.end(), note) == lab.notes.end())
      lab.notes.push_back(note);
}

void add_times(result::Lab& lab, const result::Lab& gpu) {
  for (const result::Timing& row : gpu.timings)
    if (row.what.starts_with("GPU")) lab.timings.push_back(row);
}

/// The first sentence that says why nothing can be said.
std::string why_nothing(const result::Lab& gpu) {
  if (!gpu.notes.empty()) return gpu.notes.front();
  for (const Check& check : gpu.checks)
    if (is_machines_fault(check.verdict) && !check.reason.empty()) return check.reason;
  return gpu.build_output.empty() ? std::string(result::meaning(gpu.verdict)) : gpu.build_output;
}

}  // namespace

GradingOptions with_gpu(const Context& context, GradingOptions options) {
  if (options.backend != "auto") return options;
  const harness::GpuChoice choice =
      context.tools.pick_gpu(context.tools.find_gpus(), options.device);
  if (choice.gpu) {
    options.gpu_too = true;
  } else if (options.names_device || choice.exit_code == result::ExitCode::usage) {
    throw Failure(choice.exit_code, choice.problem);
  } else if (choice.is_there) {
    options.no_gpu_because = choice.problem;
  }
  return options;
}

bool worth_a_gpu(const result::Lab& emulated) {
  switch (emulated.verdict) {
    case Verdict::grader_error:
    case Verdict::no_device:
    case Verdict::policy:
    case Verdict::build_failed:
    case Verdict::not_done:
      return false;
    default:
      return true;
  }
}

void add_gpu_run(result::Lab& emulated, const result::Lab& gpu) {
  const result::GpuRun run = {gpu.device, gpu.verdict, gpu.build_seconds};
  if (is_machines_fault(gpu.verdict)) {
    emulated.gpu = run;
    add_notes(emulated, {fmt::format("not judged on the GPU ({}, no points changed): {}",
                                     result::name(gpu.verdict), why_nothing(gpu))});
    return;
  }
  const bool nothing_emulated =
      emulated.verdict == Verdict::unsupported &&
      std::all_of(emulated.checks.begin(), emulated.checks.end(),
                  [](const Check& check) { return check.verdict == Verdict::not_run; });
  if (nothing_emulated && gpu.verdict != Verdict::build_failed) {
    const std::string why = emulated.build_output;
    emulated = gpu;
    add_notes(emulated,
              {"the emulator cannot run this program, so that a GPU alone has judged it: " + why});
    return;
  }
  if (gpu.verdict == Verdict::policy) {  // what only nvcc's compilation shows
    emulated = gpu;
    emulated.gpu = run;
    return;
  }
  emulated.gpu = run;
  if (gpu.verdict == Verdict::build_failed) return;  // nvcc's words stand beside the verdict
  for (Check& check : emulated.checks) {
    const Check* const there = find_check(gpu, check);
    if (there == nullptr || there->verdict == Verdict::not_run) continue;
    if (check.verdict == Verdict::unsupported)
      check = *there;
    else if (check.verdict == Verdict::pass && fails(*there))
      check = failed_on_gpu(check, *there);
  }
  for (const Check& check : gpu.checks)  // of timed runs: no emulator has such a check
    if (find_check(emulated, check) == nullptr && fails(check)) emulated.checks.push_back(check);
  emulated.verdict = Verdict::pass;  // of the checks as they are now
  result::summarize(emulated);
  add_notes(emulated, gpu.notes);
  if (emulated.verdict == Verdict::pass)
    add_times(emulated, gpu);
  else
    emulated.timings.clear();
}

}  // namespace pipeline
