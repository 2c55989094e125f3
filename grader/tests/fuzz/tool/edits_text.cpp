// Edits that know nothing of C++: bytes, lines, encodings.
#include <algorithm>
#include <array>

#include "edits.hpp"

namespace fuzz {
namespace {

/// Begin and length of up to `longest` bytes somewhere.
struct Range {
  std::size_t begin, length;
};

Range some_range(std::string_view text, Random& random, std::size_t longest) {
  const std::size_t begin = random.below(text.size() + 1);
  return {begin, std::min(random.between(1, longest), text.size() - begin)};
}

std::string some_bytes(Random& random, std::size_t count) {
  std::string bytes;
  while (bytes.size() < count) bytes += static_cast<char>(random.below(256));
  return bytes;
}

/// Begin and length of a line, its line end included.
Range some_line(std::string_view text, Random& random) {
  const std::size_t begin = some_line_start(text, random);
  const std::size_t end = std::min(text.find('\n', begin), text.size());
  return {begin, std::min(end + 1, text.size()) - begin};
}

void insert_bytes(std::string& text, Random& random) {
  text.insert(random.below(text.size() + 1), some_bytes(random, random.between(1, 16)));
}

void overwrite_bytes(std::string& text, Random& random) {
  for (std::size_t count = random.between(1, 8); count > 0 && !text.empty(); --count)
    text[random.below(text.size())] = static_cast<char>(random.below(256));
}

void flip_bits(std::string& text, Random& random) {
  for (std::size_t count = random.between(1, 4); count > 0 && !text.empty(); --count)
    text[random.below(text.size())] ^= static_cast<char>(1u << random.below(8));
}

void insert_null(std::string& text, Random& random) {
  text.insert(random.below(text.size() + 1), random.between(1, 3), '\0');
}

void delete_range(std::string& text, Random& random) {
  const Range range = some_range(text, random, 200);
  text.erase(range.begin, range.length);
}

void duplicate_range(std::string& text, Random& random) {
  const Range range = some_range(text, random, 400);
  const std::string piece = text.substr(range.begin, range.length);
  text.insert(random.below(text.size() + 1), piece);
}

void truncate(std::string& text, Random& random) { text.resize(random.below(text.size() + 1)); }

void drop_beginning(std::string& text, Random& random) {
  text.erase(0, random.below(text.size() + 1));
}

void delete_line(std::string& text, Random& random) {
  const Range line = some_line(text, random);
  text.erase(line.begin, line.length);
}

void duplicate_line(std::string& text, Random& random) {
  const Range line = some_line(text, random);
  const std::string piece = text.substr(line.begin, line.length);
  const std::size_t times = random.chance(20) ? random.between(2, 2000) : 1;
  std::string more;
  for (std::size_t k = 0; k < times; ++k) more += piece;
  text.insert(line.begin, more);
}

void swap_lines(std::string& text, Random& random) {
  Range first = some_line(text, random), second = some_line(text, random);
  if (first.begin > second.begin) std::swap(first, second);
  if (first.begin == second.begin) return;
  const std::string a = text.substr(first.begin, first.length),
                    b = text.substr(second.begin, second.length);
  text.replace(second.begin, second.length, a);
  text.replace(first.begin, first.length, b);
}

void join_lines(std::string& text, Random& random) {
  const std::size_t at = text.find('\n', random.below(text.size() + 1));
  if (at != std::string::npos) text.replace(at, 1, random.chance(50) ? " " : "\\\n");
}

void carriage_returns_only(std::string& text, Random&) {
  std::replace(text.begin(), text.end(), '\n', '\r');
}

void mixed_line_ends(std::string& text, Random& random) {
  for (std::size_t at = 0; (at = text.find('\n', at)) != std::string::npos; at += 2)
    if (random.chance(30)) text.replace(at, 1, random.chance(50) ? "\r\n" : "\n\r");
}

void utf16(std::string& text, Random& random) {
  const bool little = random.chance(50);
  std::string wide = little ? "\xFF\xFE" : "\xFE\xFF";
  for (const char c : text) {
    if (little) {
      wide += c;
      wide += '\0';
    } else {
      wide += '\0';
      wide += c;
    }
  }
  text = wide;
}

void latin1(std::string& text, Random& random) {
  constexpr std::array<const char*, 4> pieces = {
      "// gr\xF6\xDF"
      "e\n",
      "// \x80\x99\n", "/* \xE9 */", "\xA0"};
  text.insert(some_line_start(text, random), random.pick(pieces));
}

void odd_unicode(std::string& text, Random& random) {
  // Direction marks, a joiner, a line separator, surrogates, beyond the last code point, overlong.
  constexpr std::array<const char*, 8> pieces = {"\xE2\x80\xAE",
                                                 "\xE2\x80\x8D",
                                                 "\xE2\x80\xA8",
                                                 "\xED\xA0\x80",
                                                 "\xC0\x80",
                                                 "\xF4\x90\x80\x80",
                                                 "\xEF\xBB\xBF",
                                                 "\xC2\x9B"
                                                 "31m"};
  const bool in_comment = random.chance(50);
  const std::string piece = random.pick(pieces);
  text.insert(in_comment ? some_line_start(text, random) : random.below(text.size() + 1),
              in_comment ? "// " + piece + "\n" : piece);
}

void terminal_codes(std::string& text, Random& random) {
  constexpr std::array<const char*, 4> pieces = {"\x1b[2J", "\x1b]0;title\x07", "\b\b\b",
                                                 "\x1b[31m"};
  text.insert(random.below(text.size() + 1), random.pick(pieces));
}

void empty_or_tiny(std::string& text, Random& random) {
  constexpr std::array<std::string_view, 8> texts = {"", "\n", " ", "\\", "\"", "#", "/*", "\xEF"};
  text = random.pick(texts);
}

void only_bytes(std::string& text, Random& random) {
  text = some_bytes(random, random.between(1, 5000));
}

void too_large(std::string& text, Random& random) {
  constexpr std::size_t mebibyte = 1 << 20;
  const std::size_t size = mebibyte - 2 + random.below(5);
  text.resize(std::max(text.size(), size), random.chance(50) ? '\n' : ' ');
}

}  // namespace

std::size_t some_line_start(std::string_view text, Random& random) {
  const std::size_t at = random.below(text.size() + 1);
  const std::size_t before = at == 0 ? std::string_view::npos : text.rfind('\n', at - 1);
  return before == std::string_view::npos ? 0 : before + 1;
}

const std::vector<Edit>& text_edits() {
  static const std::vector<Edit> edits = {
      {"insert bytes", insert_bytes},
      {"overwrite bytes", overwrite_bytes},
      {"flip bits", flip_bits},
      {"insert a null", insert_null},
      {"delete a range", delete_range},
      {"duplicate a range", duplicate_range},
      {"truncate", truncate},
      {"drop the beginning", drop_beginning},
      {"delete a line", delete_line},
      {"delete a line", delete_line},  // twice: what people do is likelier
      {"duplicate a line", duplicate_line},
      {"swap lines", swap_lines},
      {"swap lines", swap_lines},
      {"join lines", join_lines},
      {"carriage returns only", carriage_returns_only},
      {"mixed line ends", mixed_line_ends},
      {"UTF-16", utf16},
      {"Latin-1", latin1},
      {"odd Unicode", odd_unicode},
      {"terminal codes", terminal_codes},
      {"empty or tiny", empty_or_tiny},
      {"only bytes", only_bytes},
      {"too large", too_large},
  };
  return edits;
}

}  // namespace fuzz
