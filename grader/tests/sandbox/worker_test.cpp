// A worker that attacks: its grader lives, knows how it ended, and nothing of it is left.
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>

#include "harness/array_files.hpp"
#include "harness/catch.hpp"
#include "harness/worker_process.hpp"
#include "tests/sandbox/walls.hpp"

using namespace harness;

namespace {

/// Starts the inmate as a worker that does `what` before it is ready.
CallOutcome start(const char* what, double processor_seconds = 2) {
  prepare_this_process();
  setenv(sandbox::worker_variable, what, 1);
  ArrayFiles files;
  WorkerProcess worker(files);
  const CallOutcome outcome = worker.start(walls::inmate, processor_seconds);
  unsetenv(sandbox::worker_variable);
  return outcome;
}

/// No child is left, ended or not.
bool alone() { return waitpid(-1, nullptr, WNOHANG) == -1; }

}  // namespace

TEST_CASE("a worker that attacks its grader ends as any other") {
  for (const char* what : {"kills everybody", "limits its grader", "daemon", "fills the disk"}) {
    const CallOutcome outcome = start(what);
    CAPTURE(what, outcome.problem);
    CHECK(outcome.end == End::left);
    CHECK(outcome.exit_code == 7);
    CHECK(outcome.signal == 0);
    CHECK(alone());
  }
  // With plain walls what it filled is there: 64 files of 1 MiB.
  const bool outside = std::filesystem::remove_all("/tmp/sum-to-scan-inmate") > 0;
  CHECK(outside == (sandbox::choice().walls == sandbox::Walls::plain));
}

TEST_CASE("how a worker died comes through its room") {
  const CallOutcome died = start("dies");
  CHECK(died.end == End::left);
  CHECK(died.signal == SIGABRT);
  CHECK(died.exit_code == -1);
  const CallOutcome spun = start("ends its check", 2);
  if (spun.end != End::wall_limit) {  // on a machine that is busy
    CHECK(spun.end == End::left);
    CHECK(spun.signal == SIGXCPU);
  }
  CHECK(alone());
}

TEST_CASE("a worker that cannot be started is not the submission's fault") {
  prepare_this_process();
  ArrayFiles files;
  WorkerProcess worker(files);
  const CallOutcome outcome = worker.start("/no/such/worker", 2);
  CHECK(outcome.end == End::not_started);
  CHECK(outcome.problem == "the worker could not be started: No such file or directory");
  CHECK(alone());
}
