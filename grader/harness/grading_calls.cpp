// The calls that checks ask for: each kind runs the function in its own way and judges what it saw.
#include <algorithm>

#include "harness/counts.hpp"
#include "harness/data.hpp"
#include "harness/grading.hpp"
#include "harness/text.hpp"

namespace harness {
namespace {

using result::Verdict;

constexpr unsigned printed_lines = 3;
// Fewer elements than this may be right without a kernel: the scan of one is a cudaMemset.
constexpr std::size_t too_many_without_kernel = 32;
constexpr unsigned identical_calls = 4;
// A workspace that no rule about its size can explain; smaller ones may just be more than the
// emulator can hold beside the other arrays.
constexpr std::uint64_t absurd_workspace = std::uint64_t{1} << 40;

std::uint64_t hash_of(const std::string& text) {
  std::uint64_t hash = 0xCBF29CE484222325u;  // FNV-1a
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001B3u;
  return hash;
}

bool has_code(const Evidence& evidence, Verdict code) {
  return std::any_of(evidence.reported.begin(), evidence.reported.end(),
                     [code](const result::Finding& finding) { return finding.code == code; });
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

// The arrays of a call and the workspace that it asks for are more than the worker can hold.
bool has_no_room(const CallOutcome& outcome) {
  const worker::Reply& reply = outcome.reply;
  return outcome.end == End::replied && (reply.kind == worker::ReplyKind::no_memory ||
                                         (reply.kind == worker::ReplyKind::no_workspace &&
                                          reply.workspace_bytes < absurd_workspace));
}

result::Finding computed_on_host() {
  result::Finding finding;
  finding.code = Verdict::policy;
  finding.message = "the answer is right and no kernel was launched: it was computed on the host";
  finding.look_at = "The lab asks for a kernel that does the work on the device.";
  return finding;
}

Judgement of_departure(const result::Finding& departure) {
  Judgement judgement;
  judgement.verdict = departure.code;
  judgement.findings.push_back(departure);
  return judgement;
}

result::Finding leak(std::uint64_t grown, std::uint64_t allocated_at, SourceMap& sources) {
  constexpr std::uint64_t calls = identical_calls - 2;
  result::Finding finding;
  finding.code = Verdict::memory_leak;
  finding.message = "each call leaves " + counted((grown + calls - 1) / calls, "byte") +
                    " of device memory allocated that it did not find";
  finding.look_at = "Which allocation has no cudaFree on every way out of the function?";
  if (allocated_at != 0)
    finding.places.push_back(sources.in_host_code(allocated_at, "allocates what stays"));
  return finding;
}

bool same_call(const Case& a, const Case& b) {
  return a.n == b.n && a.block_size == b.block_size && a.data == b.data && a.literal == b.literal &&
         a.seed == b.seed && a.entry == b.entry && a.shift_floats == b.shift_floats &&
         a.null_outputs == b.null_outputs;
}

}  // namespace

// Right values ---------------------------------------------------------------------------------

std::optional<std::string> Grading::right(const Case& asked) {
  return guarded([&] {
    PreparedCall prepared = prepare(asked);
    const bool watched = prepared.asked.n <= largest_checked;
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
  Seen seen;
  if (auto end = call(prepared, {flags, seed, seed}, seen)) return end;
  if (seen.results) seen.results->add_wrong(seen.evidence);
  add_policy(prepared, seen);
  return conclude(judge_values(seen.evidence), at_case(prepared));
}

void Grading::add_policy(const PreparedCall& prepared, Seen& seen) const {
  if (setup_.emulated && seen.results && seen.evidence.wrong.empty() &&
      seen.outcome.reply.launches == 0 && prepared.asked.n >= too_many_without_kernel)
    seen.evidence.reported.push_back(computed_on_host());
}

// Safety ---------------------------------------------------------------------------------------

std::optional<std::string> Grading::safe(const Case& asked) {
  return guarded([&]() -> std::optional<std::string> {
    PreparedCall prepared = prepare(asked);
    for (const unsigned order : {0u, unsigned{worker::shuffled}, unsigned{worker::shuffled}})
      if (auto end = run_for_safety(prepared, order)) return end;
    if (relies_on_start_order_) return std::nullopt;
    return run_for_safety(prepared, worker::reversed);
  });
}

std::optional<std::string> Grading::run_for_safety(PreparedCall& prepared, std::uint32_t order) {
  const std::uint64_t seed = next_seed();
  const Session::How how = {worker::checked | order, seed, seed};
  // Else a time limit may just be the end of what a slow check had.
  const bool has_time = session_.seconds_left() > setup_.check_seconds / 2;
  Seen seen;
  if (auto end = call(prepared, how, seen)) return end;
  const std::optional<result::Finding>& departure = seen.evidence.departure;
  if (order == worker::reversed && departure &&
      (departure->code == Verdict::deadlock ||
       (departure->code == Verdict::time_limit && has_time))) {
    // Once is enough to say it, and each such run may cost its whole limit.
    relies_on_start_order_ = true;
    add_note("it does not end where blocks start in falling order (" + at_case(prepared) +
             "): it relies on the order in which blocks start, which CUDA does not promise");
    return std::nullopt;
  }
  if (has_code(seen.evidence, Verdict::uninitialized_read))
    if (auto end = settle_uninitialized_reads(prepared, how, seen)) return end;
  return conclude(judge_safety(seen.evidence), at_case(prepared));
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

// Leaks, shapes, counts ------------------------------------------------------------------------

std::optional<std::string> Grading::no_leak(const Case& asked) {
  return guarded([&]() -> std::optional<std::string> {
    if (!left_to_the_emulator()) return ended();
    PreparedCall prepared = prepare(asked);
    const std::uint64_t seed = next_seed();
    std::uint64_t live[identical_calls] = {};
    Seen seen;
    for (std::uint64_t& bytes : live) {
      if (auto end = call(prepared, {worker::checked, seed, seed}, seen)) return end;
      if (seen.evidence.departure)
        return conclude(of_departure(*seen.evidence.departure), at_case(prepared));
      bytes = seen.outcome.reply.live_bytes;
    }
    // What stays once is no leak: the first call may set something up.
    if (live[3] <= live[1]) return std::nullopt;
    return conclude(
        of_departure(leak(live[3] - live[1], seen.outcome.reply.newest_allocation, sources_)),
        at_case(prepared));
  });
}

std::optional<std::string> Grading::shape(const Case& asked, OutputLengths lengths) {
  return guarded([&]() -> std::optional<std::string> {
    if (!left_to_the_emulator()) return ended();
    PreparedCall prepared = prepare_shape_call(asked, setup_.code, lengths);
    // The emulator gives no address out twice: each of these needs a worker of its own.
    session_.begin_check(setup_.check_seconds);
    const bool had_work = had_work_;
    const std::uint64_t seed = next_seed();
    Seen seen;
    if (auto end = call(prepared, {worker::checked | worker::shape, seed, seed}, seen)) return end;
    if (has_no_room(seen.outcome)) {
      had_work_ = had_work;
      add_note("left out: the emulator cannot hold the arrays of " + at_case(prepared));
      return std::nullopt;
    }
    Judgement judgement = judge_shape(seen.evidence);
    if (judgement.verdict == Verdict::pass && seen.evidence.departure)
      add_note("not judged here: " + seen.evidence.departure->message + " (" + at_case(prepared) +
               ")");
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
      judgement = of_departure(*finding);
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
    if (same_call(counting.call.asked, asked)) return &counting;
  return nullptr;
}

bool Grading::left_to_the_emulator() {
  if (!setup_.emulated) not_run("the emulator alone can judge this; grade without --backend cuda");
  return setup_.emulated;
}

// One call -------------------------------------------------------------------------------------

PreparedCall Grading::prepare(const Case& asked) {
  const std::uint64_t place = cases_++;
  const std::uint64_t seed =
      asked.seed != 0 ? asked.seed : mix(setup_.seed, hash_of(checks_.back().name), place);
  return prepare_call(asked, seed, setup_.code, session_.files());
}

std::uint64_t Grading::next_seed() {
  return mix(setup_.seed, hash_of(checks_.back().name), 1000 + calls_++);
}

std::optional<std::string> Grading::call(PreparedCall& prepared, const Session::How& how,
                                         Seen& seen) {
  seen.results.reset();
  seen.outcome = session_.call(prepared, how);
  if (seen.outcome.end == End::interrupted) return "interrupted";
  if (session_.no_device()) {
    checks_.back().verdict = Verdict::no_device;
    checks_.back().reason = seen.outcome.problem;
    decided_ = true;
    return ended();
  }
  if (seen.outcome.end == End::not_started) return grader_error(seen.outcome.problem);
  seen.evidence = evidence_of(seen.outcome, sources_);
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
    if (!is_shape || !has_no_room(seen.outcome)) active_ = true;
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
