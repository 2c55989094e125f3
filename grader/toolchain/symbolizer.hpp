// Turns program counters of a worker into lines of the submission.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace toolchain {

struct SourceLine {
  std::string file;
  int line = 0;  ///< 0: the address belongs to no line of the submission.
};

/// Looks up return addresses (one is taken off each, so that the call's own line is found). Inlined
/// frames are followed outwards until a line of `submission` is met. One addr2line run for all.
std::vector<SourceLine> source_lines(const std::filesystem::path& program,
                                     const std::filesystem::path& submission,
                                     const std::vector<std::uint64_t>& return_addresses);

/// Line `line` of the file without its end and indentation kept; empty where there is none.
std::string source_text(const std::filesystem::path& file, int line);

}  // namespace toolchain
