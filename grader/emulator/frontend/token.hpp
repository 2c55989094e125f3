// One token of a CUDA source. Blanks and comments are no tokens: they stay in the text untouched.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string_view>

namespace emulator::frontend {

enum class TokenKind : std::uint8_t { identifier, number, string, character, punctuator };

/// `<` and `>` are always tokens of their own, so that `>>>` can close templates or a launch.
struct Token {
  TokenKind kind;
  std::string_view text;
  std::size_t begin;  ///< Offset in the source.
  std::size_t end;    ///< One past the last byte.
  int line;           ///< 1-based.
  /// Comes from an alias's body and stands where the alias is used: the first such token at the
  /// alias's place, the others (`begin` == `end`) behind it.
  bool from_alias = false;
};

inline bool one_of(std::string_view text, std::initializer_list<std::string_view> words) {
  return std::find(words.begin(), words.end(), text) != words.end();
}

}  // namespace emulator::frontend
