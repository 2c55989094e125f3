// Random edits of a submission's text.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "random.hpp"

namespace fuzz {

struct Edit {
  std::string_view name;
  /// Changes the text, which may be empty or hold any bytes.
  void (*apply)(std::string& text, Random& random);
};

/// Bytes and lines: deleted, doubled, swapped, spoilt; other encodings and line ends.
const std::vector<Edit>& text_edits();
/// Words, numbers and brackets, and what a source can be flooded with: depth, length, macros.
const std::vector<Edit>& word_edits();
/// Code that nobody's solution has: odd files included, attributes, assembler text, constructors
/// that do not end, output without end.
const std::vector<Edit>& code_edits();
/// What grader/tests/mutants does to a source, one change at a time: most of it compiles.
const std::vector<Edit>& mutant_edits();
/// Comments, blanks, line ends and a byte order mark: what it means stays as it is.
const std::vector<Edit>& keeping_edits();

/// Gives one of the names that `text` itself defines another name; does nothing where it finds none
/// that is surely its own. No word of `taken`, which holds those of the headers, is touched.
void rename_one(std::string& text, Random& random, const std::set<std::string>& taken);

/// Where a line begins; the text's end where there is none.
std::size_t some_line_start(std::string_view text, Random& random);

/// Where a statement can stand in a function's body: behind a ; or { at the end of a line. The
/// text's end where there is none.
std::size_t some_statement_start(std::string_view text, Random& random);

}  // namespace fuzz
