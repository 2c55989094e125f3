#include "lexer.hpp"

#include <utility>

#include "scanner.hpp"

namespace emulator::frontend {
namespace {

class Lexer {
 public:
  Lexer(std::string_view source, std::vector<Issue>& issues)
      : scanner_(source, issues), issues_(issues) {}

  Lexed run() {
    for (scanner_.skip_trivia(false); !scanner_.at_end(); scanner_.skip_trivia(false)) {
      const bool first_in_line = scanner_.at_line_start();
      if (first_in_line && scanner_.skip_hash()) {
        directive();
        continue;
      }
      const Token token = scanner_.next();
      if (first_in_line && token.text == "##") {
        scanner_.skip_line();
      } else {
        lexed_.code.push_back(token);
      }
    }
    return std::move(lexed_);
  }

 private:
  void directive() {
    scanner_.skip_trivia(true);
    const Token name = scanner_.at_line_end() ? Token{} : scanner_.next();
    if (name.kind == TokenKind::number) {
      // The compiler would take what follows for the text of another file.
      issues_.push_back({IssueKind::malformed, name.line,
                         "A line that begins with # and a number is a mark of preprocessed text; a "
                         "source has none."});
    } else if (name.text == "define") {
      define();
    } else if (name.text == "include") {
      scanner_.skip_trivia(true);
      const bool angled = scanner_.peek() == '<';
      const std::string_view header = scanner_.header_name();
      if (!header.empty()) lexed_.includes.push_back({header, angled, name.line});
    } else if (one_of(name.text, {"if", "ifdef", "ifndef"})) {
      open_conditional(name.text == "if");
    } else if (one_of(name.text, {"else", "elif"})) {
      mark(Conditional::Kind::alternative);
    } else if (name.text == "endif") {
      mark(Conditional::Kind::close);
      if (depth_ > 0) --depth_;
    }
    scanner_.skip_line();
    scanner_.set_lenient(depth_ > 0);
  }

  void define() {
    scanner_.skip_trivia(true);
    if (scanner_.at_line_end()) return;
    scanner_.set_lenient(true);
    const Token name = scanner_.next();
    Macro macro;
    macro.name = name.text;
    if (scanner_.peek() == '(') {
      macro.function_like = true;
      while (!scanner_.at_line_end()) {
        const Token token = scanner_.next();
        if (token.text == ")") break;
        if (token.kind == TokenKind::identifier) macro.parameters.push_back(token.text);
        if (token.text == "...") macro.parameters.push_back("__VA_ARGS__");
        scanner_.skip_trivia(true);
      }
    }
    for (scanner_.skip_trivia(true); !scanner_.at_line_end(); scanner_.skip_trivia(true)) {
      macro.body.push_back(scanner_.next());
    }
    lexed_.macros.push_back(std::move(macro));
  }

  void open_conditional(bool has_expression) {
    ++depth_;
    scanner_.set_lenient(true);
    scanner_.skip_trivia(true);
    bool dead = false;
    if (has_expression && !scanner_.at_line_end()) {
      const Token condition = scanner_.next();
      scanner_.skip_trivia(true);
      dead = scanner_.at_line_end() && one_of(condition.text, {"0", "false"});
    }
    mark(dead ? Conditional::Kind::open_dead : Conditional::Kind::open);
    if (!dead) return;
    scanner_.skip_line();
    scanner_.skip_dead_group();
  }

  void mark(Conditional::Kind kind) { lexed_.conditionals.push_back({kind, lexed_.code.size()}); }

  Scanner scanner_;
  std::vector<Issue>& issues_;
  Lexed lexed_;
  int depth_ = 0;
};

}  // namespace

Lexed lex(std::string_view source, std::vector<Issue>& issues) {
  return Lexer(source, issues).run();
}

}  // namespace emulator::frontend
