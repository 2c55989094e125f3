// What a specifier such as __device__ belongs to.
#pragma once

#include <string_view>
#include <vector>

#include "region.hpp"

namespace emulator::frontend {

/// Words whose parentheses are part of an attribute or a type: alignas(16), __launch_bounds__(256).
bool takes_arguments(std::string_view word);

/// int, const, unsigned ...: words that are never a declared name.
bool is_type_keyword(std::string_view word);

struct Declaration {
  enum class Kind { function, variable, lambda, unknown };
  Kind kind = Kind::unknown;
  int start = 0;        ///< First token: a specifier or `template`.
  int name_first = -1;  ///< Of a function: its name, qualifiers included, template arguments not.
  int name_last = -1;
  int parameters_open = -1;  ///< Of a function.
  int body_open = -1;        ///< Of a function's definition.
  bool is_template = false;
};

/// Looks at the declaration around the specifier at `specifier`.
Declaration classify(const Region& region, int specifier);

/// One variable of a declaration such as `float a[4], *b = nullptr`.
struct Declarator {
  int name_first = -1;
  int name_last = -1;
  int array_open = -1;  ///< The first `[` behind the name.
  bool initialised = false;
  int unexpected = -1;  ///< A token behind the name that cannot stand there.
};

/// The variables of the declaration whose tokens are those from `first` up to, not including,
/// `end`.
std::vector<Declarator> declarators(const Region& region, int first, int end);

}  // namespace emulator::frontend
