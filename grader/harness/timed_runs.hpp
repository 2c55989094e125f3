// Times of programs on a GPU, taken so that a submission cannot shorten them.
//
//     TimedData data(code, {.n = n, .block_size = 256}, unforeseen_number());
//     TimedProgram submission(worker, data, Compared::yes, &sources), cub(other, data, ...);
//     const GpuLock lock;
//     while (data.next())                                   // fresh data for each round
//       for (TimedProgram* p : {&submission, &cub}) p->run();
//     const TimedResult result = submission.result();
//
// In front of the first run some exchanges with the worker call nothing: what they take is no work.
// Each run is a request of its own: the worker uploads the data, fills outputs and workspace with
// poison, empties the L2 cache and says that it is ready; the grader notes its clock and gives the
// word; the worker calls the function once between two events behind a kernel that holds the stream
// until all is queued, waits for the device, and says that it is done; the grader notes its clock,
// says which parts of the outputs it wants to see, and compares them.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "harness/gpu_lock.hpp"
#include "harness/grader.hpp"
#include "harness/session.hpp"
#include "harness/source_map.hpp"
#include "harness/time_verdict.hpp"
#include "harness/timed_data.hpp"
#include "result/result.hpp"

namespace harness {

/// What became of the runs of one program at one length.
struct TimedResult {
  std::vector<double> kernel_ms;  ///< Event times of the timed runs, in their order.
  std::vector<double> wall_ms;    ///< The grader's clock for the same runs,
  double messages_ms = 0;         ///< and what of it the messages with the worker take.
  double median_ms = 0;           ///< Of kernel_ms; 0: no run was timed.
  double spread = 0;              ///< Interquartile range of kernel_ms over the median.
  /// Every timed run was queued behind a held stream: its launches' latency is not in the time.
  /// False for a function that waits for the device (cudaMalloc, a copy to the host).
  bool held = false;
  result::Verdict outcome = result::Verdict::pass;  ///< Of the time: pass, suspect or noisy.
  std::string why;                                  ///< A sentence with the figures; else empty.
  /// Copy in, call, copy out by the worker's own clock, from pageable and from pinned host memory;
  /// the shortest of three. Pinned is left out where the arrays of the call have more than 4 GiB.
  std::optional<double> pageable_ms, pinned_ms;
  /// Not pass: a run was wrong, failed or did not return, and the runs ended with it; `finding`
  /// says which run it was. Without one, `problem` says why there are no more times.
  result::Verdict verdict = result::Verdict::pass;
  std::optional<result::Finding> finding;
  /// No fault of the program: no device, no room for the arrays (`not_run`), interrupted, the
  /// grader's own fault. Else empty.
  std::string problem;
  std::string device;  ///< As the worker names it.
  std::string note;    ///< What may have disturbed the times; else empty.

  bool complete() const { return verdict == result::Verdict::pass && problem.empty(); }
};

/// Whether the outputs of timed runs are compared. `no` is for our own programs that give no right
/// answer, such as a copy that is timed as a ceiling; never for a submission.
enum class Compared { yes, no };

/// One program in rounds of timed runs, in one worker process of its own. Several can take turns on
/// the same TimedData, which must outlive them. Hold a GpuLock while they run.
class TimedProgram {
 public:
  /// `worker`: a built submission. `sources`: for the lines of findings; null: they have none.
  /// `seconds`: processor time that all runs together may use; 0: by the plan's size.
  TimedProgram(std::filesystem::path worker, TimedData& data, Compared compared,
               SourceMap* sources = nullptr, double seconds = 0);

  TimedProgram(const TimedProgram&) = delete;
  TimedProgram& operator=(const TimedProgram&) = delete;

  /// Makes the run that the data's current round asks for. Does nothing after a run that was not
  /// right. Returns whether there may be more. Throws what the lab's oracle throws.
  bool run();
  /// Of the runs so far.
  TimedResult result() const;
  /// What the worker said of its GPU; zeros before the first run.
  const DeviceFacts& device_facts() const { return session_.device_facts(); }
  /// The first lines of what the program printed.
  std::string printed();

 private:
  Session::How how();
  bool measure_messages();
  bool end_with(const CallOutcome& outcome);
  bool judge(Evidence evidence);
  bool compare(const CallOutcome& last, const worker::Fetch& parts);
  void note_times(const CallOutcome& done);
  std::string run_text();

  TimedData& data_;
  Compared compared_;
  SourceMap no_sources_;
  SourceMap* sources_;
  Session session_;
  double seconds_;
  bool began_ = false, ended_ = false;
  bool holds_ = true;  // until the function turns out to wait for the device
  TimeEvidence evidence_;
  TimedResult result_;
};

/// Warm-ups, timed runs and the one end to end of one program, while the caller has the GPU's lock.
/// Where it could not be had, the result's `note` says so.
TimedResult time_program(const std::filesystem::path& worker, const LabCode& code,
                         const TimedPlan& plan, SourceMap* sources, const GpuLock& lock);

}  // namespace harness
