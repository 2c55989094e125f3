// What edits do, and what those that keep a source's meaning must not do.
#include <algorithm>
#include <map>
#include <set>

#include "frontend/lexer.hpp"
#include "support.hpp"
#include "tool/edits.hpp"
#include "tool/make.hpp"
#include "tool/words.hpp"

namespace {

using fuzz::Random;

const std::vector<fuzz::Lab>& labs() {
  static const std::vector<fuzz::Lab> all = fuzz::read_stock(SUM_TO_SCAN_SOURCE_DIR);
  return all;
}

/// Texts of the code's tokens and of the macros', as the frontend sees them.
std::vector<std::string> tokens(std::string_view text) {
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  std::vector<emulator::frontend::Issue> issues;
  const auto lexed = emulator::frontend::lex(text, issues);
  std::vector<std::string> all;
  for (const auto& token : lexed.code) all.emplace_back(token.text);
  for (const auto& macro : lexed.macros) {
    all.emplace_back(macro.name);
    for (const auto& token : macro.body) all.emplace_back(token.text);
  }
  CHECK(issues.empty());
  return all;
}

std::vector<std::string> words(const std::string& text) {
  std::vector<std::string> all;
  for (const fuzz::Word& word : fuzz::words_of(text)) all.emplace_back(fuzz::text_of(text, word));
  return all;
}

}  // namespace

TEST_CASE("random numbers are those of SplitMix64") {
  // The first outputs for the seed 1234567, as published with the algorithm.
  Random random(1234567);
  CHECK(random.next() == 6457827717110365317u);
  CHECK(random.next() == 3203168211198807973u);
  CHECK(random.next() == 9817491932198370423u);
}

TEST_CASE("words, numbers, marks and literals") {
  using Words = std::vector<std::string>;
  CHECK(words("int a = b->c; // d\n/* e */ f") ==
        Words{"int", "a", "=", "b", "-", ">", "c", ";", "f"});
  CHECK(words("1e-5f 1'000 .5f 0x1p-3 'x' \"a // b\" R\"(c\n\")\"") ==
        Words{"1e-5f", "1'000", ".", "5f", "0x1p-3", "'x'", "\"a // b\"", "R\"(c\n\")\""});
  const std::string text = "#define A \\\n  b\nc\n";
  REQUIRE(fuzz::words_of(text, false).size() == 1);
  CHECK(fuzz::text_of(text, fuzz::words_of(text, false).front()) == "c");
  for (const char* broken : {"\"", "'", "R\"", "R\"x(", "/*", "//", "\\", "\"\\", "#"})
    CHECK(fuzz::words_of(broken).size() <= 2);
}

TEST_CASE("the same seed makes the same file, and another seed another one") {
  std::set<std::string> texts;
  constexpr std::uint64_t count = 200;
  for (std::uint64_t seed = 0; seed < count; ++seed) {
    const fuzz::Submission made = fuzz::make_submission(labs(), seed);
    const fuzz::Submission again = fuzz::make_submission(labs(), seed);
    CHECK(made.text == again.text);
    CHECK(made.file == again.file);
    CHECK(made.lab == again.lab);
    texts.insert(made.text);
  }
  CHECK(texts.size() > count * 8 / 10);  // two seeds may delete the same line
}

TEST_CASE("each edit of each kind changes a solution") {
  for (const auto* edits : {&fuzz::text_edits(), &fuzz::word_edits(), &fuzz::code_edits(),
                            &fuzz::mutant_edits(), &fuzz::keeping_edits()}) {
    for (const fuzz::Edit& edit : *edits) {
      CAPTURE(edit.name);
      const std::string& before = labs()[1].originals[labs()[1].solutions.front()].text;
      bool changed = false;
      for (std::uint64_t seed = 0; seed < 50 && !changed; ++seed) {
        Random random(seed);
        std::string text = before;
        edit.apply(text, random);
        changed = text != before;
      }
      CHECK(changed);
    }
  }
}

TEST_CASE("each edit takes texts that are hardly any") {
  for (const auto* edits : {&fuzz::text_edits(), &fuzz::word_edits(), &fuzz::code_edits(),
                            &fuzz::mutant_edits(), &fuzz::keeping_edits()})
    for (const fuzz::Edit& edit : *edits)
      for (const char* before : {"", "\n", "a", ";\n", "<<<", "\"", "#", "\\"})
        for (std::uint64_t seed = 0; seed < 20; ++seed) {
          Random random(seed);
          std::string text = before;
          edit.apply(text, random);
          CHECK(text.size() < std::size_t{1} << 21);
        }
}

TEST_CASE("what keeps the meaning keeps the tokens") {
  for (const fuzz::Lab& lab : labs()) {
    if (lab.solutions.empty()) continue;
    const std::string& before = lab.originals[lab.solutions.front()].text;
    const std::vector<std::string> due = tokens(before);
    for (const fuzz::Edit& edit : fuzz::keeping_edits())
      for (std::uint64_t seed = 0; seed < 20; ++seed) {
        Random random(seed);
        std::string text = before;
        edit.apply(text, random);
        if (tokens(text) != due) FAIL(edit.name << ", seed " << seed << ":\n" << text);
      }
  }
}

TEST_CASE("another name is given everywhere, and to nothing else") {
  const std::string before =
      "#include \"lab.hpp\"\nvoid f(float* d_in, int n) { s.x = d_in[n]; }\n";
  std::set<std::string> given_away;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    Random random(seed);
    std::string text = before;
    fuzz::rename_one(text, random, {"f", "lab"});
    const std::vector<std::string> old = words(before), fresh = words(text);
    REQUIRE(old.size() == fresh.size());
    std::map<std::string, std::string> names;
    for (std::size_t k = 0; k < old.size(); ++k) {
      if (old[k] != fresh[k]) given_away.insert(old[k]);
      CHECK(names.emplace(old[k], fresh[k]).first->second == fresh[k]);
    }
  }
  CHECK(given_away == std::set<std::string>{"d_in", "n"});
}

TEST_CASE("the stock holds all that there is to edit") {
  CHECK(labs().size() >= 8);
  for (const fuzz::Lab& lab : labs()) {
    CAPTURE(lab.name);
    CHECK(lab.starters.size() == 1);
    CHECK(lab.taken.contains("blockIdx"));
    const auto from = [&](const std::string& folder) {
      return std::count_if(lab.originals.begin(), lab.originals.end(),
                           [&](const auto& original) { return original.name.starts_with(folder); });
    };
    CHECK(from("grader/tests/cases/handed/") > 0);
    CHECK(from("grader/tests/cases/own/") > 0);
    CHECK(from("grader/tests/emulator/") > 0);
  }
}
