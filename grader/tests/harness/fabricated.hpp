// Report pages and replies as workers would leave them.
#pragma once

#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

#include "harness/evidence.hpp"
#include "harness/source_map.hpp"
#include "harness/worker_process.hpp"

namespace fabricated {

/// Addresses 1000 + n lie in line n of the submission, all others in none.
inline harness::SourceMap sources() {
  return harness::SourceMap(
      "sum.cu",
      [](const std::vector<std::uint64_t>& addresses) {
        std::vector<toolchain::SourceLine> lines;
        for (const std::uint64_t address : addresses)
          lines.push_back(
              {"sum.cu", address >= 1000 && address < 2000 ? static_cast<int>(address - 1000) : 0});
        return lines;
      },
      [](int line) { return "line " + std::to_string(line); });
}

template <std::size_t size>
void set(char (&to)[size], const std::string& text) {
  std::snprintf(to, size, "%s", text.c_str());
}

inline worker::ReportedFinding& add_finding(worker::ReportPage& page, const std::string& code,
                                            const std::string& message, int line = 24,
                                            worker::Severity severity = worker::Severity::error) {
  worker::ReportedFinding& finding = page.findings[page.finding_count++];
  set(finding.code, code);
  set(finding.message, message);
  set(finding.look_at, "look here");
  finding.severity = severity;
  finding.occurrences = 1;
  finding.place_count = 1;
  finding.places[0].return_address = static_cast<std::uint64_t>(1000 + line);
  finding.places[0].who.in_kernel = 1;
  finding.places[0].who.thread[0] = 17;
  set(finding.places[0].role, "writes here");
  return finding;
}

inline harness::CallOutcome replied() {
  harness::CallOutcome outcome;
  outcome.end = harness::End::replied;
  outcome.reply.kind = worker::ReplyKind::returned;
  outcome.processor_limit = 2;
  return outcome;
}

inline harness::CallOutcome left(worker::Departure departure) {
  harness::CallOutcome outcome;
  outcome.end = harness::End::left;
  outcome.exit_code = 100;
  outcome.processor_limit = 2;
  outcome.page.departure = departure;
  outcome.page.address_count = 3;
  outcome.page.addresses[0] = 5;  // in the C library
  outcome.page.addresses[1] = 1031;
  outcome.page.addresses[2] = 1040;
  return outcome;
}

inline harness::CallOutcome signalled(int number, std::uint64_t address, bool in_kernel = false) {
  harness::CallOutcome outcome = left(worker::Departure::signal);
  outcome.page.signal = number;
  outcome.page.fault_address = address;
  outcome.page.where.in_kernel = in_kernel ? 1 : 0;
  return outcome;
}

}  // namespace fabricated
