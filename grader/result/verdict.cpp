#include "result/verdict.hpp"

#include <array>

namespace result {
namespace {

struct Row {
  Verdict verdict;
  std::string_view name;
  ExitCode exit_code;
  Blame blame;
  std::string_view meaning;
};

using enum Verdict;

// In the order of Verdict, so that a verdict is its row's index.
constexpr std::array rows = {
    Row{grader_error, "grader_error", ExitCode::grader_error, Blame::grader,
        "The grader or the machine failed; this is never counted against a submission."},
    Row{no_device, "no_device", ExitCode::no_device, Blame::machine,
        "A GPU was asked for and this machine offers none."},
    Row{policy, "policy", ExitCode::policy, Blame::submission,
        "The submission takes a way to the answer that the lab forbids."},
    Row{unsupported, "unsupported", ExitCode::unsupported, Blame::nobody,
        "The emulator cannot run this program; a GPU can judge it, and no points change here."},
    Row{build_failed, "build_failed", ExitCode::build_failed, Blame::submission,
        "The submission does not compile or link."},
    Row{crash, "crash", ExitCode::crash, Blame::submission,
        "The submission's process died or ended itself before the call returned."},
    Row{barrier_divergence, "barrier_divergence", ExitCode::unsafe, Blame::submission,
        "Threads of one block wait at different barriers, or not all of them reach one."},
    Row{data_race, "data_race", ExitCode::unsafe, Blame::submission,
        "Two threads touch the same memory in no order, and at least one of them writes."},
    Row{deadlock, "deadlock", ExitCode::unsafe, Blame::submission,
        "Threads wait for something that can no longer happen."},
    Row{warp_mask, "warp_mask", ExitCode::unsafe, Blame::submission,
        "A warp operation's mask names lanes that do not take part, or omits its caller."},
    Row{out_of_bounds, "out_of_bounds", ExitCode::unsafe, Blame::submission,
        "Memory was touched that belongs to no live allocation, or lies outside the array meant."},
    Row{uninitialized_read, "uninitialized_read", ExitCode::unsafe, Blame::submission,
        "Memory was read that nothing had written."},
    Row{misaligned_access, "misaligned_access", ExitCode::unsafe, Blame::submission,
        "An address is not a multiple of the size that was read or written there."},
    Row{host_device_mixup, "host_device_mixup", ExitCode::unsafe, Blame::submission,
        "Host code used device memory, or device code used host memory."},
    Row{input_modified, "input_modified", ExitCode::unsafe, Blame::submission,
        "The call changed an input that must stay as it was."},
    Row{stream_order, "stream_order", ExitCode::unsafe, Blame::submission,
        "Work was used, freed or returned before the stream that does it had been waited for."},
    Row{memory_leak, "memory_leak", ExitCode::unsafe, Blame::submission,
        "Each call leaves more memory allocated than it found."},
    Row{cuda_error, "cuda_error", ExitCode::unsafe, Blame::submission,
        "A CUDA call or launch failed, or an error was left pending."},
    Row{time_limit, "time_limit", ExitCode::time_limit, Blame::submission,
        "The call did not end within its time."},
    Row{not_done, "not_done", ExitCode::not_done, Blame::nobody,
        "Nothing has been done yet: no kernel was launched and no output was written."},
    Row{wrong_answer, "wrong_answer", ExitCode::wrong_answer, Blame::submission,
        "An output differs from the right one by more than rounding allows."},
    Row{inefficient, "inefficient", ExitCode::pass, Blame::submission,
        "A counted rule of the lab is not met; it costs efficiency points and no verdict."},
    Row{suspect, "suspect", ExitCode::pass, Blame::nobody,
        "A measured time is shorter than the bytes moved allow, so it is not believed."},
    Row{noisy, "noisy", ExitCode::pass, Blame::machine,
        "Repeated measurements differ too much to name one time."},
    Row{pass, "pass", ExitCode::pass, Blame::nobody, "Everything that was judged is right."},
    Row{not_run, "not_run", ExitCode::unsupported, Blame::nobody,
        "Nothing ran here; the reason stands beside it."},
};

constexpr bool rows_are_in_order() {
  for (std::size_t k = 0; k < rows.size(); ++k) {
    if (rows[k].verdict != static_cast<Verdict>(k)) return false;
  }
  return rows.size() == static_cast<std::size_t>(not_run) + 1;
}
static_assert(rows_are_in_order());

constexpr const Row& row(Verdict verdict) { return rows.at(static_cast<std::size_t>(verdict)); }

constexpr std::array<std::string_view, 3> category_names = {"correctness", "safety", "efficiency"};

}  // namespace

std::string_view name(Verdict verdict) { return row(verdict).name; }

std::optional<Verdict> verdict_from_name(std::string_view name) {
  for (const Row& candidate : rows) {
    if (candidate.name == name) return candidate.verdict;
  }
  return std::nullopt;
}

ExitCode exit_code(Verdict verdict) { return row(verdict).exit_code; }
Blame blame(Verdict verdict) { return row(verdict).blame; }
Verdict worse(Verdict a, Verdict b) { return a < b ? a : b; }
bool is_safety(Verdict verdict) {
  return verdict >= Verdict::barrier_divergence && verdict <= Verdict::cuda_error;
}
std::string_view meaning(Verdict verdict) { return row(verdict).meaning; }

std::string_view name(Category category) {
  return category_names.at(static_cast<std::size_t>(category));
}

std::optional<Category> category_from_name(std::string_view name) {
  for (std::size_t k = 0; k < category_names.size(); ++k) {
    if (category_names[k] == name) return static_cast<Category>(k);
  }
  return std::nullopt;
}

}  // namespace result
