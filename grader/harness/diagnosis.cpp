#include "harness/diagnosis.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "harness/data.hpp"
#include "harness/text.hpp"

namespace harness {
namespace {

// What a call costs, in elements: its worker's start is worth so many.
constexpr double cost_of_a_start = 6000;
constexpr double most_for_a_check = 300'000;  // about a second
constexpr double most_seconds_of_a_call = 2;
constexpr unsigned confirmations = 2;

double cost_of(std::size_t n) { return cost_of_a_start + static_cast<double>(n); }

bool holds_bits(const ExpectedOutput& expected) {
  return std::ranges::all_of(expected.bound, [](double bound) { return bound <= 0; });
}

}  // namespace

WrongOutput wrong_output(const PreparedCall& call, const CallResults& results, std::size_t output,
                         const OutputStructure& structure, std::optional<std::uint64_t> launches,
                         const EarlierOutputs& before) {
  const Output words = results.output(output);
  WrongOutput wrong;
  wrong.structure = structure;
  wrong.name = words.name == "return" ? "the returned value" : words.name;
  wrong.got = words.words;
  wrong.expected = &call.expected[output];
  for (std::size_t k = 0; k < call.problem.inputs.size(); ++k) {
    if (call.function->input_element(k) == Element::u32) {
      wrong.flags = call.problem.inputs[k];
    } else {
      wrong.input = call.problem.inputs[k];
      wrong.input_name = call.function->inputs[k];
    }
  }
  wrong.block_size = call.function->takes_block_size ? call.asked.block_size : 0;
  wrong.shift = call.asked.shift_floats;
  wrong.poison = words.poison;
  wrong.memory_poison = call.request.workspace_poison;
  if (output < before.size()) wrong.before = before[output];
  wrong.launches = launches;
  return wrong;
}

Case with_other_data(const Case& asked) {
  Case other = asked;
  if (asked.data == Data::literal) other.data = Data::exact;
  if (asked.flags == Flags::literal) other.flags = Flags::even_odds;
  other.literal.clear();
  other.literal_flags.clear();
  return other;
}

Case with_length(const Case& asked, std::size_t n) {
  Case other = asked;
  other.n = n;
  if (asked.data == Data::literal) other.literal.resize(std::min(n, asked.literal.size()));
  if (asked.flags == Flags::literal)
    other.literal_flags.resize(std::min(n, asked.literal_flags.size()));
  if (asked.data != Data::extremes) return other;
  if (n < 2) {
    other.data = Data::reals;
    return other;
  }
  // What stands at the end stays there.
  const auto place = [&](std::size_t at) {
    const std::size_t from_end = asked.n - 1 - at;
    return from_end < n / 2 ? n - 1 - from_end : std::min(at, n - 1);
  };
  other.lowest_at = place(asked.lowest_at);
  other.highest_at = place(asked.highest_at);
  if (other.lowest_at == other.highest_at) other.lowest_at = (other.highest_at + 1) % n;
  return other;
}

std::vector<std::size_t> lengths_to_try(std::size_t n, int block_size) {
  constexpr std::size_t longest = std::size_t{1} << 16;
  const auto block = static_cast<std::size_t>(std::max(block_size, 1));
  std::vector<std::size_t> centres = {block, 2 * block, 4 * block, block * block};
  for (std::size_t power = 2; power <= longest; power *= 2) centres.push_back(power);
  std::vector<std::size_t> lengths = {3, 5, 7};
  for (const std::size_t centre : centres)
    for (const std::size_t length : {centre - 1, centre, centre + 1}) lengths.push_back(length);
  std::erase_if(lengths, [&](std::size_t length) { return length == 0 || length >= n; });
  std::ranges::sort(lengths);
  lengths.erase(std::unique(lengths.begin(), lengths.end()), lengths.end());
  return lengths;
}

Diagnosis::Diagnosis(const LabCode& code, Session& session, SourceMap& sources, Subject subject)
    : code_(code),
      session_(session),
      sources_(sources),
      subject_(std::move(subject)),
      left_(std::min(most_for_a_check, subject_.budget)) {}

double Diagnosis::spent() const { return std::min(most_for_a_check, subject_.budget) - left_; }

bool Diagnosis::affords(std::size_t n) const { return !gave_up_ && cost_of(n) <= left_; }

std::unique_ptr<Diagnosis::Trial> Diagnosis::attempt(const Case& asked, std::uint64_t data_seed,
                                                     Session::How how,
                                                     const result::Difference* watched) {
  session_.begin_check(most_seconds_of_a_call);
  return attempt_next(asked, data_seed, how, watched);
}

std::unique_ptr<Diagnosis::Trial> Diagnosis::attempt_next(const Case& asked,
                                                          std::uint64_t data_seed, Session::How how,
                                                          const result::Difference* watched) {
  if (!affords(asked.n)) return nullptr;
  left_ -= cost_of(asked.n);
  auto trial = std::make_unique<Trial>();
  trial->call = prepare_call(asked, data_seed, code_, session_.files());
  if (watched != nullptr)
    for (std::uint32_t k = 0; k < trial->call.request.output_count; ++k)
      if (function_->outputs[k] == watched->output) {
        trial->call.request.watched_output = k + 1;
        trial->call.request.watched_element = watched->first_index;
      }
  const CallOutcome outcome = session_.call(trial->call, how);
  if (outcome.end == End::interrupted || outcome.end == End::not_started) gave_up_ = true;
  if (outcome.end != End::replied || outcome.reply.kind != worker::ReplyKind::returned ||
      outcome.reply.copy_error != 0)
    return trial;
  trial->reply = outcome.reply;
  trial->results.emplace(trial->call, session_.files(), outcome.reply.workspace_bytes);
  Evidence evidence;
  trial->results->add_wrong(evidence);
  trial->wrong = std::move(evidence.wrong);
  return trial;
}

std::optional<std::size_t> Diagnosis::index_of(const result::Finding& finding) const {
  if (!finding.difference) return std::nullopt;
  const auto found = std::ranges::find(function_->outputs, finding.difference->output);
  if (found == function_->outputs.end()) return std::nullopt;
  return static_cast<std::size_t>(found - function_->outputs.begin());
}

std::optional<NamedShape> Diagnosis::shape_in(const Trial& trial, std::size_t output) const {
  const bool wrong = std::ranges::any_of(
      trial.wrong, [&](const result::Finding& finding) { return index_of(finding) == output; });
  if (!wrong || !trial.results) return std::nullopt;
  return name_shape(wrong_output(trial.call, *trial.results, output, structures_[output],
                                 trial.reply.launches, {}));
}

void Diagnosis::explain(const PreparedCall& call, const CallResults& results,
                        std::uint64_t launches, std::vector<result::Finding>& findings) {
  if (findings.empty()) return;
  asked_ = call.asked;
  function_ = call.function;
  structures_ = output_structures(code_, call.asked.entry);
  const EarlierOutputs before = subject_.before ? subject_.before->outputs : EarlierOutputs();
  std::vector<std::optional<NamedShape>> shapes;
  for (result::Finding& finding : findings) {
    shapes.emplace_back();
    const std::optional<std::size_t> output = index_of(finding);
    if (!output || !results.has(*output)) continue;
    shapes.back() =
        name_shape(wrong_output(call, results, *output, structures_[*output], launches, before));
    if (shapes.back() && shapes.back()->proven) finding.difference->shape = shapes.back()->shape;
  }
  result::Finding& first = findings.front();
  const std::optional<std::size_t> output = index_of(first);
  if (!output || !results.has(*output)) return;
  const std::span<const std::uint32_t> words = results.output(*output).words;
  first_words_.assign(words.begin(), words.end());

  repeat(first, shapes.front(), *output);
  if (left_over_) return;  // it is no matter of lengths
  std::optional<NamedShape>& shape = shapes.front();
  if (shape && !shape->proven && confirmed(*shape, *output)) first.difference->shape = shape->shape;
  if (!first.difference->shape) try_other_orders(first, *output);
  find_smallest(first, *output);
}

// The very same call once more, as the first of its worker, with an eye on the first wrong element.
void Diagnosis::repeat(result::Finding& finding, const std::optional<NamedShape>& shape,
                       std::size_t output) {
  const auto again = attempt(asked_, subject_.data_seed, subject_.how, &*finding.difference);
  if (!again || !again->results) return;
  if (again->failed()) {
    const result::Finding& same = again->wrong.front();
    if (same.difference && same.difference->output == finding.difference->output &&
        same.difference->first_index == finding.difference->first_index)
      tell_writer(finding, again->reply.writer);
    return;
  }
  // Orders of threads follow from all calls of a worker, so this alone proves nothing.
  const std::span<const std::uint32_t> words = again->results->output(output).words;
  first_words_.assign(words.begin(), words.end());
  right_alone_ = true;
  left_over_ = is_left_over();
  if (!left_over_) return;
  constexpr const char* of_earlier_calls[] = {"added_to_the_call_before",
                                              "result_of_the_call_before"};
  const bool is_known =
      shape && std::ranges::find(of_earlier_calls, shape->shape.name) != std::end(of_earlier_calls);
  finding.difference->shape =
      is_known ? shape->shape
               : result::Shape{"left_from_an_earlier_call",
                               "the same call is right where it is the first of its process: "
                               "something of an earlier call is left over"};
}

// In the order of indices, the call is right by itself and wrong behind the one before.
bool Diagnosis::is_left_over() {
  if (!subject_.before) return false;
  Session::How how = subject_.how;
  how.flags &= ~static_cast<std::uint32_t>(worker::shuffled | worker::reversed);
  const auto alone = attempt(asked_, subject_.data_seed, how);
  if (!alone || alone->failed()) return false;
  const auto before = attempt(subject_.before->asked, subject_.before->data_seed, how);
  if (!before || !before->results) return false;
  const auto behind = attempt_next(asked_, subject_.data_seed, how);
  return behind && behind->failed();
}

void Diagnosis::tell_writer(result::Finding& finding, const worker::Writer& writer) {
  if (writer.writes == 0) return;
  result::Difference& difference = *finding.difference;
  if (finding.message.ends_with(" was never written"))
    difference.shape = {"written_too_late", difference.output +
                                                " was written, but not before the caller's next "
                                                "work in the default stream could read it"};
  std::string role = "wrote " + difference.output;
  if (difference.size > 1) role += "[" + std::to_string(difference.first_index) + "]";
  if (writer.writes > 1) role += " last, of " + with_commas(writer.writes) + " times";
  finding.places.push_back(sources_.looked_up(writer.last, role));
}

// One number agrees with much by accident, but not again and again.
bool Diagnosis::confirmed(const NamedShape& shape, std::size_t output) {
  for (unsigned k = 1; k <= confirmations; ++k) {
    const auto trial =
        attempt(with_other_data(asked_), mix(subject_.data_seed, 100 + k), subject_.how);
    if (!trial || !trial->results) return false;
    const std::optional<NamedShape> other = shape_in(*trial, output);
    if (!other || other->key != shape.key) return false;
  }
  return true;
}

// Exact data give the same bits in every order of additions; other bits are a mistake's.
void Diagnosis::try_other_orders(result::Finding& finding, std::size_t output) {
  const auto words_of = [&](const Trial& trial) { return trial.results->output(output).words; };
  bool differs = false;
  for (unsigned k = 1; k <= 3 && !differs; ++k) {
    Session::How how = subject_.how;
    how.seed = mix(subject_.how.seed, k);
    const auto trial = attempt(asked_, subject_.data_seed, how);
    if (!trial || !trial->results || !holds_bits(trial->call.expected[output])) return;
    differs = !std::ranges::equal(words_of(*trial), first_words_);
  }
  if (!differs) return;
  finding.difference->shape = {"depends_on_order",
                               "the same call gives other values where threads run in another "
                               "order"};
  const OutputKind kind = structures_[output].kind;
  if (kind != OutputKind::sum && kind != OutputKind::tile_sums) return;
  // Of positive elements every lost addition makes the sum smaller.
  std::vector<float> values(asked_.n);
  fill(values, Data::exact, subject_.data_seed);
  for (float& x : values) x = std::fabs(x);
  Case positive = asked_;
  positive.data = Data::literal;
  positive.literal = std::move(values);
  const auto trial = attempt(positive, subject_.data_seed, subject_.how);
  if (!trial || !trial->results || trial->wrong.empty()) return;
  const std::vector<double>& due = trial->call.expected[output].values;
  const std::span<const std::uint32_t> words = words_of(*trial);
  for (std::size_t i = 0; i < due.size(); ++i)
    if (!(static_cast<double>(std::bit_cast<float>(words[i])) <= due[i])) return;
  finding.difference->shape = {"lost_updates",
                               "the sum is too small, and by another amount where threads run in "
                               "another order: additions are lost"};
}

void Diagnosis::find_smallest(result::Finding& finding, std::size_t output) {
  const std::uint64_t seed = mix(subject_.data_seed, 200);
  std::unique_ptr<Trial> smallest;
  std::size_t right = 0, wrong = asked_.n;
  // Whether the search goes on.
  const auto try_length = [&](std::size_t n) {
    auto trial = attempt(with_length(asked_, n), mix(seed, n), subject_.how);
    if (!trial) return false;
    if (trial->failed()) {
      wrong = n;
      smallest = std::move(trial);
    } else {
      right = n;
    }
    return true;
  };
  const int block_size = function_->takes_block_size ? asked_.block_size : 0;
  for (const std::size_t n : lengths_to_try(asked_.n, block_size)) {
    if (!try_length(n)) return;  // nothing is known of what lies between
    if (wrong == n) break;
  }
  while (wrong - right > 1)
    if (!try_length(right + (wrong - right) / 2)) break;
  finding.difference->smallest_n = wrong;
  if (finding.difference->shape || !smallest) return;
  const std::optional<NamedShape> shape = shape_in(*smallest, output);
  if (shape && shape->proven)
    finding.difference->shape = {shape->shape.name,
                                 "with " + counted(wrong, "element") + ", " + shape->shape.text};
}

}  // namespace harness
