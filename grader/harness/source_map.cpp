#include "harness/source_map.hpp"

#include <algorithm>
#include <utility>

#include "harness/text.hpp"

namespace harness {
namespace {

std::string index_text(const std::uint32_t (&index)[3]) {
  if (index[1] == 0 && index[2] == 0) return std::to_string(index[0]);
  return "(" + std::to_string(index[0]) + ", " + std::to_string(index[1]) + ", " +
         std::to_string(index[2]) + ")";
}

std::uint32_t places_of(const worker::ReportedFinding& finding) {
  return std::min<std::uint32_t>(finding.place_count, 2);
}

}  // namespace

SourceMap::SourceMap(std::string file, LineLookup lines, TextLookup text)
    : file_(std::move(file)), lookup_(std::move(lines)), text_(std::move(text)) {}

void SourceMap::load(const worker::ReportPage& page) {
  std::vector<std::uint64_t> wanted;
  const auto want = [&](std::uint64_t address) {
    if (address != 0 && !known_.contains(address) &&
        std::find(wanted.begin(), wanted.end(), address) == wanted.end())
      wanted.push_back(address);
  };
  const std::uint32_t findings = std::min(page.finding_count, worker::max_findings);
  for (std::uint32_t k = 0; k < findings; ++k)
    for (std::uint32_t p = 0; p < places_of(page.findings[k]); ++p)
      if (page.findings[k].places[p].line <= 0) want(page.findings[k].places[p].return_address);
  if (page.departure != worker::Departure::none)
    for (std::uint32_t k = 0; k < std::min(page.address_count, worker::max_addresses); ++k)
      want(page.addresses[k]);
  if (!wanted.empty()) look_up(wanted);
}

void SourceMap::look_up(const std::vector<std::uint64_t>& addresses) {
  const std::vector<toolchain::SourceLine> lines = lookup_(addresses);
  for (std::size_t k = 0; k < addresses.size(); ++k)
    known_[addresses[k]] = k < lines.size() ? lines[k].line : 0;
}

result::Place SourceMap::in_host_code(std::uint64_t return_address, std::string role) {
  if (return_address != 0 && !known_.contains(return_address)) look_up({return_address});
  return at_line(line_of(return_address), std::move(role), {});
}

result::Place SourceMap::looked_up(const worker::ReportedPlace& reported, std::string role) {
  const std::uint64_t address = reported.return_address;
  if (address != 0 && !known_.contains(address)) look_up({address});
  return at_line(line_of(address), std::move(role), reported.who);
}

result::Place SourceMap::place(const worker::ReportedPlace& reported) {
  const int line = reported.line > 0 ? reported.line : line_of(reported.return_address);
  return at_line(line, cleaned(reported.role), reported.who);
}

result::Place SourceMap::position(const worker::ReportPage& page, std::string role) {
  int line = 0;
  for (std::uint32_t k = 0; k < std::min(page.address_count, worker::max_addresses) && line == 0;
       ++k)
    line = line_of(page.addresses[k]);
  return at_line(line, std::move(role), page.where);
}

int SourceMap::line_of(std::uint64_t return_address) const {
  const auto found = known_.find(return_address);
  return found != known_.end() ? found->second : 0;
}

result::Place SourceMap::at_line(int line, std::string role, const worker::ThreadId& who) const {
  result::Place place;
  place.role = std::move(role);
  place.file = file_;
  place.line = line;
  if (line > 0) place.text = text_(line);
  place.thread = thread_text(who);
  return place;
}

std::string thread_text(const worker::ThreadId& who) {
  if (who.in_kernel == 0) return "host code";
  return "thread " + index_text(who.thread) + " of block " + index_text(who.block);
}

}  // namespace harness
