#include "parameters.hpp"

#include <algorithm>

#include "declaration.hpp"

namespace emulator::frontend {
namespace {

/// `float (*f)(int)`, `float (&a)[4]`: looks for the name inside the parentheses at `open`.
void name_in_declarator(const Region& region, int open, Parameter& parameter) {
  parameter.name_place = open + 1;
  for (int i = open + 1; i < region.partner(open); ++i) {
    if (one_of(region.text(i), {"(", "["})) return;
    if (one_of(region.text(i), {"*", "&", "&&"})) parameter.name_place = i;
    if (region.is_identifier(i) && !is_type_keyword(region.text(i)) && !region.is(i + 1, "::")) {
      parameter.name_first = parameter.name_last = i;
    }
  }
}

/// Finds name and pack of the parameter whose first and last token are known.
void analyse(const Region& region, Parameter& parameter) {
  int type = -1;  // the last token that makes a type by itself
  int candidate = -1;
  parameter.name_place = parameter.last;
  for (int i = parameter.first; i <= parameter.last; ++i) {
    const std::string_view token = region.text(i);
    if (token == "...") parameter.pack = true;
    if (token == "[" && region.is(i + 1, "[")) {
      i = std::max(i, region.partner(i));
      continue;
    }
    if (token == "[") {
      parameter.name_place = std::max(parameter.first, i - 1);
      break;
    }
    if (token == "(" && !takes_arguments(region.text(i - 1))) {
      name_in_declarator(region, i, parameter);
      return;
    }
    const bool builtin =
        one_of(token, {"int", "unsigned", "signed", "float", "double", "char", "short", "long",
                       "bool", "void", "auto", "wchar_t", "char16_t", "char32_t", "decltype"});
    if (builtin) {
      type = i;
      candidate = -1;
    } else if (region.is_identifier(i) && !is_type_keyword(token) && !takes_arguments(token)) {
      if (type >= 0 && !region.is(i - 1, "::")) candidate = i;
      if (type < 0 || region.is(i - 1, "::") || region.is(i + 1, "::")) type = i;
      if (region.is(i + 1, "::")) candidate = -1;
    } else if (one_of(token, {"*", "&", "&&", "..."})) {
      candidate = -1;
    }
    i = std::min(parameter.last, std::max(i, region.group_end(i)));
  }
  if (candidate < 0) return;
  parameter.name_first = parameter.name_last = candidate;
  while (region.is(parameter.name_first - 1, "##")) parameter.name_first -= 2;
  while (region.is(parameter.name_last + 1, "##")) parameter.name_last += 2;
}

}  // namespace

std::vector<Parameter> parse_parameters(const Region& region, int open) {
  std::vector<Parameter> parameters;
  const int close = region.partner(open);
  if (close <= open + 1) return parameters;
  if (close == open + 2 && region.is(open + 1, "void")) return parameters;
  Parameter current;
  current.first = open + 1;
  for (int i = open + 1; i <= close; ++i) {
    const bool separator = region.is(i, ",") || i == close;
    if ((separator || region.is(i, "=")) && current.last < 0) current.last = i - 1;
    if (separator) {
      if (current.last >= current.first) {
        analyse(region, current);
        parameters.push_back(current);
      }
      current = Parameter{};
      current.first = i + 1;
      continue;
    }
    i = std::max(i, region.group_end(i));
  }
  return parameters;
}

bool redeclares_parameter(const Region& region, int body_open,
                          const std::vector<Parameter>& parameters) {
  const auto declares = [&](int first, int end) {
    const bool typed = region.is_identifier(first + 1) || is_type_keyword(region.text(first)) ||
                       one_of(region.text(first + 1), {"*", "&", "<", "::"});
    if (!region.is_identifier(first) || !typed) return false;
    for (const Declarator& variable : declarators(region, first, end)) {
      for (const Parameter& parameter : parameters) {
        const bool named = variable.name_last >= 0 && parameter.name_last >= 0;
        if (named && region.is(variable.name_last, region.text(parameter.name_last))) return true;
      }
    }
    return false;
  };
  int first = body_open + 1;  // of the statement
  for (int i = first; i < region.partner(body_open); ++i) {
    i = std::max(i, region.group_end(i));
    const bool initialiser = region.is(i, "}") && one_of(region.text(i + 1), {";", ","});
    if (initialiser || !one_of(region.text(i), {";", "}"})) continue;
    if (region.is(i, ";") && declares(first, i)) return true;
    first = i + 1;
  }
  return false;
}

}  // namespace emulator::frontend
