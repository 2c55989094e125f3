#include "observers/read_only_cache.hpp"

#include <algorithm>
#include <cstdio>

#include "core/findings.hpp"
#include "core/schedule.hpp"
#include "core/state.hpp"
#include "observers/array_names.hpp"

namespace emu {

namespace {

/// Calls function(address, bytes) for each word that the access touches: the address of the first
/// byte in it, and a bit for each of its bytes.
template <class Function>
void for_each_word(const Access& access, Function function) {
  const auto begin = reinterpret_cast<std::uintptr_t>(access.address), end = begin + access.bytes;
  for (std::uintptr_t at = begin; at < end; at = at / 4 * 4 + 4) {
    const std::uintptr_t next = std::min(end, at / 4 * 4 + 4);
    function(reinterpret_cast<const void*>(at), ((1u << (next - at)) - 1) << at % 4);
  }
}

}  // namespace

Who ReadOnlyCache::running() const {
  return who_is(block_number(current.block->index, launch_->grid), current.thread->linear);
}

void ReadOnlyCache::kernel_begin(const KernelLaunch& launch) {
  launch_ = &launch;
  launch_number_ = launch_number_ == most_launches ? 1 : launch_number_ + 1;
  idle_ = true;
  told_.clear();  // the report page may begin anew between two kernels
}

void ReadOnlyCache::read_only_load(const Access& access) {
  if (access.space != Space::device) return;
  idle_ = false;
  const Who who = running();
  for_each_word(access, [&](const void* at, unsigned bytes) {
    Word* const word = words_.at(at);
    if (word == nullptr) return;
    if (const auto writer = race_.writer_in_launch(at, bytes))
      tell({access.pc, who}, {writer->pc, writer->who}, true, at);
    const unsigned before = word->launch == launch_number_ ? word->bytes : 0;
    word->launch = launch_number_ & most_launches;
    word->bytes = (before | bytes) & 0xFu;
    word->who = who;
    word->pc = access.pc;
  });
}

void ReadOnlyCache::store(const Access& access) {
  if (idle_ || access.space != Space::device || !current.in_kernel) return;
  for_each_word(access, [&](const void* at, unsigned bytes) {
    const Word* const word = words_.at(at);
    if (word == nullptr || word->launch != launch_number_) return;
    if ((word->bytes & bytes) != 0) tell({word->pc, word->who}, {access.pc, running()}, false, at);
  });
}

/// A thread that reads a word and then writes it itself gets the right value on any hardware: a
/// note.
[[gnu::cold]] void ReadOnlyCache::tell(Side reader, Side writer, bool wrote_before,
                                       const void* address) {
  worker::ReportedFinding*& known = told_[{reader.pc, writer.pc}];
  const bool harmless = !wrote_before && reader.who == writer.who;
  const worker::Severity severity = harmless ? worker::Severity::note : worker::Severity::error;
  if (known != nullptr && (harmless || known->severity == severity)) {
    ++known->occurrences;
    return;
  }
  char name[160], message[300];
  describe_address(name, sizeof name, address);
  std::snprintf(message, sizeof message,
                "%s is read through the read-only cache and written by the same kernel", name);
  const FindingPlace read = place_in(*launch_, reader.pc, "reads here", reader.who);
  const FindingPlace write = place_in(*launch_, writer.pc, "writes here", writer.who);
  known = &report("data_race", severity, {wrote_before ? write : read, wrote_before ? read : write},
                  message,
                  "__ldg reads through the read-only cache: the word must not be written while the "
                  "kernel runs, whatever barriers and fences lie between. Read it without __ldg.",
                  address);
}

}  // namespace emu
