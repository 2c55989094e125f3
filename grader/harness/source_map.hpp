// Addresses of a worker as lines of the submission.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "result/result.hpp"
#include "toolchain/symbolizer.hpp"
#include "worker/report_page.hpp"

namespace harness {

class SourceMap {
 public:
  using LineLookup =
      std::function<std::vector<toolchain::SourceLine>(const std::vector<std::uint64_t>&)>;
  using TextLookup = std::function<std::string(int line)>;

  /// `file`: the submission as the student named it.
  SourceMap(std::string file, LineLookup lines, TextLookup text);

  /// Looks up all addresses of a page that are not known yet, in one run of the symbolizer.
  void load(const worker::ReportPage& page);

  result::Place place(const worker::ReportedPlace& reported);
  /// A return address in host code, looked up where it is not known yet.
  result::Place in_host_code(std::uint64_t return_address, std::string role);
  /// What the worker tells outside of a page, looked up where it is not known yet.
  result::Place looked_up(const worker::ReportedPlace& reported, std::string role);
  /// The innermost address of a page that lies in the submission.
  result::Place position(const worker::ReportPage& page, std::string role);

 private:
  void look_up(const std::vector<std::uint64_t>& addresses);
  int line_of(std::uint64_t return_address) const;
  result::Place at_line(int line, std::string role, const worker::ThreadId& who) const;

  std::string file_;
  LineLookup lookup_;
  TextLookup text_;
  std::map<std::uint64_t, int> known_;
};

/// "thread 17 of block 0", "thread (1, 2, 0) of block (0, 3, 0)", "host code".
std::string thread_text(const worker::ThreadId& who);

}  // namespace harness
