#include "harness/evidence.hpp"

#include <algorithm>
#include <bit>
#include <string_view>

#include "harness/cuda_errors.hpp"
#include "harness/departure.hpp"
#include "harness/text.hpp"
#include "worker/protocol.hpp"

namespace harness {
namespace {

using result::Finding;
using result::Place;
using result::Verdict;

// A workspace that no rule about its size can explain; smaller ones may just be more than the
// emulator can hold beside the other arrays.
constexpr std::uint64_t absurd_workspace = std::uint64_t{1} << 40;

// A worker cannot talk itself into a verdict that costs it nothing, or into another's fault.
std::optional<Verdict> code_of(const worker::ReportedFinding& reported) {
  const auto verdict = result::verdict_from_name(cleaned(reported.code));
  if (!verdict) return std::nullopt;
  const bool allowed = result::is_safety(*verdict) || *verdict == Verdict::policy ||
                       *verdict == Verdict::unsupported || *verdict == Verdict::crash;
  return allowed ? verdict : std::nullopt;
}

// Two accesses at one line are one place.
void join(Place& place, const Place& other) {
  if (place.thread == other.thread && place.role == other.role) return;
  const auto words = [](const Place& p) {
    return p.role.empty() ? p.thread : p.thread + ' ' + p.role;
  };
  if (!place.role.empty()) place.role += "; ";
  place.role += words(other);
}

Finding finding_of(const worker::ReportedFinding& reported, Verdict code, SourceMap& sources) {
  Finding finding;
  finding.code = code;
  finding.message = cleaned(reported.message);
  finding.look_at = cleaned(reported.look_at);
  finding.occurrences = std::max<std::uint64_t>(reported.occurrences, 1);
  const std::uint32_t count = std::min<std::uint32_t>(reported.place_count, 2);
  for (std::uint32_t k = 0; k < count; ++k) {
    result::Place place = sources.place(reported.places[k]);
    if (k > 0 && place.line > 0 && place.line == finding.places[0].line)
      join(finding.places[0], place);
    else
      finding.places.push_back(std::move(place));
  }
  return finding;
}

// In rising order; empty where one is not known.
std::vector<int> lines_of(const Finding& finding) {
  std::vector<int> lines;
  for (const Place& place : finding.places) lines.push_back(place.line);
  std::ranges::sort(lines);
  if (!lines.empty() && lines.front() <= 0) lines.clear();
  return lines;
}

// Which of `known` has the same cause: the same code at the same lines.
std::optional<std::size_t> same_cause(const std::vector<Finding>& known, const Finding& finding) {
  const std::vector<int> lines = lines_of(finding);
  for (std::size_t k = 0; k < known.size() && !lines.empty(); ++k)
    if (known[k].code == finding.code && lines_of(known[k]) == lines) return k;
  return std::nullopt;
}

// The codes that explain the number of a kernel's fault, the best one first.
std::vector<Verdict> causes_of(int error) {
  switch (error) {
    case 700:  // illegal address
    case 714:  // hardware stack error
    case 717:  // invalid address space
    case 718:  // invalid program counter
      return {Verdict::out_of_bounds, Verdict::host_device_mixup, Verdict::misaligned_access};
    case 715:  // illegal instruction
      return {Verdict::warp_mask};
    case 716:  // misaligned address
      return {Verdict::misaligned_access};
    case 702:  // launch timed out
    case 719:  // launch failure
      return {Verdict::deadlock, Verdict::barrier_divergence, Verdict::host_device_mixup,
              Verdict::warp_mask, Verdict::out_of_bounds};
    default:
      return {};
  }
}

std::optional<std::size_t> fault_among(const std::vector<Finding>& reported, int error) {
  for (const Verdict cause : causes_of(error)) {
    // The last one: a kernel ends at its fault.
    for (std::size_t k = reported.size(); k-- > 0;)
      if (reported[k].code == cause) return k;
  }
  return std::nullopt;
}

Finding error_finding(const worker::Reply& reply) {
  Finding finding;
  finding.code = Verdict::cuda_error;
  const bool pending = reply.pending_error != 0;
  const int number = pending ? reply.pending_error : reply.copy_error;
  const std::string error =
      cleaned(reply.error_name) + " (" + std::to_string(number) + "): " + cleaned(reply.error_text);
  finding.message = pending ? "the function returned with an error left pending: " + error
                            : "work that the function began ended with an error: " + error;
  finding.look_at = usual_cause(number);
  return finding;
}

// The words from the first to the last that lost their pattern.
struct Span {
  std::size_t first, count;  // in words
};
std::optional<Span> damaged(std::span<const std::uint32_t> guard) {
  const auto hurt = [](std::uint32_t word) { return word != worker::guard_word; };
  const auto first = std::find_if(guard.begin(), guard.end(), hurt);
  if (first == guard.end()) return std::nullopt;
  const auto last = std::find_if(guard.rbegin(), guard.rend(), hurt).base();
  return Span{static_cast<std::size_t>(first - guard.begin()),
              static_cast<std::size_t>(last - first)};
}

}  // namespace

Evidence evidence_of(const CallOutcome& outcome, SourceMap& sources) {
  Evidence evidence;
  const worker::ReportPage& page = outcome.page;
  sources.load(page);
  std::vector<std::uint64_t> addresses;
  for (std::uint32_t k = 0; k < std::min(page.finding_count, worker::max_findings); ++k) {
    const worker::ReportedFinding& reported = page.findings[k];
    const auto code = code_of(reported);
    if (!code) continue;
    Finding finding = finding_of(reported, *code, sources);
    if (reported.severity == worker::Severity::error) {
      if (const auto known = same_cause(evidence.reported, finding)) {
        evidence.reported[*known].occurrences += finding.occurrences;
        if (reported.address != 0) addresses[*known] = reported.address;  // a fault comes last
        continue;
      }
      evidence.reported.push_back(std::move(finding));
      addresses.push_back(reported.address);
    } else {
      evidence.remarks.push_back(finding.message);
    }
  }
  if (outcome.end == End::replied) {
    const worker::Reply& reply = outcome.reply;
    evidence.departure = departure_in_reply(reply);
    evidence.no_room =
        reply.kind == worker::ReplyKind::no_memory ||
        (reply.kind == worker::ReplyKind::no_workspace && reply.workspace_bytes < absurd_workspace);
    if (reply.pending_error != 0 || reply.copy_error != 0) {
      evidence.failed_call = error_finding(reply);
      for (const int error : {reply.pending_error, reply.copy_error})
        if (!evidence.fault && error != 0) evidence.fault = fault_among(evidence.reported, error);
    }
  } else {
    evidence.departure = departure_of(outcome, evidence.reported, addresses, sources);
  }
  return evidence;
}

void demote_uninitialized_reads(Evidence& evidence) {
  std::vector<Finding> kept;
  std::optional<std::size_t> fault;
  for (std::size_t k = 0; k < evidence.reported.size(); ++k) {
    Finding& finding = evidence.reported[k];
    if (finding.code == Verdict::uninitialized_read) {
      std::string remark = std::string(result::name(finding.code)) + ": " + finding.message;
      if (!finding.places.empty() && finding.places[0].line > 0)
        remark += " (line " + std::to_string(finding.places[0].line) + ")";
      evidence.remarks.push_back(remark + "; no output depends on it");
      continue;
    }
    if (evidence.fault == k) fault = kept.size();
    kept.push_back(std::move(finding));
  }
  evidence.reported = std::move(kept);
  evidence.fault = fault;
}

std::optional<Finding> guard_damage(const std::string& array, std::span<const std::uint32_t> front,
                                    std::span<const std::uint32_t> behind) {
  constexpr std::size_t word = sizeof(std::uint32_t);
  Finding finding;
  finding.code = Verdict::out_of_bounds;
  finding.look_at = "Which index does the last thread write, and which the first?";
  if (const auto hurt = damaged(behind)) {
    const std::string bytes =
        counted(hurt->count * word, "byte") + " behind its end were overwritten";
    finding.message = hurt->first == 0 ? array + ": the " + bytes
                                       : array + ": " + bytes + ", from " +
                                             counted(hurt->first * word, "byte") + " behind it on";
    return finding;
  }
  if (const auto hurt = damaged(front)) {
    const std::size_t distance = (front.size() - hurt->first) * word;
    finding.message = array + ": " + counted(hurt->count * word, "byte") +
                      " in front of its start were overwritten, from " + counted(distance, "byte") +
                      " in front of it on";
    return finding;
  }
  return std::nullopt;
}

std::optional<Finding> input_damage(const std::string& array, std::span<const std::uint32_t> before,
                                    std::span<const std::uint32_t> after, bool is_float) {
  const auto [was, is] = std::mismatch(before.begin(), before.end(), after.begin(), after.end());
  if (was == before.end() || is == after.end()) return std::nullopt;
  const auto text = [is_float](std::uint32_t word) {
    return is_float ? exact_text(std::bit_cast<float>(word)) : std::to_string(word);
  };
  std::size_t changed = 0;
  for (std::size_t k = 0; k < std::min(before.size(), after.size()); ++k)
    if (before[k] != after[k]) ++changed;
  Finding finding;
  finding.code = Verdict::input_modified;
  finding.message = array + "[" + std::to_string(was - before.begin()) + "] was " + text(*was) +
                    " before the call and is " + text(*is) + " after it";
  finding.look_at = "Inputs belong to the caller. Where does the code write to " + array + "?";
  finding.occurrences = changed;
  return finding;
}

}  // namespace harness
