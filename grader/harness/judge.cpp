#include "harness/judge.hpp"

#include <algorithm>
#include <iterator>

namespace harness {
namespace {

using result::Finding;
using result::Verdict;

constexpr std::size_t most_notes = 4;

bool decides_always(Verdict code) {
  return code == Verdict::policy || code == Verdict::unsupported;
}

void add_note(std::vector<std::string>& notes, std::string note) {
  if (notes.size() < most_notes && std::find(notes.begin(), notes.end(), note) == notes.end())
    notes.push_back(std::move(note));
}

std::string as_note(const Finding& finding) {
  std::string note = std::string(result::name(finding.code)) + ": " + finding.message;
  if (!finding.places.empty() && finding.places[0].line > 0)
    note += " (line " + std::to_string(finding.places[0].line) + ")";
  return note;
}

// A call that is reported where it fails says more than the error that it leaves behind.
const Finding* failed_call(const Evidence& evidence) {
  for (const Finding& finding : evidence.reported)
    if (finding.code == Verdict::cuda_error) return &finding;
  return evidence.failed_call ? &*evidence.failed_call : nullptr;
}

}  // namespace

Judgement decided_by(const Finding& finding) {
  Judgement judgement;
  judgement.verdict = finding.code;
  judgement.findings.push_back(finding);
  return judgement;
}

Judgement judge_values(const Evidence& evidence) {
  for (const Finding& finding : evidence.reported)
    if (decides_always(finding.code)) return decided_by(finding);
  const Finding* cause = nullptr;
  if (evidence.departure) {
    cause = &*evidence.departure;
  } else {
    // A fault loses the device, and every later call of the check with it: no value is right then.
    if (evidence.wrong.empty() && !evidence.fault) return {};
    if (evidence.fault) cause = &evidence.reported[*evidence.fault];
    if (cause == nullptr) cause = failed_call(evidence);
    if (cause == nullptr) cause = &evidence.wrong.front();
  }
  Judgement judgement = decided_by(*cause);
  if (cause->code == Verdict::wrong_answer)
    judgement.findings.insert(judgement.findings.end(), evidence.wrong.begin() + 1,
                              evidence.wrong.end());
  for (const Finding& finding : evidence.reported)
    if (&finding != cause && finding.message != cause->message)
      add_note(judgement.notes, as_note(finding));
  for (const Finding& finding : evidence.damage) add_note(judgement.notes, as_note(finding));
  for (const std::string& remark : evidence.remarks) add_note(judgement.notes, remark);
  return judgement;
}

namespace {

bool is_refused_allocation(const Finding& finding) {
  return finding.code == Verdict::cuda_error &&
         finding.message.find("cudaErrorMemoryAllocation") != std::string::npos;
}

}  // namespace

bool came_to_its_end(const Evidence& evidence) {
  return !evidence.departure && !evidence.fault && !evidence.failed_call &&
         std::none_of(evidence.reported.begin(), evidence.reported.end(), is_refused_allocation);
}

Judgement judge_shape(const Evidence& evidence) {
  const auto shows = [](const Finding& finding) {
    switch (finding.code) {
      case Verdict::out_of_bounds:
      case Verdict::misaligned_access:
      case Verdict::host_device_mixup:
        return true;
      case Verdict::cuda_error:
        return !is_refused_allocation(finding);
      default:
        return decides_always(finding.code);
    }
  };
  // What comes after an array that there was no room for may come of that.
  const auto refused =
      std::find_if(evidence.reported.begin(), evidence.reported.end(), is_refused_allocation);
  Evidence seen;
  std::copy_if(evidence.reported.begin(), refused, std::back_inserter(seen.reported), shows);
  if (refused != evidence.reported.end()) {
    std::copy_if(refused, evidence.reported.end(), std::back_inserter(seen.reported),
                 [](const Finding& finding) { return decides_always(finding.code); });
    Judgement judgement = judge_safety(seen);
    if (judgement.verdict == Verdict::pass)
      add_note(judgement.notes, "not judged: what came after " + refused->message);
    return judgement;
  }
  if (evidence.departure && shows(*evidence.departure)) seen.departure = evidence.departure;
  // A kernel's fault is judged by the finding that explains it, if at all.
  if (evidence.failed_call && !evidence.fault && shows(*evidence.failed_call))
    seen.failed_call = evidence.failed_call;
  return judge_safety(seen);
}

Judgement judge_safety(const Evidence& evidence) {
  std::vector<const Finding*> all;
  if (evidence.departure) all.push_back(&*evidence.departure);
  bool bounds_reported = false, call_reported = false;
  for (const Finding& finding : evidence.reported) {
    all.push_back(&finding);
    bounds_reported |= finding.code == Verdict::out_of_bounds;
    call_reported |= finding.code == Verdict::cuda_error;
  }
  // The same mistake seen a second time, by its traces, adds nothing.
  for (const Finding& finding : evidence.damage)
    if (finding.code != Verdict::out_of_bounds || !bounds_reported) all.push_back(&finding);
  if (evidence.failed_call && !evidence.fault && !call_reported)
    all.push_back(&*evidence.failed_call);

  Judgement judgement;
  std::stable_sort(all.begin(), all.end(), [](const Finding* a, const Finding* b) {
    return a->code != b->code && result::worse(a->code, b->code) == a->code;
  });
  for (const Finding* finding : all)
    if (judgement.findings.empty() || finding->message != judgement.findings.front().message)
      judgement.findings.push_back(*finding);
  if (!judgement.findings.empty()) judgement.verdict = judgement.findings.front().code;
  for (const std::string& remark : evidence.remarks) add_note(judgement.notes, remark);
  return judgement;
}

}  // namespace harness
