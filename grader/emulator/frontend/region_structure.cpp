// How tokens form groups, declarations and scopes.
#include <algorithm>

#include "declaration.hpp"
#include "region.hpp"

namespace emulator::frontend {
namespace {

// Longer template argument lists and declarations are not looked through: time stays linear.
constexpr int longest_template_list = 300;
constexpr int longest_declaration_head = 100;
constexpr int longest_declaration = 2000;

bool ends_statement(std::string_view word) {
  return one_of(word, {"return", "else", "do", "case", "goto", "throw", "new", "delete", "sizeof",
                       "public", "private", "protected", "using", "typedef"});
}

}  // namespace

void Region::find_scopes() {
  std::vector<int> open;
  int head = 0;  // the first token of the declaration or statement
  for (int i = 0; i < size(); ++i) {
    const std::string_view token = text(i);
    const bool closes = one_of(token, {")", "]", "}"});
    if (closes && partner(i) >= 0) {
      // An #else may have gone back to an outer bracket, hence not simply the last one.
      while (!open.empty() && open.back() >= partner(i)) open.pop_back();
    }
    enclosing_[static_cast<std::size_t>(i)] = open.empty() ? -1 : open.back();
    if (one_of(token, {"(", "[", "{"}) && partner(i) > i) {
      while (!open.empty() && partner(open.back()) <= i) open.pop_back();
      open.push_back(i);
    }
    if (token == "{") {
      Scope& scope = opened_[static_cast<std::size_t>(i)];
      bool parenthesised = false;
      for (int k = head; k < i; ++k) {
        if (is(k, "(") && !takes_arguments(text(k - 1))) parenthesised = true;
        if (is(k, "namespace")) scope = Scope::file_or_namespace;
        if (is(k, "=") || is(k, "enum")) parenthesised = true;
        const bool type = one_of(text(k), {"struct", "class", "union"});
        if (type && !is(k - 1, "<") && !is(k - 1, ",") && !is(k - 1, "(")) scope = Scope::type;
      }
      if (parenthesised && scope == Scope::type) scope = Scope::block;
      if (is(i - 2, "extern") && is_string(i - 1)) scope = Scope::file_or_namespace;
    }
    if (one_of(token, {"{", "}", ";"})) head = i + 1;
  }
}

bool Region::is_run(int i, char character, int count) const {
  for (int k = 0; k < count; ++k) {
    if (text(i + k) != std::string_view(&character, 1)) return false;
    if (k > 0 && at(i + k).begin != at(i + k - 1).end) return false;
  }
  return true;
}

int Region::close_angle(int open) const {
  if (is_run(open, '<', 2)) return -1;
  int depth = 0;
  const int limit = std::min(size(), open + longest_template_list);
  for (int i = open; i < limit; ++i) {
    const std::string_view token = text(i);
    if (is_run(i, '<', 2)) {  // a shift
      ++i;
      continue;
    }
    if (token == "<") ++depth;
    if (token == ">" && --depth == 0) return i;
    if (one_of(token, {"(", "["})) {
      if (partner(i) < i) return -1;
      i = partner(i);
    }
    if (one_of(token, {";", "{", "}", ")", "]", "||", "?"})) return -1;
    if (token == "&&" && !one_of(text(i + 1), {">", ",", "..."})) return -1;
  }
  return -1;
}

int Region::open_angle(int close) const {
  int depth = 0;
  const int limit = std::max(0, close - longest_template_list);
  for (int i = close; i >= limit; --i) {
    const std::string_view token = text(i);
    if (is_run(i - 1, '<', 2)) {  // a shift
      --i;
      continue;
    }
    if (token == ">") ++depth;
    if (token == "<" && --depth == 0) return i;
    if (one_of(token, {")", "]"})) {
      if (partner(i) < 0) return -1;
      i = partner(i);
    }
    if (one_of(token, {";", "{", "}", "(", "[", "||", "?"})) return -1;
  }
  return -1;
}

int Region::group_end(int i) const {
  if (one_of(text(i), {"(", "[", "{"})) return std::max(i, partner(i));
  const bool list = is_identifier(i) && is(i + 1, "<") && !is(i, "operator");
  return list ? std::max(i, close_angle(i + 1)) : i;
}

int Region::declaration_start(int i) const {
  int start = i;
  int steps = 0;
  for (int k = i - 1; k >= 0 && ++steps < longest_declaration_head; --k) {
    const std::string_view token = text(k);
    if (token == ">") {
      const int open = open_angle(k);
      if (open < 0) break;
      k = open;
    } else if (token == ")") {
      if (partner(k) < 0 || !takes_arguments(text(partner(k) - 1))) break;
      k = partner(k);
    } else if (token == "]") {
      if (!is(k - 1, "]") || partner(k) < 0) break;  // [[attribute]], not a lambda's [captures]
      k = partner(k);
    } else if (is_string(k)) {
      if (!is(k - 1, "extern")) break;
    } else if (is_identifier(k) ? ends_statement(token)
                                : !one_of(token, {"::", "*", "&", "&&", "##"})) {
      break;
    }
    start = k;
  }
  return start;
}

int Region::declaration_end(int i) const {
  int steps = 0;
  for (; i < size() && ++steps < longest_declaration; ++i) {
    if (one_of(text(i), {";", ")", "]", "}"})) return i;
    if (one_of(text(i), {"(", "[", "{"}) && partner(i) > i) i = partner(i);
  }
  return i;
}

}  // namespace emulator::frontend
