#include "harness/departure.hpp"

#include <signal.h>

#include <algorithm>
#include <cstring>
#include <string>

#include "harness/text.hpp"
#include "worker/address_space.hpp"

namespace harness {
namespace {

using result::Finding;
using result::Verdict;

constexpr std::uint64_t null_pages = 64 * 1024;
constexpr std::uint64_t widest_access = 32;
constexpr bool in_device_memory(std::uint64_t address) {
  return address - worker::arena_address < worker::arena_bytes;
}

Finding make(Verdict code, std::string message, std::string look_at) {
  Finding finding;
  finding.code = code;
  finding.message = std::move(message);
  finding.look_at = std::move(look_at);
  return finding;
}

Finding at(Finding finding, const worker::ReportPage& page, SourceMap& sources,
           const std::string& role) {
  finding.places.push_back(sources.position(page, role));
  return finding;
}

std::string signal_text(int number) {
  const char* const name = sigabbrev_np(number);
  const char* const what = sigdescr_np(number);
  std::string text = "signal " + std::to_string(number);
  if (name != nullptr && what != nullptr) text += std::string(" (SIG") + name + ", " + what + ")";
  return text;
}

Finding time_limit(const CallOutcome& outcome, SourceMap& sources, const std::string& message) {
  return at(make(Verdict::time_limit, message,
                 "What has to become true for this loop or wait to end, and who makes it true?"),
            outcome.page, sources, "was here");
}

const Finding* with_code(const std::vector<Finding>& reported, Verdict code) {
  for (const Finding& finding : reported)
    if (finding.code == code) return &finding;
  return nullptr;
}

Finding signal_finding(const CallOutcome& outcome, const std::vector<Finding>& reported,
                       const std::vector<std::uint64_t>& addresses, SourceMap& sources) {
  const worker::ReportPage& page = outcome.page;
  const bool fault = page.signal == SIGSEGV || page.signal == SIGBUS;
  const std::uint64_t address = page.fault_address;
  if (fault) {
    for (std::size_t k = 0; k < std::min(reported.size(), addresses.size()); ++k)
      if (addresses[k] != 0 && address - addresses[k] < widest_access) return reported[k];
    const bool null = address < null_pages;
    if (page.where.in_kernel == 0 && null)
      return at(make(Verdict::host_device_mixup, "host code used a null pointer",
                     "Was this pointer ever given memory, and on which side?"),
                page, sources, "was here");
    if (page.where.in_kernel == 0 && in_device_memory(address))
      return at(make(Verdict::host_device_mixup, "host code used a pointer to device memory",
                     "On the host, device memory is reached by cudaMemcpy alone. Which side does "
                     "this pointer belong to?"),
                page, sources, "was here");
    if (null)
      return at(make(Verdict::out_of_bounds, "a kernel used a null pointer",
                     "Which of the kernel's pointers may be null here?"),
                page, sources, "was here");
  }
  return at(make(Verdict::crash, "the process was ended by " + signal_text(page.signal),
                 "What does this line do that the system forbids?"),
            page, sources, "was here");
}

Finding left_unannounced(const CallOutcome& outcome, SourceMap& sources) {
  if (outcome.signal == SIGXCPU) return time_limit(outcome, sources, "the processor time ran out");
  if (outcome.signal == SIGKILL)
    return make(Verdict::crash, "the system killed the process: most likely memory ran out",
                "How much memory does the function ask for, and how often?");
  if (outcome.signal != 0)
    return make(Verdict::crash, "the process was ended by " + signal_text(outcome.signal), "");
  return make(Verdict::crash,
              "the process ended itself with exit code " + std::to_string(outcome.exit_code),
              "A function that is called returns; it does not end its caller's program.");
}

}  // namespace

Finding departure_of(const CallOutcome& outcome, const std::vector<Finding>& reported,
                     const std::vector<std::uint64_t>& addresses, SourceMap& sources) {
  const std::string limit = fixed(outcome.processor_limit, 1) + " s";
  switch (outcome.end) {
    case End::not_started:
      return make(Verdict::grader_error, outcome.problem, "");
    case End::interrupted:
      return make(Verdict::not_run, "interrupted", "");
    case End::wall_limit:
      return time_limit(outcome, sources,
                        "no end after " + fixed(outcome.seconds, 1) + " s (the limit is " + limit +
                            " of processor time)");
    case End::broke_protocol:
      return make(Verdict::crash,
                  "the process wrote to the channel through which the grader talks to it",
                  "Which file descriptors does the code write to or close?");
    case End::replied:
    case End::left:
      break;
  }
  switch (outcome.page.departure) {
    case worker::Departure::signal:
      return signal_finding(outcome, reported, addresses, sources);
    case worker::Departure::time_limit:
      return time_limit(outcome, sources, "no end after " + limit + " of processor time");
    case worker::Departure::deadlock: {
      if (const Finding* known = with_code(reported, Verdict::deadlock)) return *known;
      return at(make(Verdict::deadlock, "threads wait for threads that will never come", ""),
                outcome.page, sources, "waits here");
    }
    case worker::Departure::host_device_mixup: {
      if (const Finding* known = with_code(reported, Verdict::host_device_mixup)) return *known;
      return at(make(Verdict::host_device_mixup, "a pointer was used on the wrong side", ""),
                outcome.page, sources, "was here");
    }
    case worker::Departure::none:
      break;
  }
  return left_unannounced(outcome, sources);
}

std::optional<Finding> departure_in_reply(const worker::Reply& reply) {
  switch (reply.kind) {
    case worker::ReplyKind::threw:
      return make(Verdict::crash,
                  "the function threw an exception: " + cleaned(reply.exception_text),
                  "Nothing catches it: which call throws, and why?");
    case worker::ReplyKind::no_workspace:
      return make(Verdict::cuda_error,
                  "the workspace of " + counted(reply.workspace_bytes, "byte") +
                      " that the function asks for is more than the device has",
                  "What does the size of the workspace grow with?");
    case worker::ReplyKind::no_memory:
      return make(Verdict::crash, "no memory was left for the arrays of the call",
                  "What did earlier calls allocate and not free?");
    default:
      return std::nullopt;
  }
}

}  // namespace harness
