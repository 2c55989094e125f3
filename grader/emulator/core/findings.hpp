// Writes findings into the report page (worker/report_page.hpp).
#pragma once

#include <cstdint>
#include <initializer_list>

#include "worker/report_page.hpp"

namespace emu {

/// The page of this process; a private one until attach_report_page.
extern worker::ReportPage* report_page;
void attach_report_page(void* shared_memory);

/// Who runs now.
worker::ThreadId current_thread();

struct FindingPlace {
  const void* pc = nullptr;  ///< Return address in the submission; or
  int line = 0;              ///< a line known already.
  const char* role = "";
  worker::ThreadId who;
};

/// Adds a finding, or counts it up where one with the same code and first place is there already.
/// `message` and `look_at` are cut to the page's lengths. Returns the finding's slot (a scratch one
/// where the page is full).
worker::ReportedFinding& report(const char* code, worker::Severity severity,
                                std::initializer_list<FindingPlace> places, const char* message,
                                const char* look_at, const void* address = nullptr);

/// A runtime call that failed: code cuda_error, with the call's name and the error's. `reason` says
/// which value could not be accepted; empty where that is not known.
void report_failed_call(const char* call, int error, const void* pc, const char* reason = "");

/// Installs the handlers for faults and for the processor-time limit, on a stack of their own.
void install_signal_handlers();
/// Processor seconds from now until the watchdog records where the program is and leaves; 0
/// disarms.
void arm_watchdog(double seconds);
[[noreturn]] void leave(worker::Departure why);
/// Called by leave() where set: a stand-alone program prints its findings then.
extern void (*before_leaving)();

}  // namespace emu
