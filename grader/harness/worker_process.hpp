// One worker: started, asked, and ended with everything that it started.
#pragma once

#include <signal.h>
#include <sys/types.h>

#include <cstdint>
#include <filesystem>
#include <initializer_list>
#include <optional>
#include <string>

#include "harness/array_files.hpp"
#include "toolchain/descriptor.hpp"
#include "worker/protocol.hpp"

namespace harness {

/// How an exchange with a worker ended.
enum class End {
  replied,
  left,            ///< The process ended before it replied.
  wall_limit,      ///< No reply in time; it was killed.
  broke_protocol,  ///< It sent something that is no reply.
  not_started,     ///< Our own fault or the machine's: see `problem`.
  interrupted,     ///< Ctrl-C.
};

struct CallOutcome {
  End end = End::not_started;
  worker::Reply reply = {};      ///< Where replied. Checked for form, trusted in nothing.
  worker::ReportPage page = {};  ///< As it was when the exchange ended.
  int exit_code = -1;            ///< Where left: of the process, or
  int signal = 0;                ///< the signal that ended it.
  std::string problem;
  double seconds = 0;          ///< Wall time of the exchange.
  double processor_limit = 0;  ///< What the call was allowed, in seconds.
};

class WorkerProcess {
 public:
  explicit WorkerProcess(ArrayFiles& files) : files_(files) {}
  ~WorkerProcess() { stop(); }
  WorkerProcess(const WorkerProcess&) = delete;
  WorkerProcess& operator=(const WorkerProcess&) = delete;

  bool running() const { return pid_ > 0; }
  /// Starts `program` in a room of its own (sandbox::worker_room) and waits for its `ready`. The
  /// limit covers what runs before its main.
  CallOutcome start(const std::filesystem::path& program, double processor_seconds);
  /// Sends the request and waits for the reply. A worker that did not reply is stopped.
  CallOutcome call(const worker::Request& request);

  // A timed call in steps (worker/protocol.hpp). Where a step does not end as it should, its
  // outcome is that of a call that failed, and the worker is stopped.
  /// Sends the request and does not wait. Nothing where it was sent.
  std::optional<CallOutcome> begin_timed(const worker::Request& request);
  /// Waits for `armed`, or for the last reply where there is nothing to time.
  CallOutcome wait_until_armed();
  /// Gives the word, and waits for `done`: CallOutcome::seconds is this process's clock from the
  /// one to the other.
  CallOutcome go();
  /// Asks for the outputs, and waits for the last reply.
  CallOutcome fetch(const worker::Fetch& parts);

  /// Kills the worker, its room, the process group, and all that left it and has become our child;
  /// waits for them.
  void stop();
  /// Processor time that the process has used so far, in seconds.
  double processor_seconds() const;

 private:
  std::optional<std::string> spawn(const std::filesystem::path& program, double processor_seconds);
  std::optional<CallOutcome> send_request(const worker::Request& request);
  std::optional<CallOutcome> send_step(worker::RequestKind kind, const worker::Fetch& parts);
  CallOutcome wait_for_one_of(std::initializer_list<worker::ReplyKind> kinds);
  CallOutcome wait_for_reply(double processor_seconds);
  bool receive(CallOutcome& outcome);
  void read_launcher();
  bool has_left(CallOutcome& outcome);
  void ask_where_it_is();

  ArrayFiles& files_;
  toolchain::Descriptor control_;
  toolchain::Descriptor launcher_;  // what it tells: sandbox/launch_status.hpp
  toolchain::Descriptor process_;   // readable when the process has ended; may be missing
  pid_t pid_ = -1;                  // of the process that we started: the worker, or its room's
  pid_t worker_ = -1;               // the worker's own, once it is running
  int started_errno_ = 0;           // why the program did not start
  std::optional<siginfo_t> ended_;  // how the worker ended, where its room told
  std::uint64_t nonce_ = 0;         // of the call that was sent last
  double call_seconds_ = 0;         // processor time that it may take
};

/// Wall time that a call may take, for the processor time that it may take.
constexpr double wall_limit(double processor_seconds) { return 2 * processor_seconds + 1; }

/// A random number that nobody can foresee.
std::uint64_t unforeseen_number();

/// Makes orphans of workers our children, hides this process's memory from them, and lets a full
/// disk be an error instead of a signal. Once, before the first worker.
void prepare_this_process();

}  // namespace harness
