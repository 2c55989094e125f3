#include "harness/session.hpp"

#include <algorithm>

#include "harness/text.hpp"
#include "worker/address_space.hpp"

namespace harness {
namespace {

constexpr double least_seconds = 0.05;  // a timer of 0 would mean none

}  // namespace

void Session::begin_check(double processor_seconds) {
  worker_.stop();
  files_.printed.restart();
  limit_ = processor_seconds;
}

void Session::end_check() { worker_.stop(); }

CallOutcome Session::call(PreparedCall& prepared, const How& how) {
  if (!worker_.running()) {
    CallOutcome started = worker_.start(program_, limit_);
    if (started.end == End::left && started.exit_code == worker::exit_without_memory) {
      started.end = End::not_started;
      started.problem = "the emulator cannot reserve its address space: is it limited (ulimit -v)?";
    }
    if (started.end != End::replied) return started;
    if (started.reply.kind == worker::ReplyKind::no_device) {
      no_device_ = true;
      started.end = End::not_started;
      started.problem = "no device: " + cleaned(started.reply.error_text);
      return started;
    }
    device_ = cleaned(started.reply.device);
  }
  prepared.request.flags = how.flags;
  prepared.request.seed = how.seed;
  prepared.request.os_threads = how.os_threads;
  set_poison(prepared, how.poison_seed, files_);
  const double left = seconds_left();
  prepared.request.processor_seconds = std::max(least_seconds, std::min(left, how.most_seconds));
  CallOutcome outcome = worker_.call(prepared.request);
  // What the check had, not what its earlier calls had left.
  outcome.processor_limit = left < how.most_seconds ? limit_ : how.most_seconds;
  return outcome;
}

}  // namespace harness
