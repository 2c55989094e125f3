// Faults and the processor-time limit: record where the program is, then leave the process.
#include <execinfo.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <ucontext.h>
#include <unistd.h>

#include <cmath>

#include "core/findings.hpp"
#include "core/state.hpp"

namespace emu {

namespace {

constexpr std::size_t signal_stack_bytes = 256 * 1024;

void add_address(const void* pc) {
  worker::ReportPage& page = *report_page;
  if (pc != nullptr && page.address_count < worker::max_addresses)
    page.addresses[page.address_count++] = reinterpret_cast<std::uint64_t>(pc);
}

void on_signal(int number, siginfo_t* info, void* context) {
  worker::ReportPage& page = *report_page;
  const auto* const machine = static_cast<const ucontext_t*>(context);
  page.address_count = 0;
  // The interrupted instruction is no return address: the reader takes one off each.
  const auto pc = static_cast<std::uint64_t>(machine->uc_mcontext.gregs[REG_RIP]);
  add_address(reinterpret_cast<const void*>(pc + 1));
  add_address(current.last_pc);
  page.signal = number;
  page.fault_address = reinterpret_cast<std::uint64_t>(info->si_addr);
  void* frames[worker::max_addresses];
  if (!current.in_kernel || current.thread != nullptr) {
    const int count = backtrace(frames, worker::max_addresses);
    for (int k = 0; k < count; ++k) add_address(frames[k]);
  }
  leave(number == SIGPROF || number == SIGXCPU ? worker::Departure::time_limit
                                               : worker::Departure::signal);
}

}  // namespace

void (*before_leaving)() = nullptr;

void install_signal_handlers() {
  void* frames[2];
  backtrace(frames, 2);  // the first call loads what it needs, which no handler may
  stack_t stack{};
  stack.ss_sp =
      mmap(nullptr, signal_stack_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  stack.ss_size = signal_stack_bytes;
  sigaltstack(&stack, nullptr);
  struct sigaction action {};
  action.sa_sigaction = on_signal;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  sigfillset(&action.sa_mask);
  for (const int number : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGPROF, SIGXCPU})
    sigaction(number, &action, nullptr);
}

void arm_watchdog(double seconds) {
  itimerval timer{};
  timer.it_value.tv_sec = static_cast<time_t>(seconds);
  timer.it_value.tv_usec = static_cast<suseconds_t>((seconds - std::floor(seconds)) * 1e6);
  setitimer(ITIMER_PROF, &timer, nullptr);
}

void leave(worker::Departure why) {
  worker::ReportPage& page = *report_page;
  page.where = current_thread();
  page.departure = why;
  page.phase = worker::Phase::left;
  if (before_leaving != nullptr) before_leaving();
  _exit(100 + static_cast<int>(why));
}

}  // namespace emu
