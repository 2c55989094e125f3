// A source as words, numbers and marks, however broken it is. It shares no code with the frontend,
// which is under test.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace fuzz {

struct Word {
  enum class Kind { name, number, mark, literal };
  Kind kind;
  std::size_t begin, end;  ///< Offsets in the text.
};

/// The words of `text` outside of comments and, with `directives` false, outside of lines that
/// begin with #. A mark is one character; an unclosed literal ends with its line.
std::vector<Word> words_of(std::string_view text, bool directives = true);

inline std::string_view text_of(std::string_view text, const Word& word) {
  return text.substr(word.begin, word.end - word.begin);
}

}  // namespace fuzz
