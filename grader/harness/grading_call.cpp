// One call of the submission within a check: its seeds, what came back, what can be seen of its
// work.
#include <algorithm>

#include "harness/cuda_errors.hpp"
#include "harness/data.hpp"
#include "harness/grading.hpp"
#include "harness/limits.hpp"
#include "harness/text.hpp"

namespace harness {
namespace {

constexpr unsigned printed_lines = 3;

}  // namespace

PreparedCall Grading::prepare(const Case& asked) {
  const std::uint64_t place = cases_++;
  const std::uint64_t seed =
      asked.seed != 0 ? asked.seed : mix(setup_.seed, hash_of(checks_.back().name), place);
  return prepare_call(asked, seed, setup_.code, session_.files());
}

std::uint64_t Grading::next_seed() {
  return mix(setup_.seed, hash_of(checks_.back().name), 1000 + calls_++);
}

std::optional<std::string> Grading::call(PreparedCall& prepared, Session::How how, Seen& seen) {
  if (relies_on_start_order_) how.flags |= worker::blocks_in_order;
  // Whoever has once not come to an end is waited for no longer than a short call takes.
  if (prepared.asked.n <= short_call_elements || has_hung_)
    how.most_seconds = std::min(how.most_seconds, short_call_limit(machine_factor()));
  seen.results.reset();
  seen.outcome = session_.call(prepared, how);
  if (seen.outcome.end == End::interrupted) return "interrupted";
  if (session_.no_device()) {
    checks_.back().verdict = result::Verdict::no_device;
    checks_.back().reason = seen.outcome.problem;
    decided_ = true;
    return ended();
  }
  if (seen.outcome.end == End::not_started) return grader_error(seen.outcome.problem);
  if (!setup_.image_problem.empty() && seen.outcome.end == End::replied &&
      (says_wrong_image(seen.outcome.reply.pending_error) ||
       says_wrong_image(seen.outcome.reply.copy_error))) {
    checks_.back().verdict = result::Verdict::no_device;
    checks_.back().reason = setup_.image_problem;
    decided_ = true;
    return ended();
  }
  seen.evidence = evidence_of(seen.outcome, sources_);
  has_hung_ |=
      seen.evidence.departure && seen.evidence.departure->code == result::Verdict::time_limit;
  const bool returned = seen.outcome.end == End::replied && !seen.evidence.departure;
  if (returned && (how.flags & worker::shape) == 0) {
    seen.results.emplace(prepared, session_.files(), seen.outcome.reply.workspace_bytes);
    // Behind a failed copy lies an earlier call's data: it says nothing of this one.
    if (seen.outcome.reply.copy_error == 0) seen.results->add_damage(seen.evidence);
  }
  note_activity(prepared, seen);
  note_printed();
  return std::nullopt;
}

void Grading::note_activity(const PreparedCall& prepared, const Seen& seen) {
  const worker::Reply& reply = seen.outcome.reply;
  had_work_ |= prepared.asked.n > 0;
  if (seen.outcome.end != End::replied || seen.evidence.departure) {
    const bool is_shape = (prepared.request.flags & worker::shape) != 0;
    // What left, hung or threw did something. A shape run does not judge that: if none returns, it
    // has seen nothing.
    if (!is_shape || !seen.evidence.no_room) active_ = true;
    if (!is_shape) worked_ = true;
    return;
  }
  returned_ = true;
  // Where no output is memory, a kernel is all that can be seen of the work.
  const std::optional<bool> all_untouched =
      seen.results ? seen.results->all_untouched() : std::nullopt;
  const bool untouched = all_untouched == true, touched = all_untouched == false;
  if (reply.launches > 0 || reply.pending_error != 0 || seen.outcome.page.finding_count > 0 ||
      touched)
    active_ = true;
  const bool launched = reply.launches > 0 || !setup_.emulated;
  if (prepared.asked.n > 0 && launched && !untouched) worked_ = true;
}

void Grading::note_printed() {
  const std::string text = session_.files().printed.first_lines(printed_lines);
  if (text.empty()) return;
  const std::string note = "printed by the submission: " + text;
  std::vector<std::string>& notes = checks_.back().notes;
  const auto is_printed = [](const std::string& n) { return n.starts_with("printed by"); };
  const auto known = std::find_if(notes.begin(), notes.end(), is_printed);
  if (known == notes.end())
    notes.push_back(note);
  else
    *known = note;
}

}  // namespace harness
