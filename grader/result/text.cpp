#include "result/text.hpp"

#include <cstdint>

namespace result {
namespace {

constexpr std::string_view replacement = "\xEF\xBF\xBD";

/// Length of the well-formed sequence at the front of `text` and its code point; 0 where there is
/// none (overlong forms, surrogates and values above U+10FFFF are not well-formed).
std::size_t decode(std::string_view text, std::uint32_t& code_point) {
  const auto byte = [&](std::size_t k) { return static_cast<unsigned char>(text[k]); };
  const unsigned lead = byte(0);
  std::size_t length = 0;
  std::uint32_t smallest = 0;
  if (lead < 0x80) {
    code_point = lead;
    return 1;
  } else if (lead >= 0xC2 && lead <= 0xDF) {
    length = 2, smallest = 0x80, code_point = lead & 0x1F;
  } else if (lead >= 0xE0 && lead <= 0xEF) {
    length = 3, smallest = 0x800, code_point = lead & 0x0F;
  } else if (lead >= 0xF0 && lead <= 0xF4) {
    length = 4, smallest = 0x10000, code_point = lead & 0x07;
  }
  if (length == 0 || text.size() < length) return 0;
  for (std::size_t k = 1; k < length; ++k) {
    if ((byte(k) & 0xC0) != 0x80) return 0;
    code_point = code_point << 6 | (byte(k) & 0x3F);
  }
  const bool surrogate = code_point >= 0xD800 && code_point <= 0xDFFF;
  return code_point < smallest || code_point > 0x10FFFF || surrogate ? 0 : length;
}

bool is_dropped(std::uint32_t code_point) {
  if (code_point == '\n' || code_point == '\t') return false;
  return code_point < 0x20 || (code_point >= 0x7F && code_point <= 0x9F);
}

}  // namespace

std::string clean_text(std::string_view text) {
  std::string clean;
  clean.reserve(text.size());
  while (!text.empty()) {
    std::uint32_t code_point = 0;
    const std::size_t length = decode(text, code_point);
    if (length == 0) {
      clean += replacement;
    } else if (!is_dropped(code_point)) {
      clean += text.substr(0, length);
    }
    text.remove_prefix(length == 0 ? 1 : length);
  }
  return clean;
}

}  // namespace result
