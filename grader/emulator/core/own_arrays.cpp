#include "core/own_arrays.hpp"

#include <cstdint>
#include <cstdio>
#include <cstring>
#include <utility>

#include "core/findings.hpp"
#include "core/state.hpp"

namespace emu {
namespace {

// What the compiler hands over: GCC's ubsan.cc and libubsan's ubsan_value.h.
struct TypeDescriptor {
  std::uint16_t kind;
  std::uint16_t info;  // of an integer: bit 0 says that it is signed
  char name[1];        // goes on; in quotes
};
struct OutOfBounds {
  const char* file;
  std::uint32_t line, column;
  const TypeDescriptor* array;
  const TypeDescriptor* index;
};

/// The last one, which may have to be taken back.
worker::ReportedFinding* last = nullptr;

void tell(const OutOfBounds& what, std::uint64_t index, const void* pc) {
  const char* const name = what.array->name;
  const std::size_t quotes = name[0] == '\'' ? 1 : 0, length = std::strlen(name) - 2 * quotes;
  const bool is_signed = (what.index->info & 1) != 0;
  char message[200];
  std::snprintf(message, sizeof message,
                is_signed ? "element %lld does not exist: a thread's own array is %.*s"
                          : "element %llu does not exist: a thread's own array is %.*s",
                static_cast<unsigned long long>(index), static_cast<int>(length), name + quotes);
  FindingPlace place;
  place.pc = pc;
  place.who = current_thread();
  last = &report("out_of_bounds", worker::Severity::error, {place}, message,
                 "Which index does this thread compute, and where does its loop end?");
}

}  // namespace

void withdraw_index_finding() {
  worker::ReportPage& page = *report_page;
  const worker::ReportedFinding* const found = std::exchange(last, nullptr);
  if (found == nullptr || page.finding_count == 0 || found->occurrences != 1) return;
  if (found != &page.findings[page.finding_count - 1]) return;
  const worker::ThreadId now = current_thread();
  if (std::memcmp(&found->places[0].who, &now, sizeof now) == 0) --page.finding_count;
}

}  // namespace emu

extern "C" void emu_hook_out_of_bounds(const emu::OutOfBounds* what, std::uint64_t index) {
  if (emu::current.observing) emu::tell(*what, index, __builtin_return_address(0));
}
