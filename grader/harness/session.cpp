#include "harness/session.hpp"

#include <algorithm>
#include <cmath>

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

std::optional<CallOutcome> Session::make_ready(PreparedCall& prepared, const How& how) {
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
    const double peak = started.reply.peak_bytes_per_second;
    device_facts_ = {started.reply.l2_bytes, std::isfinite(peak) && peak > 0 ? peak : 0};
  }
  prepared.request.flags = how.flags;
  prepared.request.seed = how.seed;
  prepared.request.os_threads = how.os_threads;
  set_poison(prepared, how.poison_seed, files_);
  const double left = seconds_left();
  prepared.request.processor_seconds = std::max(least_seconds, std::min(left, how.most_seconds));
  // What the check had, not what its earlier calls had left.
  call_limit_ = left < how.most_seconds ? limit_ : how.most_seconds;
  return std::nullopt;
}

CallOutcome Session::with_limit(CallOutcome outcome) const {
  outcome.processor_limit = call_limit_;
  return outcome;
}

CallOutcome Session::call(PreparedCall& prepared, const How& how) {
  if (auto failed = make_ready(prepared, how)) return *failed;
  return with_limit(worker_.call(prepared.request));
}

std::optional<CallOutcome> Session::begin_timed(PreparedCall& prepared, const How& how) {
  if (auto failed = make_ready(prepared, how)) return failed;
  auto failed = worker_.begin_timed(prepared.request);
  if (failed) failed = with_limit(*failed);
  return failed;
}

}  // namespace harness
