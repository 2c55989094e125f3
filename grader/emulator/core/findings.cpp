#include "core/findings.hpp"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <mutex>

#include "core/state.hpp"

namespace emu {

namespace {
worker::ReportPage private_page;
worker::ReportedFinding overflow;  // where findings go when the page is full
std::mutex report_mutex;

template <std::size_t Size>
void copy_text(char (&to)[Size], const char* from) {
  std::snprintf(to, Size, "%s", from);
}

bool same_place(const worker::ReportedFinding& finding, const char* code,
                const FindingPlace* places, std::size_t count) {
  if (std::strcmp(finding.code, code) != 0 || finding.place_count != count) return false;
  for (std::size_t k = 0; k < count; ++k) {
    const auto address = reinterpret_cast<std::uint64_t>(places[k].pc);
    if (finding.places[k].return_address != address || finding.places[k].line != places[k].line)
      return false;
  }
  return true;
}
}  // namespace

worker::ReportPage* report_page = &private_page;

void attach_report_page(void* shared_memory) {
  report_page = static_cast<worker::ReportPage*>(shared_memory);
}

worker::ThreadId current_thread() {
  worker::ThreadId id;
  if (!current.in_kernel || current.block == nullptr) return id;
  id.in_kernel = 1;
  const Index3& b = current.block->index;
  id.block[0] = b.x, id.block[1] = b.y, id.block[2] = b.z;
  if (current.thread != nullptr) {
    const Index3& t = current.thread->index;
    id.thread[0] = t.x, id.thread[1] = t.y, id.thread[2] = t.z;
  }
  return id;
}

worker::ReportedFinding& report(const char* code, worker::Severity severity,
                                std::initializer_list<FindingPlace> places, const char* message,
                                const char* look_at, const void* address) {
  const std::lock_guard lock(report_mutex);
  worker::ReportPage& page = *report_page;
  const std::size_t count = std::min<std::size_t>(places.size(), 2);
  const std::uint32_t known = std::min(page.finding_count, worker::max_findings);
  for (std::uint32_t k = 0; k < known; ++k) {
    worker::ReportedFinding& finding = page.findings[k];
    if (finding.severity == severity && same_place(finding, code, places.begin(), count)) {
      ++finding.occurrences;
      return finding;
    }
  }
  const bool full = known == worker::max_findings;
  worker::ReportedFinding& finding = full ? overflow : page.findings[known];
  finding = worker::ReportedFinding{};
  copy_text(finding.code, code);
  finding.severity = severity;
  finding.place_count = static_cast<std::uint32_t>(count);
  for (std::size_t k = 0; k < count; ++k) {
    const FindingPlace& place = places.begin()[k];
    finding.places[k].return_address = reinterpret_cast<std::uint64_t>(place.pc);
    finding.places[k].line = place.line;
    copy_text(finding.places[k].role, place.role);
    finding.places[k].who = place.who;
  }
  finding.address = reinterpret_cast<std::uint64_t>(address);
  finding.occurrences = 1;
  copy_text(finding.message, message);
  copy_text(finding.look_at, look_at);
  if (!full) page.finding_count = known + 1;
  return finding;
}

}  // namespace emu
