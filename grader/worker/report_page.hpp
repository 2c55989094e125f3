// The page of shared memory through which a worker tells what it saw, also when it dies.
// Nothing in it is trusted: the grader reads it with bounds checks and never takes a value from it.
#pragma once

#include <cstdint>

namespace worker {

struct ThreadId {
  std::int32_t in_kernel = 0;  ///< 0: host code; the rest has no meaning then.
  std::uint32_t block[3] = {0, 0, 0};
  std::uint32_t thread[3] = {0, 0, 0};
};

enum class Severity : std::uint32_t { error, note };

/// One place of a finding: a return address, or a line where the emulator knows it already.
struct ReportedPlace {
  std::uint64_t return_address = 0;
  std::int32_t line = 0;
  char role[44] = {};  ///< "writes here"
  ThreadId who;
};

struct ReportedFinding {
  char code[24] = {};  ///< A verdict's name.
  Severity severity = Severity::error;
  std::uint32_t place_count = 0;
  ReportedPlace places[2];
  std::uint64_t address = 0;  ///< The access's address, to match a later signal; else 0.
  std::uint64_t occurrences = 0;
  char message[320] = {};
  char look_at[200] = {};
};

enum class Phase : std::uint32_t { starting, waiting, in_call, copying, left };

/// Why the worker left by itself.
enum class Departure : std::uint32_t { none, signal, time_limit, deadlock, host_device_mixup };

inline constexpr unsigned max_findings = 48;
inline constexpr unsigned max_addresses = 24;

struct ReportPage {
  Phase phase = Phase::starting;
  Departure departure = Departure::none;
  std::int32_t signal = 0;
  std::uint64_t fault_address = 0;
  ThreadId where;                   ///< Who ran when it left.
  std::uint32_t address_count = 0;  ///< Program counters, innermost first: the grader takes the
  std::uint64_t addresses[max_addresses] = {};  ///< first that lies in the submission.
  std::uint32_t finding_count = 0;
  ReportedFinding findings[max_findings];
};

inline constexpr std::uint64_t report_page_bytes = (sizeof(ReportPage) + 4095) / 4096 * 4096;

}  // namespace worker
