// The emulator as the worker's device.
#include <cuda_runtime.h>
#include <sys/mman.h>

#include <cstdio>
#include <cstring>

#include "core/access.hpp"
#include "core/card.hpp"
#include "core/findings.hpp"
#include "core/memory.hpp"
#include "core/schedule.hpp"
#include "core/tally.hpp"
#include "observers/standard.hpp"
#include "runtime/control.hpp"
#include "worker/backend.hpp"
#include "worker/descriptors.hpp"
#include "worker/limits.hpp"

namespace worker::backend {
namespace {

constexpr std::uint64_t memory_of_a_submission = std::uint64_t{2} << 30;

// A second mapping of the page, for what the worker itself writes there.
ReportPage* page = nullptr;
std::uint64_t kernels_before = 0;  // the call that runs now
unsigned unasked_launches = 0;     // of that call

emu::OrderOfThreads order_of(std::uint32_t flags) {
  if ((flags & reversed) != 0) return emu::OrderOfThreads::reversed;
  if ((flags & shuffled) != 0) return emu::OrderOfThreads::shuffled;
  return emu::OrderOfThreads::by_index;
}

}  // namespace

bool start(Reply& ready) {
  void* const shared =
      mmap(nullptr, report_page_bytes, PROT_READ | PROT_WRITE, MAP_SHARED, report_descriptor(), 0);
  if (shared == MAP_FAILED) {
    ready.kind = ReplyKind::no_device;
    std::snprintf(ready.error_text, sizeof ready.error_text, "the report page cannot be mapped");
    return false;
  }
  page = static_cast<ReportPage*>(shared);
  emu::attach_report_page(shared);
  emu::install_signal_handlers();
  emu::memory::initialize();
  emu::watch(emu::Watch::mistakes);  // reserves its address space before the limits hold
  limit_process(memory_of_a_submission);
  std::snprintf(ready.device, sizeof ready.device,
                "emulator: %u multiprocessors, compute capability %d.%d",
                emu::card::multiprocessors, emu::card::compute_major, emu::card::compute_minor);
  return true;
}

void set_phase(Phase phase) {
  if (page != nullptr) page->phase = phase;
}

void begin_call(const Request& request) {
  emu::RunOptions options;
  options.checked = (request.flags & checked) != 0;
  options.order = order_of(request.flags);
  options.shape = (request.flags & shape) != 0;
  options.blocks_in_order = (request.flags & blocks_in_order) != 0;
  options.seed = request.seed;
  options.os_threads = request.os_threads > 0 ? request.os_threads : 1;
  emu::set_run_options(options);
  emu::watch((request.flags & counted) != 0 ? emu::Watch::traffic : emu::Watch::mistakes);
  emu::begin_call();
  emu::count_host_side(false);
  unasked_launches = 0;
  emu::expect_block_size(static_cast<unsigned>(request.block_size));
  emu::memory::set_poison(request.workspace_poison);
  kernels_before = emu::kernels_run();
  emu::arm_watchdog(request.processor_seconds);
}

void end_call() { emu::arm_watchdog(0); }

// Stores that no observer hears: the submission finds memory that nothing has written.
void fill(void* device, std::uint32_t word, std::size_t bytes) {
  if (emu::run_options().shape) return;
  emu::memory::fill_words(device, word, bytes);
  emu::tell_undefined(device, bytes);
}

void close_guards(void* allocation, const char* name, std::size_t element_bytes, void* data,
                  std::size_t bytes) {
  emu::memory::describe(allocation, name, element_bytes);
  emu::memory::restrict_to(data, bytes);
}

void open_guards(void* allocation, std::size_t bytes) {
  emu::memory::restrict_to(allocation, bytes);
}

int drain() {
  emu::runtime::report_at_end();
  emu::runtime::drain();
  return emu::runtime::sticky_error();
}

void function_begins() {
  emu::count_host_side(true);
  emu::runtime::begin_function();
  emu::begin_tally();
}

void function_ends() {
  emu::end_tally();
  emu::count_host_side(false);
  unasked_launches = emu::runtime::unasked_launches();
}

void note_input(const void* data, std::size_t bytes) { emu::note_input(data, bytes); }

void note_output(const void* data, std::size_t bytes) { emu::note_output(data, bytes); }

void watch_word(const void* word) { emu::watch_word(word); }

void account(const Request& request, Reply& reply) {
  if (request.watched_output != 0) reply.writer = emu::last_writer();
  reply.launches = emu::kernels_run() - kernels_before;
  reply.tally = emu::tally();
  reply.unasked_launches = unasked_launches;
  reply.live_bytes = emu::memory::live_bytes() + emu::memory::pinned_bytes();
  const emu::memory::Allocation* const newest = emu::memory::newest_unnamed();
  if (newest != nullptr)
    reply.newest_allocation = reinterpret_cast<std::uint64_t>(newest->allocated_at);
  if ((request.flags & shape) != 0) reply.reach = emu::reached();
  if ((request.flags & counted) != 0) reply.counters = emu::counters();
}

// An emulated time says nothing about a GPU: calls are made, and none is measured.
void get_ready_to_time() {}

void time_call(const Request&, const Call& call, Reply&) {
  call_lab(call);
  cudaDeviceSynchronize();
}

void time_nothing(const Request&) { cudaDeviceSynchronize(); }

void time_end_to_end(const Request& request, const Call& call, const void* const (&)[max_inputs],
                     Reply& reply) {
  time_call(request, call, reply);
}

}  // namespace worker::backend
