// Text tools and the Markdown that `lab` shows.
#include "pipeline/text.hpp"
#include "harness/catch.hpp"
#include "pipeline/markdown.hpp"
#include "toolchain/process.hpp"

using namespace pipeline;

TEST_CASE("what a submission says cannot drive the terminal", "[text]") {
  CHECK(printable("plain\ttext\n") == "plain\ttext\n");
  CHECK(printable("\x1b[31mred\x1b[0m\a\b\x7f") == "?[31mred?[0m???");
  CHECK(printable("a\r\nb") == "a\nb");
  CHECK(printable("Größe ≤ 3 \xF0\x9F\x98\x80") == "Größe ≤ 3 \xF0\x9F\x98\x80");
  CHECK(printable("\xff\xc3(\xe2\x82") == std::string(2, '?') + "(" + std::string(2, '?'));
  CHECK(printable("\xC2\x9B"
                  "31m") == "?31m");  // C1: an escape in one
  CHECK(printable("\xE2\x80\xAE"
                  "abc\xE2\x81\xA9\xE2\x80\x8F") == "?abc??");                 // turns the text
  CHECK(printable("\xE2\x80\x99\xE2\x80\xA6") == "\xE2\x80\x99\xE2\x80\xA6");  // ’ and …
}

TEST_CASE("columns count characters and no escape sequences", "[text]") {
  CHECK(columns("Größe") == 5);
  CHECK(columns(Style(true).bad("four")) == 4);
  CHECK(left("ab", 4) == "ab  ");
  CHECK(right("Ä", 3) == "  Ä");
  CHECK(left("longer", 3) == "longer");
  CHECK(cut("abcdefgh", 6) == "abc...");
  CHECK(cut("abcdef", 6) == "abcdef");
}

TEST_CASE("paragraphs are wrapped at blanks", "[text]") {
  CHECK(wrapped("one two three", "> ", "  ", 10) == "> one two\n  three\n");
  CHECK(wrapped("  one\n two ", "", "", 10) == "one two\n");
  CHECK(wrapped("a_word_longer_than_the_page x", "- ", "  ", 10) ==
        "- a_word_longer_than_the_page\n  x\n");
  CHECK(wrapped("", "key ", "", 10) == "key \n");
}

TEST_CASE("numbers and nouns", "[text]") {
  CHECK(with_commas(0) == "0");
  CHECK(with_commas(999) == "999");
  CHECK(with_commas(1000) == "1,000");
  CHECK(with_commas(16777216) == "16,777,216");
  CHECK(points_text(80) == "80");
  CHECK(points_text(12.5) == "12.5");
  CHECK(count_of(1, "check") == "1 check");
  CHECK(count_of(2, "check") == "2 checks");
}

TEST_CASE("a shell reads a quoted word as it was", "[text]") {
  CHECK(shell_word("plain/path.cu") == "plain/path.cu");
  for (const std::string word : {"", "two words", "it's", "$HOME `x` \"y\" \\ *", "~/x", "a\nb"}) {
    const auto answer = toolchain::run({"sh", "-c", "printf %s " + shell_word(word)});
    CHECK(answer.output == word);
  }
}

TEST_CASE("the nearest word is offered only where one is near", "[text]") {
  const std::vector<std::string> known = {"data_race", "deadlock", "crash"};
  CHECK(nearest("datarace", known) == "data_race");
  CHECK(nearest("deadlok", known) == "deadlock");
  CHECK(nearest("crahs", known) == "crash");
  CHECK(nearest("banana", known).empty());
}

TEST_CASE("Markdown is set for a terminal", "[markdown]") {
  const std::string page = render_markdown(R"(# Title

A paragraph with `code`, **strong** words, a product 2*4*8 and [a link](docs/x.md).

- first item that is long enough to be wrapped at the end of the page, which is eighty wide
- second

```cpp
int  x = *p;  // as it is

  y;
```

1. one
2. two
)",
                                           Style(false));
  CHECK(page == R"(Title
=====

A paragraph with `code`, strong words, a product 2*4*8 and a link (docs/x.md).

- first item that is long enough to be wrapped at the end of the page, which is
  eighty wide
- second

    int  x = *p;  // as it is

      y;

1. one
2. two
)");
}

TEST_CASE("colour replaces marks", "[markdown]") {
  CHECK(render_markdown("a `b` **c**", Style(true)) == "a \x1b[36mb\x1b[0m \x1b[1mc\x1b[0m\n");
}
