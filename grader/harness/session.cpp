#include "harness/session.hpp"

#include <algorithm>

#include "harness/text.hpp"

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

CallOutcome Session::call(PreparedCall& prepared, std::uint32_t flags, std::uint64_t seed,
                          std::uint32_t os_threads) {
  if (!worker_.running()) {
    CallOutcome started = worker_.start(program_, limit_);
    if (started.end != End::replied) return started;
    if (started.reply.kind == worker::ReplyKind::no_device) {
      no_device_ = true;
      started.end = End::not_started;
      started.problem = "no device: " + cleaned(started.reply.error_text);
      return started;
    }
    device_ = cleaned(started.reply.device);
  }
  set_poison(prepared, seed, files_);
  prepared.request.flags = flags;
  prepared.request.seed = seed;
  prepared.request.os_threads = os_threads;
  prepared.request.processor_seconds =
      std::max(least_seconds, limit_ - worker_.processor_seconds());
  CallOutcome outcome = worker_.call(prepared.request);
  outcome.processor_limit = limit_;  // what the check had, not what its earlier calls had left
  return outcome;
}

}  // namespace harness
