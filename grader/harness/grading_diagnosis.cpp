// What values tell beside right and wrong: how a wrong output came about, how a right one rounds.
#include <algorithm>

#include "harness/accuracy.hpp"
#include "harness/diagnosis.hpp"
#include "harness/grading.hpp"

namespace harness {
namespace {

// Of outputs that the next call is compared with; longer ones are not kept.
constexpr std::size_t longest_remembered = std::size_t{1} << 16;

}  // namespace

void Grading::diagnose(const PreparedCall& prepared, const Seen& seen, Session::How how,
                       Judgement& judgement) {
  if (!setup_.emulated || !seen.results) return;
  if (relies_on_start_order_) how.flags |= worker::blocks_in_order;
  // Trials are calls of up to `largest_checked` elements; what needs more is named by its shape.
  how.flags |= worker::checked;
  Diagnosis diagnosis(setup_.code, session_, sources_,
                      {prepared.data_seed, how, diagnosis_budget_, before_});
  diagnosis.explain(prepared, *seen.results, seen.outcome.reply.launches, judgement.findings);
  diagnosis_budget_ -= diagnosis.spent();
}

void Grading::remember(const PreparedCall& prepared, const Seen& seen) {
  before_.reset();
  if (!seen.results) return;
  before_ = EarlierCall{prepared.asked, prepared.data_seed, {}};
  const std::size_t outputs = prepared.expected.size();
  bool rounds = false;
  for (std::size_t k = 0; k < outputs; ++k) {
    before_->outputs.emplace_back();
    if (!seen.results->has(k)) continue;
    rounds |= !prepared.expected[k].bound.empty();
    const std::size_t due = prepared.expected[k].values.size();
    const std::span<const std::uint32_t> words = seen.results->output(k).words.first(due);
    if (due <= longest_remembered) before_->outputs.back().assign(words.begin(), words.end());
  }
  const bool is_longer = !accuracy_ || prepared.asked.n > accuracy_->n;
  if (prepared.problem.exact || !rounds || !is_longer) return;
  const std::vector<OutputStructure> structures =
      output_structures(setup_.code, prepared.asked.entry);
  for (std::size_t k = 0; k < outputs; ++k) {
    if (!seen.results->has(k)) continue;
    const auto accuracy = accuracy_of(seen.results->output(k), prepared.expected[k], structures[k],
                                      prepared.problem.inputs.front(), prepared.asked.block_size);
    if (!accuracy) continue;
    accuracy_ = accuracy;
    return;
  }
}

}  // namespace harness
