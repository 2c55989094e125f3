// Edits that leave the meaning of a source as it is: a grader that minds one of them rejects right
// work.
#include <algorithm>
#include <array>

#include "edits.hpp"
#include "words.hpp"

namespace fuzz {
namespace {

constexpr std::string_view byte_order_mark_bytes = "\xEF\xBB\xBF";

/// Where the text begins: in front of a byte order mark it would be one no more.
std::size_t front_of(std::string_view text) {
  return text.starts_with(byte_order_mark_bytes) ? byte_order_mark_bytes.size() : 0;
}

/// Where blanks and comments may stand: in front of a name or a number, where no operator, prefix
/// of a literal or fraction is split, and in no directive.
std::size_t some_gap(std::string_view text, Random& random) {
  std::vector<Word> words = words_of(text, false);
  std::erase_if(words, [&](const Word& word) {
    const bool fraction = word.begin > 0 && text[word.begin - 1] == '.';
    return word.kind == Word::Kind::mark || word.kind == Word::Kind::literal || fraction ||
           word.begin < front_of(text);
  });
  return words.empty() ? text.size() : random.pick(words).begin;
}

/// Nothing that ends with a backslash, which would join the next line.
std::string some_comment(Random& random) {
  constexpr std::array<std::string_view, 14> texts = {"it's",
                                                      "\"",
                                                      "__syncthreads();",
                                                      "k<<<1, 2>>>()",
                                                      "#include \"/etc/passwd\"",
                                                      "{ ( [",
                                                      "TODO: nothing",
                                                      "gr\xC3\xB6\xC3\x9F"
                                                      "er als n \xE2\x9C\x93",
                                                      "R\"(",
                                                      "asm(\"syscall\")",
                                                      "no_sanitize fork system",
                                                      "?\?/ ?\?=",
                                                      "// /*",
                                                      "\xF0\x9F\x98\x80 tab\there"};
  return std::string(random.pick(texts));
}

void block_comment(std::string& text, Random& random) {
  const bool long_one = random.chance(10);
  std::string inside = some_comment(random);
  if (long_one) inside += std::string(20'000, '*') + "\n" + inside;
  text.insert(some_gap(text, random), "/* " + inside + " */ ");
}

void line_comment(std::string& text, Random& random) {
  text.insert(some_gap(text, random), "// " + some_comment(random) + "\n");
}

void comment_in_front(std::string& text, Random& random) {
  text.insert(front_of(text),
              "// " + some_comment(random) + "\n/* " + some_comment(random) + "\n */\n");
}

void blanks(std::string& text, Random& random) {
  constexpr std::array<std::string_view, 7> pieces = {" ",      "\t", "\n", "\n\n\n",
                                                      "   \t ", "\f", "\v"};
  for (std::size_t count = random.between(1, 30); count > 0; --count)
    text.insert(some_gap(text, random), random.pick(pieces));
}

void continued_line(std::string& text, Random& random) {
  text.insert(some_gap(text, random), "\\\n");
}

/// Line ends inside of a raw string are part of it.
bool has_raw_string(std::string_view text) { return text.find("R\"") != std::string_view::npos; }

void carriage_returns(std::string& text, Random&) {
  if (has_raw_string(text)) return;
  for (std::size_t at = 0; (at = text.find('\n', at)) != std::string::npos; at += 2)
    text.insert(at, 1, '\r');
}

void blanks_behind_lines(std::string& text, Random& random) {
  if (has_raw_string(text)) return;
  for (std::size_t at = 0; (at = text.find('\n', at)) != std::string::npos; at += 2) {
    const bool continued = at > 0 && (text[at - 1] == '\\' || text[at - 1] == '\r');
    if (continued || random.chance(60)) {
      --at;
    } else {
      text.insert(at, 1, random.chance(50) ? ' ' : '\t');
    }
  }
}

void no_last_line_end(std::string& text, Random&) {
  while (!text.empty() && text.back() == '\n') text.pop_back();
}

void byte_order_mark(std::string& text, Random&) {
  if (front_of(text) == 0) text.insert(0, byte_order_mark_bytes);
}

/// Between statements: in the arguments of a macro no directive may stand.
void dead_group(std::string& text, Random& random) {
  constexpr std::array<std::string_view, 5> texts = {"it's", "k<<<1", "}}} (", "__syncthreads(",
                                                     "#error no"};
  text.insert(some_statement_start(text, random),
              "#if 0\n" + std::string(random.pick(texts)) + "\n#endif\n");
}

bool is_type(std::string_view word) {
  constexpr std::array<std::string_view, 9> types = {"float", "int",  "unsigned", "size_t", "bool",
                                                     "auto",  "void", "double",   "float4"};
  return std::find(types.begin(), types.end(), word) != types.end();
}

}  // namespace

const std::vector<Edit>& keeping_edits() {
  static const std::vector<Edit> edits = {
      {"a comment", block_comment},
      {"a comment to the line's end", line_comment},
      {"a comment in front", comment_in_front},
      {"blanks", blanks},
      {"a continued line", continued_line},
      {"carriage returns", carriage_returns},
      {"blanks behind lines", blanks_behind_lines},
      {"no last line end", no_last_line_end},
      {"a byte order mark", byte_order_mark},
      {"a dead group", dead_group},
  };
  return edits;
}

void rename_one(std::string& text, Random& random, const std::set<std::string>& taken) {
  const std::vector<Word> words = words_of(text);
  std::set<std::string> own, others;
  for (std::size_t k = 0; k < words.size(); ++k) {
    if (words[k].kind != Word::Kind::name) continue;
    const std::string name(text_of(text, words[k]));
    const std::string_view before = k > 0 ? text_of(text, words[k - 1]) : "";
    const std::string_view further = k > 1 ? text_of(text, words[k - 2]) : "";
    if (is_type(before) || ((before == "*" || before == "&") && is_type(further))) own.insert(name);
    if (before == "." || before == ":" || before == ">" || before == "#") others.insert(name);
  }
  std::erase_if(own, [&](const std::string& name) {
    return others.contains(name) || taken.contains(name) || is_type(name) || name.starts_with('_');
  });
  const std::vector<std::string> candidates(own.begin(), own.end());
  if (candidates.empty()) return;
  const std::string& old = random.pick(candidates);
  const std::array<std::string, 6> names = {"renamed_value",
                                            "q7",
                                            "summe_der_gr\xC3\xB6\xC3\x9F"
                                            "e",
                                            "a_" + std::string(300, 'x'),
                                            "Worker",
                                            "test_case_Z"};
  const std::string& fresh = random.pick(names);
  const bool clash = taken.contains(fresh) ||
                     std::any_of(words.begin(), words.end(),
                                 [&](auto& word) { return text_of(text, word) == fresh; });
  if (clash) return;
  for (std::size_t k = words.size(); k-- > 0;) {
    if (words[k].kind == Word::Kind::name && text_of(text, words[k]) == old)
      text.replace(words[k].begin, words[k].end - words[k].begin, fresh);
  }
}

}  // namespace fuzz
