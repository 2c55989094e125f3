// A function's parameters, for a second parameter list of the same meaning.
#pragma once

#include <string>
#include <vector>

#include "region.hpp"

namespace emulator::frontend {

struct Parameter {
  int first = 0;        ///< Its first token,
  int last = -1;        ///< and its last one in front of a default argument.
  int name_first = -1;  ///< -1 where it has no name.
  int name_last = -1;
  int name_place = -1;  ///< Without a name: the token behind which one belongs.
  bool pack = false;    ///< Ts... args
};

/// The parameters between the parentheses at `open` and its partner; none for `()` and `(void)`.
std::vector<Parameter> parse_parameters(const Region& region, int open);

/// Whether a statement of the body itself, not of a block in it, declares one of the parameters
/// again, as far as one can tell from its tokens.
bool redeclares_parameter(const Region& region, int body_open,
                          const std::vector<Parameter>& parameters);

}  // namespace emulator::frontend
