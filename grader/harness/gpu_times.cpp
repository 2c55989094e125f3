#include "harness/gpu_times.hpp"

#include <algorithm>
#include <chrono>
#include <string>
#include <utility>

#include "harness/interrupt.hpp"
#include "harness/options.hpp"
#include "harness/text.hpp"

namespace harness {
namespace {

constexpr double enough_seconds = 5;
constexpr char check_name[] = "timed runs give right answers";

double seconds_since(std::chrono::steady_clock::time_point begin) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

// Too slow for so many elements, or no room for them, is no mistake: it costs the time alone.
void note_failure(result::Lab& lab, const TimedResult& timed, std::size_t n) {
  if (timed.verdict == result::Verdict::time_limit || !timed.problem.empty()) {
    const std::string why = !timed.problem.empty() ? timed.problem : "a call took too long";
    lab.notes.push_back("not timed at n = " + with_commas(n) + ": " + why);
    return;
  }
  result::Check check;
  check.name = check_name;
  check.task = 1;
  check.verdict = timed.verdict;
  if (timed.finding) check.findings.push_back(*timed.finding);
  lab.checks.push_back(std::move(check));
  result::summarize(lab);
}

}  // namespace

std::vector<result::Timing> timing_rows(const TimedResult& timed, const TimedPlan& plan,
                                        const LabCode& code) {
  std::vector<result::Timing> rows;
  if (timed.median_ms <= 0) return rows;
  result::Timing row;
  row.n = plan.n;
  const bool has_block_size = code.functions().at(plan.entry).takes_block_size;
  row.block_size = has_block_size ? plan.block_size : 0;
  row.what = "GPU, kernel";
  row.repeats = static_cast<int>(timed.kernel_ms.size());
  row.median_ms = timed.median_ms;
  row.spread = timed.spread;
  row.note = timed.held ? "events, fresh data, cold caches"
                        : "events, fresh data, cold caches; with the latency of its launches";
  const double bytes = code.timing().bytes_per_element * static_cast<double>(plan.n);
  row.gigabytes_per_second = bytes / (timed.median_ms * 1e6);
  if (timed.outcome != result::Verdict::pass) {
    row.outcome = timed.outcome;
    row.why = timed.why;
  }
  rows.push_back(row);
  row.repeats = 1;
  row.spread = 0;
  row.gigabytes_per_second.reset();
  row.outcome.reset();
  row.why.reset();
  row.note = "copies in and out with it, the shortest of three";
  if (timed.pageable_ms) {
    row.what = "GPU, end to end, pageable";
    row.median_ms = *timed.pageable_ms;
    rows.push_back(row);
  }
  if (timed.pinned_ms) {
    row.what = "GPU, end to end, pinned";
    row.median_ms = *timed.pinned_ms;
    rows.push_back(row);
  }
  return rows;
}

void add_gpu_times(result::Lab& lab, const std::filesystem::path& worker, const LabCode& code,
                   SourceMap& sources, const GpuLock& lock) {
  const TimingPlan timing = code.timing();
  std::vector<std::size_t> sizes = timing.sizes;
  std::sort(sizes.begin(), sizes.end());
  const auto begin = std::chrono::steady_clock::now();
  double last_seconds = 0;
  std::size_t last_n = 0;
  for (const std::size_t n : sizes) {
    // As long as the last one for each element, or it is left to `lab run`.
    const double next_seconds =
        last_n > 0 ? last_seconds * static_cast<double>(n) / static_cast<double>(last_n) : 0;
    if (n == 0 || seconds_since(begin) + next_seconds > enough_seconds ||
        too_large(n, available_memory()))
      continue;
    const auto begin_of_size = std::chrono::steady_clock::now();
    const TimedPlan plan = {.n = n, .block_size = timing.block_size};
    const TimedResult timed = time_program(worker, code, plan, &sources, lock);
    if (interrupt::requested()) return;
    if (!timed.note.empty() && last_n == 0) lab.notes.push_back(timed.note);
    if (!timed.complete()) {
      note_failure(lab, timed, n);
      return;
    }
    for (result::Timing& row : timing_rows(timed, plan, code)) lab.timings.push_back(row);
    last_seconds = seconds_since(begin_of_size);
    last_n = n;
  }
}

}  // namespace harness
