#include "harness/text.hpp"

#include <charconv>
#include <cmath>
#include <cstdio>

namespace harness {
namespace {

// Bytes of the UTF-8 sequence at `at`, or 0 where there is none.
std::size_t sequence_length(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t k) { return static_cast<unsigned char>(text[k]); };
  const unsigned char lead = byte(at);
  std::size_t length = 0;
  if (lead < 0x80) return 1;
  if (lead >= 0xC2 && lead <= 0xDF) length = 2;
  if (lead >= 0xE0 && lead <= 0xEF) length = 3;
  if (lead >= 0xF0 && lead <= 0xF4) length = 4;
  if (length == 0 || at + length > text.size()) return 0;
  for (std::size_t k = 1; k < length; ++k)
    if ((byte(at + k) & 0xC0) != 0x80) return 0;
  const unsigned char second = byte(at + 1);
  const bool too_long = (lead == 0xE0 && second < 0xA0) || (lead == 0xF0 && second < 0x90);
  const bool no_character = (lead == 0xED && second > 0x9F) || (lead == 0xF4 && second > 0x8F);
  return too_long || no_character ? 0 : length;
}

}  // namespace

std::string cleaned(std::string_view text, std::size_t limit) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = sequence_length(text, at);
    const bool plain =
        length == 1 && static_cast<unsigned char>(text[at]) >= 0x20 && text[at] != 0x7F;
    const std::string_view piece = plain || length > 1 ? text.substr(at, length) : "?";
    if (out.size() + piece.size() > limit) break;
    // A tab is worth a space.
    if (length == 1 && text[at] == '\t')
      out += ' ';
    else
      out += piece;
    at += length > 0 ? length : 1;
  }
  return out;
}

std::string with_commas(std::uint64_t value) {
  std::string digits = std::to_string(value);
  for (std::size_t at = digits.size(); at > 3;) {
    at -= 3;
    digits.insert(at, ",");
  }
  return digits;
}

std::string exact_text(float value) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value < 0 ? "-inf" : "inf";
  char buffer[64];
  const auto [end, error] = std::to_chars(buffer, buffer + sizeof buffer, value);
  return error == std::errc() ? std::string(buffer, end) : std::string("?");
}

std::string fixed(double value, int digits) {
  char buffer[64];
  std::snprintf(buffer, sizeof buffer, "%.*f", digits, value);
  return buffer;
}

std::string counted(std::uint64_t count, std::string_view noun) {
  return with_commas(count) + ' ' + std::string(noun) + (count == 1 ? "" : "s");
}

}  // namespace harness
