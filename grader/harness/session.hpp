// Everything between a check and its workers: a fresh worker for each check, one for all its calls.
#pragma once

#include <cstdint>
#include <filesystem>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "harness/array_files.hpp"
#include "harness/call.hpp"
#include "harness/time_verdict.hpp"
#include "harness/worker_process.hpp"

namespace harness {

class Session {
 public:
  /// `program`: the worker with the submission in it.
  explicit Session(std::filesystem::path program) : program_(std::move(program)) {}
  /// With inputs that others have made (TimedData).
  Session(std::filesystem::path program, std::shared_ptr<SharedFile> inputs)
      : program_(std::move(program)), files_(std::move(inputs)) {}

  /// The next call gets a fresh worker, and `processor_seconds` are what it and all that follow may
  /// use together.
  void begin_check(double processor_seconds);
  void end_check();

  /// How a call is made.
  struct How {
    std::uint32_t flags = 0;        ///< worker::CallFlags
    std::uint64_t seed = 1;         ///< Of orders.
    std::uint64_t poison_seed = 1;  ///< Of what outputs, workspace and fresh memory hold.
    std::uint32_t os_threads = 1;
    /// Processor time of this call, where it is not all that the check has left.
    double most_seconds = std::numeric_limits<double>::infinity();
  };
  /// Starts the check's worker where it is not running, and calls.
  CallOutcome call(PreparedCall& prepared, const How& how);

  // A timed call in steps: see WorkerProcess. `how.flags` holds worker::timed.
  std::optional<CallOutcome> begin_timed(PreparedCall& prepared, const How& how);
  CallOutcome wait_until_armed() { return with_limit(worker_.wait_until_armed()); }
  CallOutcome go() { return with_limit(worker_.go()); }
  CallOutcome fetch(const worker::Fetch& parts) { return with_limit(worker_.fetch(parts)); }

  /// Processor time that the check's worker may still use; all of it where none is running.
  double seconds_left() const { return limit_ - worker_.processor_seconds(); }

  ArrayFiles& files() { return files_; }
  /// What the worker said of its device when it was ready; empty before.
  const std::string& device() const { return device_; }
  /// The same of its memory; zeros before.
  const DeviceFacts& device_facts() const { return device_facts_; }
  bool no_device() const { return no_device_; }

 private:
  std::optional<CallOutcome> make_ready(PreparedCall& prepared, const How& how);
  CallOutcome with_limit(CallOutcome outcome) const;

  std::filesystem::path program_;
  ArrayFiles files_;
  WorkerProcess worker_{files_};
  double limit_ = 0, call_limit_ = 0;
  bool no_device_ = false;
  std::string device_;
  DeviceFacts device_facts_;
};

}  // namespace harness
