// Edits of words, numbers and brackets, and floods of them.
#include <algorithm>
#include <array>

#include "edits.hpp"
#include "words.hpp"

namespace fuzz {
namespace {

using Kind = Word::Kind;

std::vector<Word> words_of_kind(std::string_view text, Kind kind) {
  std::vector<Word> words = words_of(text);
  std::erase_if(words, [kind](const Word& word) { return word.kind != kind; });
  return words;
}

std::string repeated(std::string_view piece, std::size_t times) {
  std::string text;
  text.reserve(piece.size() * times);
  for (std::size_t k = 0; k < times; ++k) text += piece;
  return text;
}

void replace(std::string& text, const Word& word, std::string_view by) {
  text.replace(word.begin, word.end - word.begin, by);
}

void delete_word(std::string& text, Random& random) {
  const std::vector<Word> words = words_of(text);
  if (!words.empty()) replace(text, random.pick(words), "");
}

void duplicate_word(std::string& text, Random& random) {
  const std::vector<Word> words = words_of(text);
  if (words.empty()) return;
  const Word& word = random.pick(words);
  text.insert(word.begin, std::string(text_of(text, word)) + ' ');
}

void swap_words(std::string& text, Random& random) {
  const std::vector<Word> words = words_of(text);
  if (words.size() < 2) return;
  const std::size_t k = random.below(words.size() - 1);
  const std::size_t other = random.chance(60) ? k + 1 : random.between(k + 1, words.size() - 1);
  const std::string a(text_of(text, words[k])), b(text_of(text, words[other]));
  replace(text, words[other], a);
  replace(text, words[k], b);
}

void another_word(std::string& text, Random& random) {
  const std::vector<Word> names = words_of_kind(text, Kind::name);
  if (names.empty()) return;
  const std::string by(text_of(text, random.pick(names)));
  replace(text, random.pick(names), by);
}

void another_mark(std::string& text, Random& random) {
  constexpr std::array<std::string_view, 24> marks = {"+", "-", "*",  "/",  "%",   "&",  "|",  "^",
                                                      "<", ">", "=",  "!",  "~",   "?",  ":",  ",",
                                                      ";", ".", "->", "::", "<<<", ">>", "&&", "#"};
  const std::vector<Word> all = words_of_kind(text, Kind::mark);
  if (!all.empty()) replace(text, random.pick(all), random.pick(marks));
}

void extreme_number(std::string& text, Random& random) {
  constexpr std::array<std::string_view, 26> numbers = {"0",
                                                        "1",
                                                        "-1",
                                                        "2",
                                                        "31",
                                                        "32",
                                                        "33",
                                                        "255",
                                                        "256",
                                                        "1023",
                                                        "1024",
                                                        "1025",
                                                        "65535",
                                                        "65536",
                                                        "2147483647",
                                                        "(-2147483647-1)",
                                                        "4294967295u",
                                                        "0x7fffffffffffffff",
                                                        "18446744073709551615ull",
                                                        "99999999999999999999999",
                                                        "1e308",
                                                        "1e-45f",
                                                        "0x1p-1074",
                                                        "0.0f",
                                                        "(1 << 31)",
                                                        "1'000'000'000"};
  const std::vector<Word> all = words_of_kind(text, Kind::number);
  if (!all.empty()) replace(text, random.pick(all), random.pick(numbers));
}

void odd_type(std::string& text, Random& random) {
  constexpr std::array<std::string_view, 16> types = {
      "float",    "double", "char",      "int",      "long double", "bool",  "void",  "float4",
      "unsigned", "short",  "long long", "__int128", "auto",        "float", "dim3*", "int&&"};
  std::vector<Word> all = words_of_kind(text, Kind::name);
  std::erase_if(all, [&](const Word& word) {
    const std::string_view name = text_of(text, word);
    return std::find(types.begin(), types.end(), name) == types.end() && name != "size_t";
  });
  if (!all.empty()) replace(text, random.pick(all), random.pick(types));
}

void unbalance(std::string& text, Random& random) {
  constexpr std::string_view brackets = "(){}[]<>";
  const auto at = random.below(text.size() + 1);
  const std::size_t found = text.find_first_of(brackets, at);
  if (found != std::string::npos && random.chance(60)) {
    text.erase(found, 1);
  } else {
    text.insert(at, 1, brackets[random.below(brackets.size())]);
  }
}

void deep_nesting(std::string& text, Random& random) {
  struct Nest {
    std::string_view before, open, middle, close, behind;
  };
  constexpr std::array<Nest, 12> nests = {{
      {"int nested_value = ", "(", "1", ")", ";\n"},
      {"void nested_block() ", "{", "", "}", "\n"},
      {"int nested_list[] = ", "{", "1", "}", ";\n"},
      {"int nested_index(int* p) { return p", "[p", "[0]", "]", "; }\n"},
      {"template <class T> struct Nested {}; using N = ", "Nested<", "int", ">", ";\n"},
      {"auto nested_lambda = ", "[] { return ", "0", "; }", ";\n"},
      {"", "namespace n { ", "int i;", "}", "\n"},
      {"int nested_if(int a) { ", "if (a) ", "return 1;", "", " return 0; }\n"},
      {"int nested_choice(int a) { return ", "a ? a : ", "a", "", "; }\n"},
      {"int nested_sign(int a) { return ", "- ", "a", "", "; }\n"},
      {"", "#if 1\n", "int conditional;\n", "#endif\n", "\n"},
      {"int nested_call(int a) { return ", "nested_call(", "a", ")", "; }\n"},
  }};
  const Nest& nest = random.pick(nests);
  constexpr std::array<std::size_t, 5> depths = {30, 255, 257, 3000, 40'000};
  const std::size_t depth = random.pick(depths);
  text.insert(some_line_start(text, random),
              std::string(nest.before) + repeated(nest.open, depth) + std::string(nest.middle) +
                  repeated(nest.close, depth) + std::string(nest.behind));
}

void long_line(std::string& text, Random& random) {
  constexpr std::array<std::string_view, 7> pieces = {" ",     "x",   "1 + ", "/* */",
                                                      "\"a\"", "a::", ";"};
  constexpr std::array<std::size_t, 3> lengths = {1000, 60'000, 200'000};
  const std::string_view piece = random.pick(pieces);
  const std::string line = repeated(piece, random.pick(lengths) / piece.size());
  const bool in_comment = random.chance(25);
  text.insert(some_line_start(text, random), (in_comment ? "// " : "") + line + "\n");
}

void huge_macro(std::string& text, Random& random) {
  const std::size_t levels = random.between(4, random.chance(20) ? 24 : 14);
  std::string definitions = "#define M0 " + std::string(random.chance(50) ? "1 +" : "+");
  for (std::size_t k = 1; k <= levels; ++k) {
    const std::string last = "M" + std::to_string(k - 1);
    definitions += "\n#define M" + std::to_string(k) + ' ' + last + ' ' + last;
  }
  text.insert(some_line_start(text, random),
              definitions + "\nint macro_value = M" + std::to_string(levels) + " 1;\n");
}

void redefine(std::string& text, Random& random) {
  constexpr std::array<std::string_view, 20> lines = {"#define float double",
                                                      "#define if while",
                                                      "#define __global__",
                                                      "#define int char",
                                                      "#define for if (0) for",
                                                      "#define return",
                                                      "#define std",
                                                      "#define threadIdx blockIdx",
                                                      "#define __syncthreads()",
                                                      "#define __shared__ static",
                                                      "#define atomicAdd(a, b) (*(a) += (b))",
                                                      "#define size_t unsigned char",
                                                      "#define cudaMemset(a, b, c) cudaSuccess",
                                                      "#define CUDA_CHECK(x) x",
                                                      "#undef __CUDACC__",
                                                      "#define __attribute__(x)",
                                                      "#define asm",
                                                      "#define const",
                                                      "#define A A A",
                                                      "#define defined 1"};
  text.insert(some_line_start(text, random), std::string(random.pick(lines)) + "\n");
}

void odd_directive(std::string& text, Random& random) {
  constexpr std::array<std::string_view, 30> lines = {"#line 2147483647",
                                                      "#line 4294967295 \"x\"",
                                                      "#line 1 \"\\n\"",
                                                      "#line 0",
                                                      "#line",
                                                      "# 1 \"/usr/include/stdio.h\" 1",
                                                      "# 1 \"x.cu\" 2",
                                                      "#pragma once",
                                                      "#pragma pack(1)",
                                                      "#pragma GCC optimize(\"O3\")",
                                                      "#pragma GCC target(\"avx512f\")",
                                                      "#pragma GCC poison malloc float",
                                                      "#pragma GCC system_header",
                                                      "#pragma GCC push_options",
                                                      "#pragma GCC diagnostic error \"-Wall\"",
                                                      "#pragma weak main",
                                                      "#pragma redefine_extname a b",
                                                      "#pragma GCC dependency \"/etc/passwd\"",
                                                      "#pragma unroll 1000000",
                                                      "#pragma nv_diag_suppress 1",
                                                      "#error it's wrong",
                                                      "#warning \"\x01\"",
                                                      "#if",
                                                      "#else",
                                                      "#endif",
                                                      "#elif 1",
                                                      "#ident \"a\"",
                                                      "#error No space left on device",
                                                      "#error out of memory",
                                                      "#assert a(b)"};
  text.insert(some_line_start(text, random), std::string(random.pick(lines)) + "\n");
}

}  // namespace

const std::vector<Edit>& word_edits() {
  static const std::vector<Edit> edits = {
      {"delete a word", delete_word},
      {"delete a word", delete_word},
      {"duplicate a word", duplicate_word},
      {"swap words", swap_words},
      {"swap words", swap_words},
      {"another word", another_word},
      {"another word", another_word},
      {"another mark", another_mark},
      {"another mark", another_mark},
      {"an extreme number", extreme_number},
      {"an extreme number", extreme_number},
      {"an extreme number", extreme_number},
      {"an odd type", odd_type},
      {"a bracket too few or too many", unbalance},
      {"deep nesting", deep_nesting},
      {"a long line", long_line},
      {"a huge macro", huge_macro},
      {"a name redefined", redefine},
      {"an odd directive", odd_directive},
  };
  return edits;
}

}  // namespace fuzz
