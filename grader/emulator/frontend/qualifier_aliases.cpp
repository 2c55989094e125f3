#include "qualifier_aliases.hpp"

#include <cstddef>
#include <map>
#include <string_view>
#include <utility>
#include <vector>

namespace emulator::frontend {
namespace {

constexpr std::size_t longest_alias = 16;  // tokens; aliases of aliases must not grow for ever

bool is_cuda_specifier(std::string_view word) {
  return one_of(word, {"__host__", "__device__", "__global__", "__shared__", "__constant__",
                       "__managed__", "__forceinline__", "__noinline__", "__launch_bounds__",
                       "__align__", "__grid_constant__"});
}

bool is_specifier(const Token& token) {
  return is_cuda_specifier(token.text) || token.kind == TokenKind::string ||
         one_of(token.text, {"static", "inline", "extern", "void", "const", "volatile", "constexpr",
                             "__restrict__", "__inline__"});
}

/// Whether the tokens are specifiers and their arguments alone.
bool is_alias_body(const std::vector<Token>& body) {
  if (body.empty() || body.size() > longest_alias) return false;
  bool cuda = false;
  int depth = 0;
  for (std::size_t i = 0; i < body.size(); ++i) {
    const Token& token = body[i];
    if (token.text == "(") {
      const bool arguments = depth > 0 || (i > 0 && is_cuda_specifier(body[i - 1].text));
      if (!arguments) return false;
      ++depth;
    } else if (token.text == ")") {
      if (--depth < 0) return false;
    } else if (depth == 0 && !is_specifier(token)) {
      return false;
    }
    cuda = cuda || is_cuda_specifier(token.text);
  }
  return cuda && depth == 0;
}

using Aliases = std::map<std::string_view, const std::vector<Token>*>;

void expand(std::vector<Token>& tokens, const Aliases& aliases) {
  if (aliases.empty()) return;
  std::vector<Token> expanded;
  for (const Token& token : tokens) {
    const auto found =
        token.kind == TokenKind::identifier ? aliases.find(token.text) : aliases.end();
    if (found == aliases.end()) {
      expanded.push_back(token);
      continue;
    }
    std::size_t begin = token.begin;
    for (Token copy : *found->second) {
      copy.begin = begin;
      copy.end = begin = token.end;
      copy.line = token.line;
      copy.from_alias = true;
      expanded.push_back(copy);
    }
  }
  tokens = std::move(expanded);
}

}  // namespace

void expand_qualifier_aliases(Lexed& lexed) {
  Aliases aliases;
  for (Macro& macro : lexed.macros) {
    expand(macro.body, aliases);
    macro.is_alias = !macro.function_like && is_alias_body(macro.body);
    if (macro.is_alias) aliases.emplace(macro.name, &macro.body);
  }
  expand(lexed.code, aliases);
}

}  // namespace emulator::frontend
