#include "harness/counts.hpp"

#include <algorithm>
#include <cmath>

#include "harness/text.hpp"

namespace harness {
namespace {

constexpr double sector_bytes = 32;

double real(std::uint64_t count) { return static_cast<double>(count); }

double ratio(std::uint64_t part, std::uint64_t whole) {
  return whole > 0 ? real(part) / real(whole) : 0;
}

bool is_met(const Measured& measured) {
  switch (measured.bound) {
    case Measured::Bound::at_most:
      return measured.value <= measured.limit;
    case Measured::Bound::at_least:
      return measured.value >= measured.limit;
    case Measured::Bound::exactly:
      return measured.value == measured.limit;
  }
  return false;
}

std::string limit_text(const Measured& measured) {
  std::string limit = count_text(measured.limit);
  if (measured.unit.starts_with('%')) limit += " %";
  if (measured.bound == Measured::Bound::exactly) return limit + " are due";
  if (measured.bound == Measured::Bound::at_least) return "at least " + limit + " are due";
  if (measured.limit == 0) return "none is allowed";
  return "at most " + limit + (measured.limit == 1 ? " is allowed" : " are allowed");
}

}  // namespace

IdealCounts ideal_counts(const LabCode& code, std::size_t n, int block_size) {
  const TimingPlan plan = code.timing != nullptr ? code.timing() : TimingPlan{};
  return plan.ideal != nullptr ? plan.ideal(n, block_size) : IdealCounts{};
}

result::Counted counted(const worker::Counters& counters, std::size_t n, int block_size,
                        const IdealCounts& ideal) {
  const std::uint64_t sectors = counters.loads.sectors + counters.stores.sectors;
  const auto bytes_an_element = [n](double count) {
    return n > 0 ? count * sector_bytes / static_cast<double>(n) : 0;
  };
  std::optional<double> ideal_bytes;
  if (ideal.sectors) ideal_bytes = bytes_an_element(*ideal.sectors);
  // A worker that makes its counts up shall not stop the report.
  const auto conflicts = [](const worker::SharedTraffic& traffic) {
    return traffic.wavefronts > traffic.ideal_wavefronts ? traffic.conflicts() : 0;
  };
  result::Counted result;
  result.n = n;
  result.block_size = block_size;
  result.counts = {
      {"requests", real(counters.loads.requests + counters.stores.requests), ideal.requests},
      {"sectors", real(sectors), ideal.sectors},
      {"bytes an element", bytes_an_element(real(sectors)), ideal_bytes},
      {"% by 16-byte loads", 100 * ratio(counters.input_bytes_by_16, counters.input_bytes),
       ideal.percent_by_16},
      {"global atomics", real(counters.global_atomics.lanes), ideal.global_atomics},
      {"bank conflicts", real(conflicts(counters.shared_loads) + conflicts(counters.shared_stores)),
       ideal.bank_conflicts},
      {"barriers a block", ratio(counters.block_barriers, counters.blocks),
       ideal.barriers_a_block}};
  return result;
}

std::optional<result::Finding> broken(const CountedRule& rule, const worker::Counters& counters,
                                      std::size_t n, int block_size) {
  const Measured measured = rule.measure(counters, n, block_size);
  if (is_met(measured)) return std::nullopt;
  result::Finding finding;
  finding.code = result::Verdict::inefficient;
  finding.message = count_text(measured.value) + ' ' + measured.unit + "; " + limit_text(measured);
  finding.look_at = rule.look_at;
  return finding;
}

std::string count_text(double value) {
  constexpr double largest_whole = 9007199254740992;  // 2^53
  if (value >= 0 && value < largest_whole && value == std::floor(value))
    return with_commas(static_cast<std::uint64_t>(value));
  std::string text = fixed(value, 3);
  while (text.ends_with('0')) text.pop_back();
  return text;
}

}  // namespace harness
