// Checks that only the emulator can make: leaks, shapes of huge calls, counted rules.
#include <algorithm>

#include "harness/counts.hpp"
#include "harness/data.hpp"
#include "harness/grading.hpp"
#include "harness/text.hpp"

namespace harness {
namespace {

using result::Verdict;

constexpr unsigned identical_calls = 4;

result::Finding leak(std::uint64_t grown, std::uint64_t allocated_at, SourceMap& sources) {
  constexpr std::uint64_t calls = identical_calls - 2;
  result::Finding finding;
  finding.code = Verdict::memory_leak;
  finding.message = "each call leaves " + counted((grown + calls - 1) / calls, "byte") +
                    " of device memory allocated that it did not find";
  finding.look_at =
      "Which allocation has no cudaFree, or which stream or event is not destroyed, on every way "
      "out "
      "of the function?";
  if (allocated_at != 0)
    finding.places.push_back(sources.in_host_code(allocated_at, "allocates what stays"));
  return finding;
}

/// Where no more than the first five eighths of an array are read or written, whichever was `done`:
/// half of them, and what an offset adds to the largest index of 32 bits.
std::optional<result::Finding> stopped_short(std::uint64_t reached, std::uint64_t bytes,
                                             const std::string& name, const std::string& done) {
  if (bytes == 0 || reached > bytes / 8 * 5) return std::nullopt;
  result::Finding finding;
  finding.code = Verdict::wrong_answer;
  finding.message = reached == 0
                        ? "no element of " + name + " is " + done + ": all blocks end without"
                        : "elements of " + name + " are " + done + " up to [" +
                              std::to_string((reached - 1) / sizeof(float)) +
                              "] and no further, of " + std::to_string(bytes / sizeof(float));
  finding.look_at =
      "Which counts and indices pass through a type of 32 bits on their way, and how large can "
      "each become?";
  return finding;
}

/// Of a shape run that came to its end and left the far part of the inputs, or of an output,
/// alone: forty blocks anywhere in the grid cannot all have missed it by chance.
std::optional<result::Finding> out_of_reach(const worker::Reach& reach,
                                            const PreparedCall& prepared, Outputs outputs) {
  const worker::Request& request = prepared.request;
  std::uint64_t longest = 0;
  for (std::uint32_t k = 0; k < request.input_count; ++k)
    if (request.inputs[k].on_host == 0) longest = std::max(longest, request.inputs[k].bytes);
  if (reach.is_all != 0)
    if (auto finding =
            stopped_short(reach.bytes, longest, prepared.function->inputs.front(), "read"))
      return finding;
  if (reach.is_all_written == 0 || outputs != Outputs::whole) return std::nullopt;
  const auto* const output =
      std::max_element(request.outputs, request.outputs + request.output_count,
                       [](const auto& a, const auto& b) { return a.bytes < b.bytes; });
  return stopped_short(reach.written, output->bytes, output->name, "written");
}

}  // namespace

std::optional<std::string> Grading::no_leak(const Case& asked) {
  return guarded([&]() -> std::optional<std::string> {
    if (!left_to_the_emulator()) return ended();
    PreparedCall prepared = prepare(asked);
    session_.begin_check(setup_.check_seconds);  // a fault of an earlier case ends no other
    const std::uint64_t seed = next_seed();
    std::uint64_t live[identical_calls] = {};
    Seen seen;
    for (std::uint64_t& bytes : live) {
      if (auto end = call(prepared, {worker::checked, seed, seed}, seen)) return end;
      if (seen.evidence.departure)
        return conclude(decided_by(*seen.evidence.departure), at_case(prepared));
      bytes = seen.outcome.reply.live_bytes;
    }
    // What stays once is no leak: the first call may set something up.
    if (live[3] <= live[1]) return std::nullopt;
    return conclude(
        decided_by(leak(live[3] - live[1], seen.outcome.reply.newest_allocation, sources_)),
        at_case(prepared));
  });
}

std::optional<std::string> Grading::shape(const Case& asked, OutputLengths lengths,
                                          Outputs outputs) {
  return guarded([&]() -> std::optional<std::string> {
    if (!left_to_the_emulator()) return ended();
    PreparedCall prepared = prepare_shape_call(asked, setup_.code, lengths);
    // Addresses are used up fast: each of these gets a worker of its own.
    session_.begin_check(setup_.check_seconds);
    const bool had_work = had_work_;
    const std::uint64_t seed = next_seed();
    Seen seen;
    if (auto end = call(prepared, {worker::checked | worker::shape, seed, seed}, seen)) return end;
    if (seen.evidence.no_room) {
      had_work_ = had_work;
      add_note("left out: the emulator cannot hold the arrays of " + at_case(prepared));
      return std::nullopt;
    }
    Judgement judgement = judge_shape(seen.evidence);
    if (judgement.verdict == Verdict::pass && seen.evidence.departure)
      add_note("not judged here: " + seen.evidence.departure->message + " (" + at_case(prepared) +
               ")");
    if (judgement.verdict == Verdict::pass && came_to_its_end(seen.evidence))
      if (const auto finding = out_of_reach(seen.outcome.reply.reach, prepared, outputs))
        judgement = decided_by(*finding);
    return conclude(std::move(judgement), at_case(prepared));
  });
}

std::optional<std::string> Grading::counts(const Case& asked, const CountedRule& rule) {
  return guarded([&]() -> std::optional<std::string> {
    if (!left_to_the_emulator()) return ended();
    recalled_ = known_counting(asked) != nullptr;
    if (!recalled_)
      if (auto end = count(asked)) return end;
    const Counting& counting = *known_counting(asked);
    Judgement judgement = counting.judgement;
    if (judgement.verdict != Verdict::pass) {
      for (result::Finding& finding : judgement.findings)
        finding.message = "not counted because " + finding.message;
    } else if (auto finding = broken(rule, counting.call.counters, counting.call.asked.n,
                                     counting.call.asked.block_size)) {
      judgement = decided_by(*finding);
    }
    return conclude(std::move(judgement), counting.at_case);
  });
}

std::optional<std::string> Grading::count(const Case& asked) {
  Counting counting;
  counting.call.asked = asked;
  // All checks of the lab share the call: its seeds follow from the case alone.
  const std::uint64_t seed =
      mix(setup_.seed, hash_of("counted"), asked.n + static_cast<std::uint64_t>(asked.block_size));
  PreparedCall prepared =
      prepare_call(asked, asked.seed != 0 ? asked.seed : seed, setup_.code, session_.files());
  Seen seen;
  if (auto end = call(prepared, {worker::checked | worker::counted, seed, seed}, seen)) return end;
  if (seen.results) seen.results->add_wrong(seen.evidence);
  add_policy(prepared, seen);
  counting.call.counters = seen.outcome.reply.counters;
  counting.judgement = judge_values(seen.evidence);
  counting.at_case = at_case(prepared);
  counted_.push_back(std::move(counting));
  return std::nullopt;
}

const Grading::Counting* Grading::known_counting(const Case& asked) const {
  for (const Counting& counting : counted_)
    if (counting.call.asked == asked) return &counting;
  return nullptr;
}

bool Grading::left_to_the_emulator() {
  if (!setup_.emulated) not_run("the emulator alone can judge this; grade without --backend cuda");
  return setup_.emulated;
}

}  // namespace harness
