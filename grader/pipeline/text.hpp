// Small tools for text that goes to a terminal.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace pipeline {

/// Width of every report.
inline constexpr std::size_t page_width = 80;

/// Escape sequences, or nothing where colour is off.
class Style {
 public:
  explicit Style(bool colour = false) : colour_(colour) {}
  bool colour() const { return colour_; }
  std::string bold(std::string_view text) const { return paint("1", text); }
  std::string dim(std::string_view text) const { return paint("2", text); }
  std::string good(std::string_view text) const { return paint("32", text); }
  std::string bad(std::string_view text) const { return paint("1;31", text); }
  std::string warn(std::string_view text) const { return paint("33", text); }
  std::string code(std::string_view text) const { return paint("36", text); }

 private:
  std::string paint(std::string_view how, std::string_view text) const;
  bool colour_;
};

/// `text` without what could drive a terminal: control characters but tab and newline become '?',
/// bytes that are no UTF-8 as well. All that comes from a submission passes here.
std::string printable(std::string_view text);

/// Columns that UTF-8 text takes (one per code point; escape sequences take none).
std::size_t columns(std::string_view text);
/// `text` filled with blanks to `width` columns, on the right or (right-aligned) on the left.
std::string left(std::string_view text, std::size_t width);
std::string right(std::string_view text, std::size_t width);
/// `text` cut to `width` columns; what was cut ends in "...".
std::string cut(std::string_view text, std::size_t width);

/// Breaks at blanks; line breaks in `text` count as blanks. The first line begins with `first`, the
/// others with `rest`; words longer than a line are left whole. Ends in a newline.
std::string wrapped(std::string_view text, std::string_view first, std::string_view rest,
                    std::size_t width = page_width);

std::vector<std::string> lines(std::string_view text);
std::string trimmed(std::string_view text);

/// 16777216 -> "16,777,216"
std::string with_commas(std::uint64_t number);
/// 80 -> "80", 12.5 -> "12.5"
std::string points_text(double points);
/// "1 check", "3 checks"
std::string count_of(std::uint64_t count, std::string_view noun);
/// As a shell takes it: quoted only where it must be.
std::string shell_word(std::string_view text);

/// The entry of `known` that looks most like `word`, or nothing where none is close.
std::string nearest(std::string_view word, const std::vector<std::string>& known);

}  // namespace pipeline
