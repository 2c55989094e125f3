// A real GPU as the worker's device.
#include <cuda_runtime.h>
#include <execinfo.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>
#include <vector>

#include "worker/backend.hpp"
#include "worker/descriptors.hpp"
#include "worker/limits.hpp"
#include "worker/timing_cuda.hpp"

namespace worker::backend {
namespace {

ReportPage private_page;  // until the shared one is mapped
ReportPage* page = &private_page;

constexpr std::size_t handler_stack_bytes = 64 * 1024;

[[noreturn]] void leave(Departure why, int number, const void* address, void* context) {
  const auto* const machine = static_cast<const ucontext_t*>(context);
  page->departure = why;
  page->signal = number;
  page->fault_address = reinterpret_cast<std::uintptr_t>(address);
  void* frames[max_addresses] = {};
  const int count = backtrace(frames, static_cast<int>(max_addresses) - 1);
  unsigned used = 0;
#if defined(__x86_64__)
  // The grader takes one off each address, as for return addresses.
  page->addresses[used++] = static_cast<std::uint64_t>(machine->uc_mcontext.gregs[REG_RIP]) + 1;
#else
  (void)machine;
#endif
  for (int k = 0; k < count && used < max_addresses; ++k)
    page->addresses[used++] = reinterpret_cast<std::uintptr_t>(frames[k]);
  page->address_count = used;
  page->phase = Phase::left;
  _exit(125);
}

void on_fault(int number, siginfo_t* info, void* context) {
  leave(Departure::signal, number, info->si_addr, context);
}

void on_time_limit(int, siginfo_t*, void* context) {
  leave(Departure::time_limit, 0, nullptr, context);
}

void install_handlers() {
  stack_t stack = {};
  stack.ss_sp = std::malloc(handler_stack_bytes);
  stack.ss_size = handler_stack_bytes;
  if (stack.ss_sp != nullptr) sigaltstack(&stack, nullptr);
  void* warm_up[1];
  backtrace(warm_up, 1);  // loads what it needs now, not in a handler
  struct sigaction action = {};
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  action.sa_sigaction = on_fault;
  for (const int number : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT})
    sigaction(number, &action, nullptr);
  action.sa_sigaction = on_time_limit;
  sigaction(SIGPROF, &action, nullptr);
}

void arm_watchdog(double seconds) {
  itimerval timer = {};
  timer.it_value.tv_sec = static_cast<time_t>(seconds);
  timer.it_value.tv_usec =
      static_cast<suseconds_t>((seconds - static_cast<double>(timer.it_value.tv_sec)) * 1e6);
  setitimer(ITIMER_PROF, &timer, nullptr);
}

bool no_device(Reply& ready, const char* text) {
  ready.kind = ReplyKind::no_device;
  std::snprintf(ready.error_text, sizeof ready.error_text, "%s", text);
  return false;
}

/// The error by its name and number: the text alone can be looked up nowhere.
bool no_device(Reply& ready, cudaError_t error) {
  std::snprintf(ready.error_name, sizeof ready.error_name, "%s", cudaGetErrorName(error));
  char text[sizeof ready.error_text];
  std::snprintf(text, sizeof text, "%s (%d): %s", cudaGetErrorName(error), static_cast<int>(error),
                cudaGetErrorString(error));
  return no_device(ready, text);
}

}  // namespace

bool start(Reply& ready) {
  void* const shared =
      mmap(nullptr, report_page_bytes, PROT_READ | PROT_WRITE, MAP_SHARED, report_descriptor(), 0);
  if (shared == MAP_FAILED) return no_device(ready, "the report page cannot be mapped");
  page = new (shared) ReportPage;
  install_handlers();
  limit_process(0);
  int devices = 0;
  const cudaError_t error = cudaGetDeviceCount(&devices);
  if (error != cudaSuccess) return no_device(ready, error);
  if (devices == 0) return no_device(ready, cudaErrorNoDevice);
  cudaDeviceProp properties = {};
  const cudaError_t asked = cudaGetDeviceProperties(&properties, 0);
  if (asked != cudaSuccess) return no_device(ready, asked);
  // A GPU that is full, broken or another's alone (compute mode) shows itself here, and not as a
  // failure of the submission's first call.
  const cudaError_t begun = cudaFree(nullptr);
  if (begun != cudaSuccess) return no_device(ready, begun);
  describe_memory(0, ready);
  int driver = 0, runtime = 0;
  cudaDriverGetVersion(&driver);
  cudaRuntimeGetVersion(&runtime);
  std::snprintf(ready.device, sizeof ready.device, "%.40s, driver for CUDA %d.%d, CUDA %d.%d",
                properties.name, driver / 1000, driver % 1000 / 10, runtime / 1000,
                runtime % 1000 / 10);
  return true;
}

void set_phase(Phase phase) { page->phase = phase; }

void watch_word(const void*) {}  // a GPU does not tell

void begin_call(const Request& request) { arm_watchdog(request.processor_seconds); }
void end_call() { arm_watchdog(0); }

void fill(void* device, std::uint32_t word, std::size_t bytes) {
  constexpr std::size_t chunk_words = std::size_t{1} << 18;
  const std::vector<std::uint32_t> chunk(std::min(chunk_words, bytes / sizeof word + 1), word);
  const std::size_t chunk_bytes = chunk.size() * sizeof word;
  for (std::size_t at = 0; at < bytes; at += chunk_bytes)
    cudaMemcpy(static_cast<char*>(device) + at, chunk.data(), std::min(chunk_bytes, bytes - at),
               cudaMemcpyHostToDevice);
}

// Guards of a GPU are words that the grader compares afterwards.
void close_guards(void*, const char*, std::size_t, void*, std::size_t) {}
void open_guards(void*, std::size_t) {}

int drain() { return cudaDeviceSynchronize(); }

void note_input(const void*, std::size_t) {}
void note_output(const void*, std::size_t) {}
void function_begins() {}
void function_ends() {}
void account(const Request&, Reply&) {}  // nobody counts there

}  // namespace worker::backend
