#include "pipeline/text.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <numeric>
#include <utility>

namespace pipeline {
namespace {

constexpr std::string_view blanks = " \t\r\n";

/// Bytes of the UTF-8 character at the front of `text`; 0 where there is none.
std::size_t character_length(std::string_view text) {
  const auto lead = static_cast<unsigned char>(text[0]);
  const std::size_t length = lead < 0x80                    ? 1
                             : lead >= 0xC2 && lead <= 0xDF ? 2
                             : lead >= 0xE0 && lead <= 0xEF ? 3
                             : lead >= 0xF0 && lead <= 0xF4 ? 4
                                                            : 0;
  if (length == 0 || length > text.size()) return 0;
  for (std::size_t k = 1; k < length; ++k) {
    if ((static_cast<unsigned char>(text[k]) & 0xC0) != 0x80) return 0;
  }
  return length;
}

/// Characters that turn or hide text: C1 controls, bidirectional marks and overrides.
bool drives_terminal(std::string_view character) {
  if (character.size() == 1) {
    const auto byte = static_cast<unsigned char>(character[0]);
    return (byte < 0x20 && byte != '\t' && byte != '\n') || byte == 0x7F;
  }
  if (character.size() == 2) {
    return character[0] == '\xC2' && static_cast<unsigned char>(character[1]) < 0xA0;
  }
  return character >= "\xE2\x80\x8E" && character <= "\xE2\x81\xA9" && character.size() == 3 &&
         (character <= "\xE2\x80\x8F" ||
          (character >= "\xE2\x80\xAA" && character <= "\xE2\x80\xAE") ||
          character >= "\xE2\x81\xA6");
}

}  // namespace

std::string Style::paint(std::string_view how, std::string_view text) const {
  return colour_ ? fmt::format("\x1b[{}m{}\x1b[0m", how, text) : std::string(text);
}

std::string printable(std::string_view text) {
  std::string result;
  result.reserve(text.size());
  while (!text.empty()) {
    const std::size_t length = character_length(text);
    const std::string_view character = text.substr(0, std::max<std::size_t>(length, 1));
    if (length == 0 || drives_terminal(character)) {
      if (character != "\r") result += '?';
    } else {
      result += character;
    }
    text.remove_prefix(character.size());
  }
  return result;
}

std::size_t columns(std::string_view text) {
  std::size_t count = 0;
  for (std::size_t k = 0; k < text.size(); ++k) {
    if (text[k] == '\x1b') {
      k = std::min(text.find('m', k), text.size());
    } else if ((static_cast<unsigned char>(text[k]) & 0xC0) != 0x80) {
      ++count;
    }
  }
  return count;
}

std::string left(std::string_view text, std::size_t width) {
  const std::size_t used = columns(text);
  return std::string(text) + std::string(used < width ? width - used : 0, ' ');
}

std::string right(std::string_view text, std::size_t width) {
  const std::size_t used = columns(text);
  return std::string(used < width ? width - used : 0, ' ') + std::string(text);
}

std::string cut(std::string_view text, std::size_t width) {
  if (columns(text) <= width) return std::string(text);
  std::size_t end = 0, used = 0;
  while (end < text.size() && used + 3 < width) {
    end += std::max<std::size_t>(character_length(text.substr(end)), 1);
    ++used;
  }
  return std::string(text.substr(0, end)) + "...";
}

std::string wrapped(std::string_view text, std::string_view first, std::string_view rest,
                    std::size_t width) {
  std::string result(first);
  std::size_t used = columns(first);
  bool line_has_word = false;
  for (std::size_t at = text.find_first_not_of(blanks); at != std::string_view::npos;) {
    const std::size_t end = std::min(text.find_first_of(blanks, at), text.size());
    const std::string_view word = text.substr(at, end - at);
    const std::size_t need = columns(word);
    if (line_has_word && used + 1 + need > width) {
      result += '\n';
      result += rest;
      used = columns(rest);
      line_has_word = false;
    }
    if (line_has_word) {
      result += ' ';
      ++used;
    }
    result += word;
    used += need;
    line_has_word = true;
    at = text.find_first_not_of(blanks, end);
  }
  return result + '\n';
}

std::vector<std::string> lines(std::string_view text) {
  std::vector<std::string> result;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    std::string_view line = text.substr(0, end);
    if (line.ends_with('\r')) line.remove_suffix(1);
    result.emplace_back(line);
    if (end == std::string_view::npos) break;
    text.remove_prefix(end + 1);
  }
  return result;
}

std::string trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(blanks);
  if (begin == std::string_view::npos) return {};
  return std::string(text.substr(begin, text.find_last_not_of(blanks) - begin + 1));
}

std::string with_commas(std::uint64_t number) {
  std::string digits = std::to_string(number);
  for (std::size_t at = digits.size(); at > 3;) digits.insert(at -= 3, ",");
  return digits;
}

std::string points_text(double points) { return fmt::format("{:.6g}", points); }

std::string count_of(std::uint64_t count, std::string_view noun) {
  return fmt::format("{} {}{}", with_commas(count), noun, count == 1 ? "" : "s");
}

std::string shell_word(std::string_view text) {
  constexpr std::string_view plain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./=:,+@%";
  if (!text.empty() && text.find_first_not_of(plain) == std::string_view::npos) {
    return std::string(text);
  }
  std::string result = "'";
  for (const char c : text) {
    if (c == '\'') {
      result += "'\\''";
    } else {
      result += c;
    }
  }
  return result + "'";
}

std::string nearest(std::string_view word, const std::vector<std::string>& known) {
  std::string best;
  std::size_t best_distance = std::max<std::size_t>(2, word.size() / 3) + 1;
  for (const std::string& candidate : known) {
    std::vector<std::size_t> row(candidate.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 1; i <= word.size(); ++i) {
      std::size_t diagonal = std::exchange(row[0], i);
      for (std::size_t k = 1; k <= candidate.size(); ++k) {
        const std::size_t replaced = diagonal + (word[i - 1] == candidate[k - 1] ? 0 : 1);
        diagonal = std::exchange(row[k], std::min({replaced, row[k] + 1, row[k - 1] + 1}));
      }
    }
    if (row.back() < best_distance) {
      best_distance = row.back();
      best = candidate;
    }
  }
  return best;
}

}  // namespace pipeline
