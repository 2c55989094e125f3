// Linked into a CUDA program that has its own main: checked runs in seeded order, and findings on
// stderr when the program ends, one line each:
//     finding <code> <error|note> <occurrences> <line or 0x return address> <message>
// EMU_ORDER (by_index, reversed, shuffled), EMU_SEED, EMU_UNCHECKED and EMU_SECONDS choose the run;
// with EMU_COUNTERS=1 each launch also writes a line with what it moved and did:
//     counters <kernel> <name>=<count> ...
// With EMU_REPORT=FILE nothing is written to stderr: findings and counts go to that file, which
// holds a worker::ProgramPage. EMU_ACQUIRE=strict asks for a fence behind each poll that acquires.
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "core/findings.hpp"
#include "core/memory.hpp"
#include "core/schedule.hpp"
#include "observers/counter_fields.hpp"
#include "observers/standard.hpp"
#include "worker/program_page.hpp"

namespace {

worker::ProgramPage* page_of_program = nullptr;  // shared with `lab emulate`

// Without it the program runs as ever and its findings stay its own.
void attach_program_page(const char* file) {
  const int descriptor = open(file, O_RDWR | O_CLOEXEC);
  if (descriptor < 0) return;
  void* const shared =
      mmap(nullptr, sizeof(worker::ProgramPage), PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
  close(descriptor);
  if (shared == MAP_FAILED) return;
  page_of_program = static_cast<worker::ProgramPage*>(shared);
  emu::attach_report_page(&page_of_program->report);
}

void flush_output() { std::fflush(nullptr); }

void keep_counters(const char* kernel, const worker::Counters& launch) {
  worker::ProgramPage& page = *page_of_program;
  char name[sizeof page.kernels[0].kernel];
  std::snprintf(name, sizeof name, "%s", kernel);
  std::uint32_t k = 0;
  while (k < page.kernel_count && std::strcmp(page.kernels[k].kernel, name) != 0) ++k;
  if (k == worker::max_kernels) {
    ++page.launches_left_out;
    return;
  }
  worker::KernelCounts& kept = page.kernels[k];
  if (k == page.kernel_count) {
    std::memcpy(kept.kernel, name, sizeof name);
    ++page.kernel_count;
  }
  emu::for_each_counter(
      kept.counts, launch,
      [](const char*, std::uint64_t& sum, std::uint64_t count, emu::Joined joined) {
        if (joined == emu::Joined::added) sum += count;
        if (joined == emu::Joined::maximum && count > sum) sum = count;
        if (joined == emu::Joined::first && sum == 0) sum = count;
      });
}

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

void print_counters(const char* kernel, const worker::Counters& launch) {
  std::fprintf(stderr, "counters %s", kernel);
  emu::for_each_counter(launch, launch,
                        [](const char* name, std::uint64_t count, std::uint64_t, emu::Joined) {
                          std::fprintf(stderr, " %s=%" PRIu64, name, count);
                        });
  std::fputc('\n', stderr);
}

const char* setting(const char* name, const char* otherwise) {
  const char* const value = std::getenv(name);
  return value != nullptr ? value : otherwise;
}

// No priority: before the C runtime has registered its unwind tables no backtrace can be taken.
[[gnu::constructor]] void start() {
  emu::memory::initialize();
  emu::install_signal_handlers();
  const bool counted = std::strcmp(setting("EMU_COUNTERS", "0"), "0") != 0;
  emu::watch(counted ? emu::Watch::both : emu::Watch::mistakes);
  const char* const report = setting(worker::program_page_variable, "");
  if (report[0] != '\0') attach_program_page(report);
  const bool printing = page_of_program == nullptr;
  if (counted) emu::report_launches_to(printing ? print_counters : keep_counters);
  emu::RunOptions options;
  const char* const order = setting("EMU_ORDER", "shuffled");
  if (std::strcmp(order, "reversed") == 0) options.order = emu::OrderOfThreads::reversed;
  if (std::strcmp(order, "shuffled") == 0) options.order = emu::OrderOfThreads::shuffled;
  options.seed = std::strtoull(setting("EMU_SEED", "1"), nullptr, 10);
  if (std::strcmp(setting("EMU_UNCHECKED", "0"), "0") != 0) {
    options.checked = false;
    options.os_threads = static_cast<unsigned>(std::atoi(setting("EMU_UNCHECKED", "1")));
  }
  options.strict_acquire = std::strcmp(setting("EMU_ACQUIRE", ""), "strict") == 0;
  emu::set_run_options(options);
  emu::arm_watchdog(std::strtod(setting("EMU_SECONDS", "30"), nullptr));
  emu::before_leaving = printing ? print_findings : flush_output;
  if (printing) std::atexit(print_findings);
}

}  // namespace

/// Named on the linker's command line, so that this object is taken from its archive.
extern "C" {
[[gnu::used]] int emu_standalone = 1;
}
