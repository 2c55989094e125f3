// Whether a time can be believed. Pure functions of numbers: no device is needed to test them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "result/verdict.hpp"

namespace harness {

/// What a worker said of its GPU when it was ready; 0 where the driver does not tell.
struct DeviceFacts {
  std::uint64_t l2_bytes = 0;
  double peak_bytes_per_second = 0;  ///< Of its memory: clock, two transfers, width of the bus.
};

/// One timed call.
struct TimedCall {
  double kernel_ms = 0;  ///< Between two events of the worker's.
  double wall_ms = 0;    ///< The grader's clock, from its word to begin until all work was done.
  bool held = false;     ///< The stream was held until the whole call had been queued.
  bool hold_expired = false;  ///< It was held, and the call waited for it: wall_ms says nothing.
};

/// What is known about the times of one program at one length.
struct TimeEvidence {
  std::vector<TimedCall> calls;  ///< The timed ones, in their order.
  /// Event time of a call, after the first, whose stream nothing held; 0: there was none.
  double open_ms = 0;
  double messages_ms = 0;  ///< What of each `wall_ms` the messages take: see messages_ms_of.
  std::uint64_t input_bytes = 0, output_bytes = 0;  ///< That every right program reads and writes.
  DeviceFacts device;
};

struct TimeVerdict {
  result::Verdict outcome = result::Verdict::pass;  ///< pass, suspect or noisy.
  std::string why;                                  ///< A sentence with the figures; empty: pass.
};

/// `suspect` where the median is below what the bytes allow; where in most calls the grader's clock
/// says, without the messages, more than twice the events and 0.3 ms; or where the call takes
/// longer by a quarter and 0.1 ms when nothing holds its stream (work that did not wait for the
/// stream). `noisy` where the spread is above 15 %. Nothing where there are no times.
TimeVerdict judge_time(const TimeEvidence& evidence);

/// What an exchange with the worker takes by the grader's clock when nothing is called in it: the
/// median of some. At most 1 ms, however slow they were: something of the submission's that runs
/// without being called could delay them, and would so make room for work that the events miss.
double messages_ms_of(const std::vector<double>& exchanges_ms);

/// The least time of a call in milliseconds: the inputs, and what of the outputs the L2 cache
/// cannot hold, at the memory's peak rate. 0 where the device's figures are not known.
double least_ms(const TimeEvidence& evidence);

/// The middle of `values`, or the mean of the middle two; 0 of none.
double median_of(std::vector<double> values);
/// The interquartile range over the median, quartiles interpolated between neighbours; 0 where
/// there are fewer than two values or the median is 0.
double spread_of(std::vector<double> values);

}  // namespace harness
