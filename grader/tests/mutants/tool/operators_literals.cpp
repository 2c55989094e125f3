// Numbers and identity elements.
#include <cctype>
#include <cstdint>
#include <optional>
#include <sstream>

#include "operators.hpp"

namespace mutants {
namespace {

using emulator::frontend::one_of;
using emulator::frontend::TokenKind;

struct Integer {
  std::uint64_t value;
  bool hexadecimal;
  std::string suffix;
};

/// Nothing where the literal is no decimal or hexadecimal integer.
std::optional<Integer> integer(std::string_view text) {
  Integer read{0, text.starts_with("0x") || text.starts_with("0X"), {}};
  std::size_t at = read.hexadecimal ? 2 : 0;
  const std::uint64_t base = read.hexadecimal ? 16 : 10;
  const std::size_t first = at;
  for (; at < text.size(); ++at) {
    const char c = text[at];
    if (c == '\'') continue;
    const auto byte = static_cast<unsigned char>(c);
    if (read.hexadecimal ? std::isxdigit(byte) == 0 : std::isdigit(byte) == 0) break;
    const int digit = std::isdigit(byte) != 0 ? c - '0' : std::tolower(byte) - 'a' + 10;
    read.value = read.value * base + static_cast<std::uint64_t>(digit);
  }
  if (at == first || (!read.hexadecimal && at > first + 1 && text[first] == '0'))
    return std::nullopt;
  read.suffix = text.substr(at);
  if (read.suffix.find_first_not_of("uUlL") != std::string::npos) return std::nullopt;
  return read;
}

std::string literal(std::uint64_t value, const Integer& like) {
  std::ostringstream text;
  if (like.hexadecimal) text << "0x" << std::hex;
  text << value << like.suffix;
  return text.str();
}

/// N in `float x[N];`. More than N would be as right.
bool is_array_bound(const Code& code, std::size_t at) {
  const Statement* const statement = code.statement_at(at);
  const int open = code.pieces()[at].parent;
  if (statement == nullptr || statement->kind != Statement::Kind::declaration || open < 0 ||
      code.text(static_cast<std::size_t>(open)) != "[")
    return false;
  for (std::size_t k = statement->first; k < static_cast<std::size_t>(open); ++k)
    if (code.text(k) == "=") return false;
  return true;
}

bool is_power_of_two(std::uint64_t value) { return value >= 2 && (value & (value - 1)) == 0; }

/// The literal scales something, or is where a loop begins that halves or doubles: one more or less
/// is no mistake that people make there.
bool is_scale(const Code& code, std::size_t at) {
  const auto scales = [&](std::size_t sign) {
    return one_of(code.text(sign), {"*", "/", "%", "*=", "/=", "%=", "+=", "-=", "<<", ">>"});
  };
  if (scales(at + 1) || (at > 0 && scales(at - 1))) return true;
  const int open = code.pieces()[at].parent;
  return open > 0 && code.text(static_cast<std::size_t>(open) - 1) == "for" &&
         code.text(at - 1) == "=";
}

void change_integer(Proposals& proposals, std::size_t at, const Integer& number) {
  const auto put = [&](std::string_view change, std::uint64_t value) {
    proposals.replace(change, at, literal(value, number));
  };
  const bool all_ones = number.value == 0xffffffffu, bound = is_array_bound(proposals.code(), at);
  if (is_power_of_two(number.value) && is_scale(proposals.code(), at)) {
    put("stride", 2 * number.value);
    put("stride", number.value / 2);
    return;
  }
  if (number.value <= 1) put("identity", 1 - number.value);
  if (number.value > 1) put("constant", number.value - 1);
  if (number.value > 0 && !bound && !all_ones) put("constant", number.value + 1);
}

bool is_zero(std::string_view text) {
  return text.find_first_of("123456789") == std::string_view::npos;
}

void change_infinity(Proposals& proposals, std::size_t at) {
  const bool negative = at > 0 && proposals.code().text(at - 1) == "-";
  const std::size_t first = negative ? at - 1 : at;
  proposals.replace("identity", first, at, negative ? "INFINITY" : "-INFINITY");
  proposals.replace("identity", first, at, "0.0f");
}

}  // namespace

void change_literals(Proposals& proposals) {
  const Code& code = proposals.code();
  for (std::size_t at = 0; at < code.pieces().size(); ++at) {
    const Piece& piece = code.pieces()[at];
    if (piece.text == "INFINITY") change_infinity(proposals, at);
    if (one_of(piece.text, {"true", "false"}))
      proposals.replace("constant", at, piece.text == "true" ? "false" : "true");
    if (piece.kind != TokenKind::number) continue;
    if (const auto number = integer(piece.text)) {
      change_integer(proposals, at, *number);
    } else if (piece.text.find('.') != std::string_view::npos) {
      proposals.replace("identity", at, is_zero(piece.text) ? "1.0f" : "0.0f");
    }
  }
}

}  // namespace mutants
