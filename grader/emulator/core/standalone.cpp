// Linked into a CUDA program that has its own main: checked runs in seeded order, and findings on
// stderr when the program ends, one line each:
//     finding <code> <error|note> <occurrences> <line or 0x return address> <message>
// EMU_ORDER (by_index, reversed, shuffled), EMU_SEED, EMU_UNCHECKED and EMU_SECONDS choose the run.
#include <unistd.h>

#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "core/findings.hpp"
#include "core/memory.hpp"
#include "core/schedule.hpp"
#include "observers/standard.hpp"

namespace {

void print_findings() {
  std::fflush(nullptr);
  const worker::ReportPage& page = *emu::report_page;
  for (std::uint32_t k = 0; k < page.finding_count; ++k) {
    const worker::ReportedFinding& f = page.findings[k];
    char place[32];
    const worker::ReportedPlace& first = f.places[0];
    if (first.line != 0)
      std::snprintf(place, sizeof place, "%d", first.line);
    else
      std::snprintf(place, sizeof place, "0x%" PRIx64, first.return_address);
    std::fprintf(stderr, "finding %s %s %" PRIu64 " %s %s\n", f.code,
                 f.severity == worker::Severity::error ? "error" : "note", f.occurrences, place,
                 f.message);
  }
  if (page.departure != worker::Departure::none)
    std::fprintf(stderr, "left %d signal %d address 0x%" PRIx64 "\n",
                 static_cast<int>(page.departure), page.signal, page.fault_address);
}

const char* setting(const char* name, const char* otherwise) {
  const char* const value = std::getenv(name);
  return value != nullptr ? value : otherwise;
}

// No priority: before the C runtime has registered its unwind tables no backtrace can be taken.
[[gnu::constructor]] void start() {
  emu::memory::initialize();
  emu::install_signal_handlers();
  emu::add_standard_observers();
  emu::RunOptions options;
  const char* const order = setting("EMU_ORDER", "shuffled");
  if (std::strcmp(order, "reversed") == 0) options.order = emu::OrderOfThreads::reversed;
  if (std::strcmp(order, "shuffled") == 0) options.order = emu::OrderOfThreads::shuffled;
  options.seed = std::strtoull(setting("EMU_SEED", "1"), nullptr, 10);
  if (std::strcmp(setting("EMU_UNCHECKED", "0"), "0") != 0) {
    options.checked = false;
    options.os_threads = static_cast<unsigned>(std::atoi(setting("EMU_UNCHECKED", "1")));
  }
  emu::set_run_options(options);
  emu::arm_watchdog(std::strtod(setting("EMU_SECONDS", "30"), nullptr));
  emu::before_leaving = print_findings;
  std::atexit(print_findings);
}

}  // namespace

/// Named on the linker's command line, so that this object is taken from its archive.
extern "C" {
[[gnu::used]] int emu_standalone = 1;
}
