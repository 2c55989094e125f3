#include "harness/timed_data.hpp"

#include <algorithm>
#include <bit>
#include <stdexcept>

namespace harness {
namespace {

constexpr std::size_t word = sizeof(float);
constexpr std::size_t changes = 256;  // elements that differ from round to round in long arrays
constexpr std::size_t probe_elements = 8;

// Whether the oracle allows for rounding where the data are reals: then times are taken with exact
// data, whose outputs can be compared bit for bit.
bool rounds(const LabCode& code, const TimedPlan& plan) {
  const Function& function = code.functions().at(plan.entry);
  std::vector<std::vector<float>> inputs(function.inputs.size(),
                                         std::vector<float>(probe_elements));
  Problem problem;
  problem.n = probe_elements;
  problem.block_size = plan.block_size;
  problem.entry = plan.entry;
  problem.exact = false;
  for (std::size_t k = 0; k < inputs.size(); ++k) {
    fill(inputs[k], Data::reals, k + 1);
    problem.inputs.emplace_back(inputs[k]);
  }
  const std::vector<ExpectedOutput> outputs = code.reference(problem);
  return std::ranges::any_of(outputs, [](const auto& output) { return !output.bound.empty(); });
}

Data data_for(const LabCode& code, const TimedPlan& plan) {
  if (plan.n >= 2 && code.timing().looks_for_extremes) return Data::extremes;
  return rounds(code, plan) ? Data::exact : Data::reals;
}

}  // namespace

TimedData::TimedData(const LabCode& code, const TimedPlan& plan, std::uint64_t secret)
    : code_(code), plan_(plan), random_(secret) {
  if (plan.n == 0 || plan.repeats < 1 || plan.warm_ups < 0 || plan.entry >= code.functions().size())
    throw std::runtime_error("a timed plan without elements, rounds, or a function");
  asked_.n = plan.n;
  asked_.block_size = plan.block_size;
  asked_.entry = plan.entry;
  asked_.data = data_for(code, plan);
  restart();
}

void TimedData::restart() {
  round_ = -1;
  const auto inner = static_cast<std::uint64_t>(std::max(plan_.repeats - 2, 1));
  random_whole_ = 2 + static_cast<int>(random_.below(inner));
}

bool TimedData::next() {
  const int rounds = plan_.warm_ups + plan_.repeats + (plan_.end_to_end ? 1 : 0);
  if (round_ + 1 >= rounds) return false;
  ++round_;
  has_expected_ = false;
  const bool first = call_.function == nullptr;
  if (first || plan_.n <= most_fresh)
    make_all(first);
  else
    change_some();
  return true;
}

Round TimedData::kind() const {
  if (round_ < plan_.warm_ups) return Round::warm_up;
  return round_ < plan_.warm_ups + plan_.repeats ? Round::timed : Round::end_to_end;
}

int TimedData::number() const {
  switch (kind()) {
    case Round::warm_up:
      return round_ + 1;
    case Round::timed:
      return round_ - plan_.warm_ups + 1;
    case Round::end_to_end:
      break;
  }
  return 1;
}

bool TimedData::is_compared_whole() const {
  if (plan_.n <= most_fresh || kind() == Round::end_to_end) return true;
  if (kind() == Round::warm_up) return false;
  return number() == 1 || number() == plan_.repeats || number() == random_whole_;
}

const std::vector<ExpectedOutput>& TimedData::expected() {
  if (!has_expected_) call_.expected = code_.reference(call_.problem);
  has_expected_ = true;
  return call_.expected;
}

std::uint64_t TimedData::input_bytes() const {
  return std::uint64_t{plan_.n} * word * call_.problem.inputs.size();
}

worker::Fetch TimedData::parts() {
  worker::Fetch parts = {};
  if (!is_compared()) return parts;
  parts.whole = is_compared_whole() ? 1 : 0;
  if (parts.whole != 0) return parts;
  // Half of them where this round's data are others: what was kept from a round before is wrong
  // there, also where an output depends on its neighbourhood alone.
  constexpr std::uint64_t window_words = worker::window_bytes / word;
  parts.count = worker::max_places;
  for (std::uint32_t k = 0; k < parts.count; ++k) {
    parts.places[k] = random_.bits();
    if (k % 2 == 0 || changed_.empty()) continue;
    const std::uint64_t place = changed_[random_.below(changed_.size())];
    parts.places[k] = place - std::min(place, random_.below(window_words));
  }
  return parts;
}

std::span<float> TimedData::input(std::size_t k) {
  std::byte* const at = files_.inputs.data() + call_.request.inputs[k].file_offset;
  return {reinterpret_cast<float*>(at), plan_.n};
}

void TimedData::make_all(bool first) {
  if (asked_.data == Data::extremes) {
    asked_.lowest_at = random_.below(plan_.n);
    asked_.highest_at = (asked_.lowest_at + 1 + random_.below(plan_.n - 1)) % plan_.n;
  }
  const std::uint64_t seed = random_.bits();
  if (first) {
    call_ = prepare_call(asked_, seed, code_, files_);
    for (const ExpectedOutput& output : call_.expected)
      output_bytes_ += output.values.size() * word;
  } else {
    call_.asked = asked_;
    renew_inputs(call_, seed, files_);
  }
  if (asked_.data == Data::extremes) put_new_extremes();
  if (plan_.n <= most_fresh || asked_.data != Data::exact) return;
  for (std::size_t k = 0; k < call_.problem.inputs.size(); ++k)
    sums_[k] = is_flags(k) ? ExactSums{} : sums_of_exact(input(k));
}

bool TimedData::is_flags(std::size_t k) const {
  return call_.function->input_element(k) == Element::u32;
}

// The same two values each time could be known beforehand.
void TimedData::put_new_extremes() {
  const auto beyond = [this] { return static_cast<float>(1 + random_.below(1u << 20)) * 0x1p-20f; };
  const std::span<float> values = input(call_.problem.inputs.size() - 1);
  values[asked_.lowest_at] = -1 - beyond();
  values[asked_.highest_at] = 1 + beyond();
}

void TimedData::change_some() {
  changed_.clear();
  for (std::size_t k = 0; k < changes; ++k) changed_.push_back(random_.below(plan_.n));
  for (std::size_t k = 0; k < call_.problem.inputs.size(); ++k) {
    const std::span<float> values = input(k);
    if (is_flags(k)) {
      for (const std::size_t place : changed_)
        values[place] = std::bit_cast<float>(std::bit_cast<std::uint32_t>(values[place]) ^ 1u);
    } else if (asked_.data == Data::exact) {
      change_exact(values, changed_, sums_[k], random_);
    } else {
      for (const std::size_t place : changed_) values[place] = random_.real();
    }
  }
  if (asked_.data != Data::extremes) return;
  const std::span<float> values = input(call_.problem.inputs.size() - 1);
  values[asked_.lowest_at] = random_.real();
  values[asked_.highest_at] = random_.real();
  asked_.lowest_at = changed_.front();
  asked_.highest_at = (asked_.lowest_at + 1 + random_.below(plan_.n - 1)) % plan_.n;
  call_.asked = asked_;
  put_new_extremes();
}

}  // namespace harness
