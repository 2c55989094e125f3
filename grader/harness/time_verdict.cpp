#include "harness/time_verdict.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "harness/text.hpp"

namespace harness {
namespace {

constexpr double most_spread = 0.15;
constexpr double event_resolution_ms = 0.001;  // two events are told apart by half of that
// The grader's clock also counts the queueing of the call, and the messages, which differ.
constexpr double wall_factor = 2, wall_allowance_ms = 0.3;
constexpr double most_messages_ms = 1;  // on an idle machine they take less
// A call that nothing holds also waits for its launches.
constexpr double open_factor = 1.25, open_allowance_ms = 0.1;

// `q` of the way through sorted values, between neighbours in proportion.
double quantile(const std::vector<double>& sorted, double q) {
  const double at = q * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(at);
  const std::size_t above = std::min(below + 1, sorted.size() - 1);
  return sorted[below] + (at - static_cast<double>(below)) * (sorted[above] - sorted[below]);
}

std::vector<double> kernel_times(const std::vector<TimedCall>& calls) {
  std::vector<double> times;
  for (const TimedCall& call : calls) times.push_back(call.kernel_ms);
  return times;
}

std::string ms(double value) { return fixed(value, 4) + " ms"; }

std::string rate(double bytes_per_second) { return fixed(bytes_per_second / 1e9, 0) + " GB/s"; }

double beyond_its_events(const TimedCall& call) {
  return call.wall_ms - wall_factor * call.kernel_ms;
}

// Of the calls whose clock means something, the middle one by what the clock says beyond messages
// and events; null where that is allowed. One slow message, or one honest call, decides nothing.
const TimedCall* middle_beyond_its_events(const TimeEvidence& evidence) {
  std::vector<const TimedCall*> sorted;
  for (const TimedCall& call : evidence.calls)
    if (!call.hold_expired) sorted.push_back(&call);
  if (sorted.empty()) return nullptr;
  std::sort(sorted.begin(), sorted.end(), [](const TimedCall* a, const TimedCall* b) {
    return beyond_its_events(*a) < beyond_its_events(*b);
  });
  const TimedCall* const middle = sorted[(sorted.size() - 1) / 2];
  const double beyond = beyond_its_events(*middle) - evidence.messages_ms;
  return beyond > wall_allowance_ms ? middle : nullptr;
}

}  // namespace

double messages_ms_of(const std::vector<double>& exchanges_ms) {
  return std::min(median_of(exchanges_ms), most_messages_ms);
}

double least_ms(const TimeEvidence& evidence) {
  const DeviceFacts& device = evidence.device;
  if (device.l2_bytes == 0 || device.peak_bytes_per_second <= 0) return 0;
  const std::uint64_t written =
      evidence.output_bytes > device.l2_bytes ? evidence.output_bytes - device.l2_bytes : 0;
  return static_cast<double>(evidence.input_bytes + written) / device.peak_bytes_per_second * 1e3;
}

TimeVerdict judge_time(const TimeEvidence& evidence) {
  using result::Verdict;
  const std::vector<double> times = kernel_times(evidence.calls);
  const double median = median_of(times);
  if (median <= 0) return {};
  const double least = least_ms(evidence);
  if (median + event_resolution_ms < least)
    return {Verdict::suspect, "the events say " + ms(median) +
                                  ", but the bytes that every right program moves take " +
                                  ms(least) + " at " + rate(evidence.device.peak_bytes_per_second) +
                                  ", the memory's peak rate"};
  if (const TimedCall* call = middle_beyond_its_events(evidence))
    return {
        Verdict::suspect,
        "the grader's clock says " + ms(call->wall_ms - evidence.messages_ms) +
            " where the events say " + ms(call->kernel_ms) +
            ": the call does work that the events do not see, on the host or in another stream"};
  if (evidence.open_ms > open_factor * median + open_allowance_ms &&
      std::any_of(evidence.calls.begin(), evidence.calls.end(),
                  [](const TimedCall& call) { return call.held; }))
    return {Verdict::suspect, "the events say " + ms(median) +
                                  " where the stream is held until the call is queued, and " +
                                  ms(evidence.open_ms) +
                                  " where it is not: the call does work that does not wait for it"};
  const double spread = spread_of(times);
  if (spread > most_spread)
    return {Verdict::noisy, "the middle half of " + counted(times.size(), "time") +
                                " spreads over " + fixed(100 * spread, 0) + " % of the median " +
                                ms(median) + " (shortest " +
                                ms(*std::min_element(times.begin(), times.end())) + ", longest " +
                                ms(*std::max_element(times.begin(), times.end())) + ")"};
  return {};
}

double median_of(std::vector<double> values) {
  if (values.empty()) return 0;
  std::sort(values.begin(), values.end());
  return quantile(values, 0.5);
}

double spread_of(std::vector<double> values) {
  if (values.size() < 2) return 0;
  std::sort(values.begin(), values.end());
  const double median = quantile(values, 0.5);
  return median > 0 ? (quantile(values, 0.75) - quantile(values, 0.25)) / median : 0;
}

}  // namespace harness
