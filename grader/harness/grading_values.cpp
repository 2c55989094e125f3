// Checks of values: every output against the oracle.
#include "harness/grading.hpp"
#include "harness/host_work.hpp"
#include "harness/limits.hpp"

namespace harness {
namespace {

using result::Verdict;

// What a call of so many elements may take beside what every check has: the limit of a check is
// made for what is watched, and a slow program that is right has to come to its end.
double seconds_for_length(std::size_t n) {
  constexpr double an_element = 2e-6;  // a tile scan with two dozen barriers takes half of it
  return an_element * static_cast<double>(n) * machine_factor();
}

}  // namespace

std::optional<std::string> Grading::right(const Case& asked) {
  return guarded([&] {
    PreparedCall prepared = prepare(asked);
    const bool watched = prepared.asked.n <= largest_checked;
    if (!watched) {
      session_.begin_check(setup_.check_seconds + seconds_for_length(prepared.asked.n));
      before_.reset();
    }
    return run_for_values(prepared, watched ? worker::checked | worker::shuffled : 0u);
  });
}

std::optional<std::string> Grading::values(const Case& asked,
                                           const std::vector<std::vector<float>>& outputs) {
  return guarded([&]() -> std::optional<std::string> {
    PreparedCall prepared = prepare(asked);
    if (outputs.size() != prepared.expected.size())
      return grader_error("the check gives values for another number of outputs");
    for (std::size_t k = 0; k < outputs.size(); ++k) {
      ExpectedOutput given;
      given.element = prepared.expected[k].element;
      given.room = prepared.expected[k].room;
      given.values.assign(outputs[k].begin(), outputs[k].end());
      const auto& oracle = prepared.expected[k].values;
      if ((prepared.asked.null_outputs >> k & 1u) == 0 && given.values != oracle)
        return grader_error("the check's values and the oracle's differ in " +
                            prepared.function->outputs[k]);
      if (given.values.size() == oracle.size()) prepared.expected[k] = given;
    }
    return run_for_values(prepared, worker::checked | worker::shuffled);
  });
}

std::optional<std::string> Grading::run_for_values(PreparedCall& prepared, std::uint32_t flags) {
  const std::uint64_t seed = next_seed();
  const Session::How how = {flags, seed, seed};
  Seen seen;
  if (auto end = call_in_order(prepared, how, seen)) return end;
  if (seen.results) seen.results->add_wrong(seen.evidence);
  add_policy(prepared, seen);
  Judgement judgement = judge_values(seen.evidence);
  if (judgement.verdict == Verdict::pass) remember(prepared, seen);
  if (judgement.verdict == Verdict::wrong_answer) diagnose(prepared, seen, how, judgement);
  return conclude(std::move(judgement), at_case(prepared));
}

void Grading::add_policy(const PreparedCall& prepared, Seen& seen) const {
  if (!setup_.emulated || !seen.results || !seen.evidence.wrong.empty()) return;
  if (auto finding = host_work(prepared, seen.outcome.reply))
    seen.evidence.reported.push_back(std::move(*finding));
}

}  // namespace harness
