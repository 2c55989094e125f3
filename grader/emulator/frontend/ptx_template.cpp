#include "ptx_template.hpp"

#include <cctype>
#include <cstddef>

#include "token.hpp"

namespace emulator::frontend {
namespace {

constexpr std::size_t npos = std::string_view::npos;

bool is_space(char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; }

bool is_digit(char c) { return c >= '0' && c <= '9'; }

std::string without_comments(std::string_view text) {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool line = text.compare(i, 2, "//") == 0;
    if (!line && text.compare(i, 2, "/*") != 0) {
      result += text[i];
      continue;
    }
    const std::size_t end = line ? text.find('\n', i) : text.find("*/", i + 2);
    if (end == npos) break;
    i = line ? end : end + 1;
    result += ' ';
  }
  return result;
}

std::vector<std::string> split(std::string_view text, char separator) {
  std::vector<std::string> pieces(1);
  int depth = 0;
  for (const char c : text) {
    if (c == '{' || c == '[') ++depth;
    if (c == '}' || c == ']') --depth;
    if (c == separator && depth == 0) {
      pieces.emplace_back();
    } else if (!is_space(c)) {
      pieces.back() += c;
    }
  }
  if (pieces.size() == 1 && pieces.front().empty()) pieces.clear();
  return pieces;
}

PtxInstruction parse_instruction(std::string_view text) {
  PtxInstruction instruction;
  std::size_t end = 0;
  while (end < text.size() && !is_space(text[end])) ++end;
  instruction.opcode = text.substr(0, end);
  // A qualifier may itself hold "::", as in .shared::cta, hence no other separator than the dot.
  instruction.parts = split(instruction.opcode, '.');
  instruction.operands = split(text.substr(end), ',');
  return instruction;
}

}  // namespace

std::string string_value(std::string_view literal) {
  const std::size_t quote = literal.find('"');
  const std::size_t last = literal.rfind('"');
  if (quote == npos || last <= quote) return {};
  std::string_view body = literal.substr(quote + 1, last - quote - 1);
  if (quote > 0 && literal[quote - 1] == 'R') {
    const std::size_t open = body.find('(');
    const std::size_t close = body.rfind(')');
    return open == npos || close <= open ? std::string()
                                         : std::string(body.substr(open + 1, close - open - 1));
  }
  std::string value;
  for (std::size_t i = 0; i < body.size(); ++i) {
    if (body[i] != '\\' || i + 1 == body.size()) {
      value += body[i];
      continue;
    }
    const char escaped = body[++i];
    if (escaped == 'n') value += '\n';
    if (escaped == 't' || escaped == 'r') value += ' ';
    if (escaped != 'n' && escaped != 't' && escaped != 'r' && escaped != '\n') value += escaped;
  }
  return value;
}

std::vector<PtxInstruction> parse_ptx(std::string_view text) {
  std::vector<PtxInstruction> instructions;
  const std::string code = without_comments(text);
  for (std::size_t begin = 0; begin < code.size();) {
    const std::size_t end = std::min(code.find(';', begin), code.size());
    std::size_t first = begin;
    while (first < end && is_space(code[first])) ++first;
    if (first < end) {
      instructions.push_back(parse_instruction(std::string_view(code).substr(first, end - first)));
    }
    begin = end + 1;
  }
  return instructions;
}

std::optional<int> operand_index(std::string_view text, const std::vector<std::string>& names) {
  if (text.size() < 2 || text[0] != '%') return std::nullopt;
  if (text[1] == '[' && text.back() == ']') {
    const std::string_view name = text.substr(2, text.size() - 3);
    for (std::size_t i = 0; i < names.size(); ++i) {
      if (!name.empty() && names[i] == name) return static_cast<int>(i);
    }
    return std::nullopt;
  }
  if (text.size() > 3) return std::nullopt;
  int number = 0;
  for (const char c : text.substr(1)) {
    if (!is_digit(c)) return std::nullopt;
    number = number * 10 + (c - '0');
  }
  if (number >= static_cast<int>(names.size())) return std::nullopt;
  return number;
}

std::string_view special_register(std::string_view text) {
  if (text.substr(0, 2) == "%%") text.remove_prefix(1);
  if (text.size() < 2 || text[0] != '%' || is_digit(text[1]) || text[1] == '[') return {};
  return text.substr(1);
}

}  // namespace emulator::frontend
