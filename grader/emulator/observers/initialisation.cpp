#include "observers/initialisation.hpp"

#include <algorithm>
#include <cstdio>
#include <cstring>

#include "core/findings.hpp"
#include "observers/array_names.hpp"

namespace emu {

void Initialisation::block_begin(const Block& block) {
  written_.clear(block.shared, current.executor->layout.used);
}

void Initialisation::undefined(const void* address, std::size_t bytes) {
  if (run_options().shape || !is_tracked(address)) return;
  // The ends may share their entries with memory in front and behind; that belongs to nobody.
  written_.clear(address, bytes);
}

void Initialisation::copied(const void* to, const void* from, std::size_t bytes, const void*) {
  if (to == nullptr || run_options().shape || !is_tracked(to)) return;
  if (from == nullptr || !is_tracked(from)) return mark_range(to, bytes);
  const auto* const source = static_cast<const char*>(from);
  const auto* const target = static_cast<const char*>(to);
  for (std::size_t k = 0; k < bytes; ++k) {
    if (is_written(source + k, 1)) {
      mark(target + k, 1);
    } else {
      std::uint8_t* const entry = written_.at(target + k);
      *entry = static_cast<std::uint8_t>(*entry & ~bits_of(target + k, 1));
    }
  }
}

void Initialisation::mark_range(const void* p, std::size_t bytes) {
  const auto* at = static_cast<const char*>(p);
  const char* const end = at + bytes;
  for (; at < end && reinterpret_cast<std::uintptr_t>(at) % 8 != 0; ++at) mark(at, 1);
  const auto whole = static_cast<std::size_t>(end - at) / 8;
  if (whole > 0) std::memset(written_.at(at), 0xFF, whole);
  for (at += whole * 8; at < end; ++at) mark(at, 1);
}

[[gnu::cold]] void Initialisation::report_read(const Access& access) {
  if (run_options().shape) return;
  const auto* first = static_cast<const char*>(access.address);
  unsigned missing = 0;
  while (is_written(first, 1)) ++first;
  for (unsigned k = 0; k < access.bytes; ++k)
    missing += !is_written(static_cast<const char*>(access.address) + k, 1);
  char name[160], message[300];
  describe_address(name, sizeof name, first);
  std::snprintf(message, sizeof message, "%s is read, and nothing has written it before%s", name,
                missing < access.bytes ? " (a part of what is read there has been)" : "");
  FindingPlace place;
  place.pc = access.pc;
  place.role = "reads here";
  place.who = current_thread();
  report("uninitialized_read", worker::Severity::error, {place}, message,
         "Which thread should have written this element before, and does it for every n and "
         "block_size?",
         access.address);
  mark(access.address, access.bytes);  // told once; what follows from it is no mistake of its own
}

}  // namespace emu
