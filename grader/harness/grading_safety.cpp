// Checks of safety: the same call in several orders of threads and blocks, under the observers.
#include <algorithm>
#include <utility>

#include "harness/grading.hpp"
#include "harness/limits.hpp"

namespace harness {
namespace {

using result::Verdict;

bool has_code(const Evidence& evidence, Verdict code) {
  return std::any_of(evidence.reported.begin(), evidence.reported.end(),
                     [code](const result::Finding& finding) { return finding.code == code; });
}

bool hangs(const Evidence& evidence, bool time_limit_counts) {
  if (!evidence.departure) return false;
  const Verdict code = evidence.departure->code;
  return code == Verdict::deadlock || (code == Verdict::time_limit && time_limit_counts);
}

// The errors of a call but for reads of memory that nothing wrote: whether they differ says whether
// such reads do anything.
std::vector<std::string> other_errors(const Evidence& evidence) {
  std::vector<std::string> errors;
  const auto add = [&errors](const result::Finding& finding) {
    std::string text(result::name(finding.code));
    for (const result::Place& place : finding.places) text += ' ' + std::to_string(place.line);
    errors.push_back(text);
  };
  for (const result::Finding& finding : evidence.reported)
    if (finding.code != Verdict::uninitialized_read) add(finding);
  for (const result::Finding& finding : evidence.damage) add(finding);
  if (evidence.failed_call) add(*evidence.failed_call);
  std::sort(errors.begin(), errors.end());
  return errors;
}

}  // namespace

std::optional<std::string> Grading::safe(const Case& asked) {
  return guarded([&]() -> std::optional<std::string> {
    PreparedCall prepared = prepare(asked);
    for (const unsigned order :
         {0u, unsigned{worker::shuffled}, unsigned{worker::shuffled}, unsigned{worker::reversed}})
      if (auto end = run_for_safety(prepared, order)) return end;
    return std::nullopt;
  });
}

std::optional<std::string> Grading::run_for_safety(PreparedCall& prepared, std::uint32_t order) {
  const std::uint64_t seed = next_seed();
  const Session::How how = {worker::checked | order, seed, seed};
  Seen seen;
  if (auto end = call_in_order(prepared, how, seen)) return end;
  if (seen.outcome.end == End::replied && seen.outcome.reply.unasked_launches > 0 &&
      !std::exchange(told_unasked_launches_, true))
    add_note(
        "the last launch of a call is not followed by cudaGetLastError(): if it were refused, "
        "nothing would say so");
  if (has_code(seen.evidence, Verdict::uninitialized_read))
    if (auto end = settle_uninitialized_reads(prepared, how, seen)) return end;
  return conclude(judge_safety(seen.evidence), at_case(prepared));
}

// As `call`; what hangs only because blocks did not start in index order gets a note instead, and
// from then on blocks start in that order.
std::optional<std::string> Grading::call_in_order(PreparedCall& prepared, Session::How how,
                                                  Seen& seen) {
  const bool by_index =
      relies_on_start_order_ || (how.flags & (worker::shuffled | worker::reversed)) == 0;
  // Else a time limit may just be the end of what a slow check had.
  const bool has_time = session_.seconds_left() > setup_.check_seconds / 2;
  if (auto end = call(prepared, how, seen)) return end;
  if (by_index || !hangs(seen.evidence, has_time)) return std::nullopt;
  how.flags |= worker::blocks_in_order;
  // What ends in this order ends soon; what does not has been waited for long enough.
  if (prepared.asked.n <= short_call_elements)
    how.most_seconds = short_call_limit(machine_factor()) / 3;
  session_.begin_check(setup_.check_seconds);
  Seen in_order;
  if (auto end = call(prepared, how, in_order)) return end;
  if (in_order.evidence.departure) return std::nullopt;
  seen = std::move(in_order);
  has_hung_ = false;
  relies_on_start_order_ = true;
  add_note("it does not end where blocks start in another order than by index (" +
           at_case(prepared) +
           "): it relies on the order in which blocks start, which CUDA does not promise");
  return std::nullopt;
}

// Memory that nothing wrote may be read harmlessly: padding that reaches no output. It is an error
// where an output is wrong, or where the call does something else when that memory holds other
// bytes.
std::optional<std::string> Grading::settle_uninitialized_reads(PreparedCall& prepared,
                                                               Session::How how, Seen& seen) {
  bool matters = false;
  if (seen.results) {
    Evidence values;
    seen.results->add_wrong(values);
    matters = !values.wrong.empty();
    // All three kinds of poison: two of them alone may answer a comparison in the same way.
    for (int k = 0; k < 2 && !matters; ++k) {
      ++how.poison_seed;
      Seen again;
      if (auto end = call(prepared, how, again)) return end;
      matters = !again.results || !again.results->same_outputs(*seen.results) ||
                again.outcome.reply.launches != seen.outcome.reply.launches ||
                other_errors(again.evidence) != other_errors(seen.evidence);
    }
  }
  if (!matters) demote_uninitialized_reads(seen.evidence);
  return std::nullopt;
}

}  // namespace harness
