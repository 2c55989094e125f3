#include "toolchain/symbolizer.hpp"

#include <fmt/format.h>

#include <charconv>
#include <fstream>
#include <string_view>

#include "toolchain/process.hpp"
#include "toolchain/rooms.hpp"
#include "toolchain/source.hpp"
#include "toolchain/submission.hpp"

namespace toolchain {
namespace {

/// One line of addr2line: "FILE:LINE" or "FILE:LINE (discriminator 3)"; LINE is "?" where unknown.
SourceLine parse_frame(std::string_view text) {
  if (const std::size_t note = text.rfind(" (discriminator "); note != std::string_view::npos) {
    text = text.substr(0, note);
  }
  const std::size_t colon = text.rfind(':');
  if (colon == std::string_view::npos) return {};
  SourceLine frame{std::string(text.substr(0, colon)), 0};
  const std::string_view number = text.substr(colon + 1);
  std::from_chars(number.data(), number.data() + number.size(), frame.line);
  return frame;
}

std::string addresses_as_text(const std::vector<std::uint64_t>& return_addresses) {
  std::string text;
  for (const std::uint64_t address : return_addresses) {
    text += fmt::format("{:#x}\n", address == 0 ? 0 : address - 1);
  }
  return text;
}

}  // namespace

std::vector<SourceLine> source_lines(const std::filesystem::path& program,
                                     const std::filesystem::path& submission,
                                     const std::vector<std::uint64_t>& return_addresses) {
  std::vector<SourceLine> found(return_addresses.size());
  if (found.empty()) return found;
  ProcessOptions options = options_in(reading_room(program), {});
  options.standard_input = addresses_as_text(return_addresses);
  options.limit = std::chrono::seconds(20);
  options.output_limit = std::size_t{16} << 20;
  const ProcessResult addr2line =
      run({Layout::configured().addr2line, "-a", "-i", "-e", program.string()}, options);

  // The build compiled the submission under its own name in a folder of its own.
  std::error_code ignored;
  const std::filesystem::path folder =
      std::filesystem::weakly_canonical(program.parent_path() / source_folder, ignored);
  const std::string ours = (folder / source_name(submission)).string();
  std::size_t address = 0;  // counts from 1 while reading
  std::string_view rest = addr2line.output;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    const std::string_view line = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    if (line.starts_with("0x")) {
      ++address;
    } else if (address >= 1 && address <= found.size() && found[address - 1].line == 0) {
      SourceLine frame = parse_frame(line);
      if (frame.line > 0 && frame.file == ours) {
        found[address - 1] = {submission.filename().string(), frame.line};
      }
    }
  }
  return found;
}

std::string source_text(const std::filesystem::path& file, int line) {
  std::ifstream stream(file, std::ios::binary);
  std::string text;
  for (int k = 0; k < line; ++k) {
    if (!std::getline(stream, text)) return {};
  }
  if (line < 1) return {};
  if (!text.empty() && text.back() == '\r') text.pop_back();
  return text;
}

}  // namespace toolchain
