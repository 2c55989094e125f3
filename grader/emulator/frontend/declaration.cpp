#include "declaration.hpp"

#include <algorithm>

namespace emulator::frontend {
namespace {

// Steps, a group in brackets being one: longer heads are not looked through, time stays linear.
constexpr int longest_head = 150;

bool follows_parameters(std::string_view word) {
  return one_of(word, {"const", "volatile", "noexcept", "override", "final", "try", "requires",
                       "__attribute__", "throw", "asm", "mutable"});
}

bool opens_declarator(const Region& region, int open) {
  const bool member =
      region.is_identifier(open + 1) && region.is(open + 2, "::") && region.is(open + 3, "*");
  return one_of(region.text(open + 1), {"*", "&", "&&"}) || member;
}

/// The first token of the possibly qualified or pasted name that ends at `last`.
int name_start(const Region& region, int last) {
  int first = last;
  while (true) {
    if (one_of(region.text(first - 1), {"~", "operator"})) --first;
    const bool joined = one_of(region.text(first - 1), {"::", "##"});
    if (!joined) return first;
    int before = first - 2;
    if (region.is(before, ">")) before = region.open_angle(before) - 1;
    if (!region.is_identifier(before) || is_type_keyword(region.text(before))) return first;
    first = before;
  }
}

/// The `{` of the function whose parameters end at `close`, or -1 for a mere declaration.
int find_body(const Region& region, int close) {
  bool constructor = false;
  int steps = 0;
  for (int i = close + 1; i < region.size() && ++steps < longest_head; ++i) {
    if (region.is(i, ":")) constructor = true;
    if (one_of(region.text(i), {";", "=", "}", ")", "]"})) return -1;
    if (region.is(i, "{")) {
      // A member's initialiser m{1} follows a name, a body does not.
      const bool member = constructor && (region.is_identifier(i - 1) || region.is(i - 1, ">"));
      if (!member) return i;
    }
    i = std::max(i, region.group_end(i));
  }
  return -1;
}

void make_function(const Region& region, int name, int open, Declaration& declaration) {
  declaration.kind = Declaration::Kind::function;
  declaration.name_last = name;
  declaration.name_first = name_start(region, name);
  declaration.parameters_open = open;
  if (region.partner(open) > open) declaration.body_open = find_body(region, region.partner(open));
}

/// Looks at the `(` at `open`; returns whether it decides what is declared.
bool decide_at_parenthesis(const Region& region, int open, int name, Declaration& declaration) {
  const int close = region.partner(open);
  if (opens_declarator(region, open)) {
    declaration.kind = Declaration::Kind::variable;
    for (int i = open + 1; i < std::min(close, open + longest_head);
         ++i) {  // float (*get(int))(float) is a function
      if (region.is_identifier(i) && region.is(i + 1, "(")) {
        make_function(region, i, i + 1, declaration);
        if (declaration.body_open < 0) declaration.body_open = find_body(region, close);
        return true;
      }
    }
    return true;
  }
  if (name < 0) return true;
  const bool attribute =
      close >= 0 && region.is_identifier(close + 1) && !follows_parameters(region.text(close + 1));
  if (attribute) return false;  // MY_ATTRIBUTE(16) float x
  make_function(region, name, open, declaration);
  return true;
}

}  // namespace

bool takes_arguments(std::string_view word) {
  return one_of(word, {"alignas", "__align__", "__attribute__", "__launch_bounds__", "decltype",
                       "__maxnreg__", "__cluster_dims__", "__block_size__", "noexcept", "explicit",
                       "__declspec", "typeof", "__typeof__"});
}

bool is_type_keyword(std::string_view word) {
  return one_of(word, {"int",
                       "unsigned",
                       "signed",
                       "float",
                       "double",
                       "char",
                       "short",
                       "long",
                       "bool",
                       "void",
                       "auto",
                       "const",
                       "volatile",
                       "static",
                       "extern",
                       "inline",
                       "struct",
                       "class",
                       "union",
                       "enum",
                       "typename",
                       "template",
                       "constexpr",
                       "wchar_t",
                       "char16_t",
                       "char32_t",
                       "register",
                       "thread_local",
                       "__restrict__",
                       "__restrict",
                       "restrict",
                       "virtual",
                       "friend",
                       "mutable",
                       "__global__",
                       "__device__",
                       "__host__",
                       "__shared__",
                       "__constant__",
                       "__managed__",
                       "__forceinline__",
                       "__noinline__",
                       "__inline__",
                       "__grid_constant__",
                       "return"});
}

Declaration classify(const Region& region, int specifier) {
  Declaration declaration;
  declaration.start = region.declaration_start(specifier);
  int before = declaration.start - 1;  // [=] __host__ __device__ (int i) {}
  if (region.is(before, "]") && region.partner(before) >= 0) {
    declaration.kind = Declaration::Kind::lambda;
    return declaration;
  }
  int name = -1;
  bool type_body = false;
  int steps = 0;
  for (int i = declaration.start; i < region.size() && ++steps < longest_head; ++i) {
    const std::string_view token = region.text(i);
    if (one_of(token, {";", "=", ",", ")", "]", "}", ":"})) {
      if (name >= 0) declaration.kind = Declaration::Kind::variable;
      return declaration;
    }
    if (token == "template") {
      declaration.is_template = declaration.is_template || region.is(i + 1, "<");
      if (region.is(i + 1, "<")) i = std::max(i, region.close_angle(i + 1));
    } else if (one_of(token, {"struct", "class", "union", "enum"})) {
      type_body = true;
    } else if (token == "{") {
      if (!type_body) {
        if (name >= 0) declaration.kind = Declaration::Kind::variable;
        return declaration;
      }
      type_body = false;
      i = std::max(i, region.partner(i));
    } else if (token == "[") {
      if (!region.is(i + 1, "[")) {
        if (name >= 0) declaration.kind = Declaration::Kind::variable;
        return declaration;
      }
      i = std::max(i, region.partner(i));
    } else if (token == "operator") {
      int open = region.is(i + 1, "(") && region.is(i + 2, ")") ? i + 3 : i + 1;
      while (open < i + longest_head && !one_of(region.text(open), {"(", ";", "{"})) ++open;
      make_function(region, open - 1, open, declaration);
      declaration.name_first = i;
      return declaration;
    } else if (token == "(") {
      if (takes_arguments(region.text(i - 1))) {
        i = std::max(i, region.partner(i));
      } else if (decide_at_parenthesis(region, i, name, declaration)) {
        return declaration;
      } else {
        i = std::max(i, region.partner(i));
      }
    } else if (region.is_identifier(i) && !is_type_keyword(token) && !takes_arguments(token)) {
      name = i;
      i = region.group_end(i);
    }
  }
  if (name >= 0) declaration.kind = Declaration::Kind::variable;
  return declaration;
}

std::vector<Declarator> declarators(const Region& region, int first, int end) {
  std::vector<Declarator> result(1);
  int name = -1;
  bool named = false;  // the name is behind us
  bool type_body = false;
  const auto take_name = [&](int last) {
    if (named || last < 0) return;
    named = true;
    result.back().name_last = last;
    result.back().name_first = name_start(region, last);
  };
  for (int i = first; i < end; ++i) {
    const std::string_view token = region.text(i);
    Declarator& current = result.back();
    if (token == ",") {
      take_name(name);
      result.emplace_back();
      name = -1;
      named = false;
    } else if (token == "=") {
      take_name(name);
      current.initialised = true;
    } else if (one_of(token, {"struct", "class", "union", "enum"})) {
      type_body = true;
    } else if (token == "{") {
      if (!type_body) {
        take_name(name);
        current.initialised = true;
      }
      type_body = false;
    } else if (token == "[" && !region.is(i + 1, "[")) {
      if (!named || current.array_open < 0) current.array_open = i;
      take_name(name);
    } else if (token == "(" && !takes_arguments(region.text(i - 1)) && !current.initialised) {
      if (!named && opens_declarator(region, i)) {
        for (int k = i + 1; k < region.partner(i); ++k) {
          if (one_of(region.text(k), {"[", "("})) break;
          if (region.is_identifier(k) && !is_type_keyword(region.text(k))) name = k;
        }
        take_name(name);
      } else if (!named) {
        take_name(name);
        current.initialised = true;
      }
    } else if (region.is_identifier(i) && !is_type_keyword(token) && !takes_arguments(token)) {
      if (!named) name = i;
      if (named && !current.initialised && i + 1 < end && !region.is(i + 1, ",")) {
        current.unexpected = i;
      }
    } else if (region.is_identifier(i) && named && !current.initialised &&
               !takes_arguments(token)) {
      current.unexpected = i;
    }
    i = std::max(i, std::min(region.group_end(i), end - 1));
  }
  take_name(name);
  return result;
}

}  // namespace emulator::frontend
