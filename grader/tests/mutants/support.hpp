// What the tests of the mutants share.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "harness/catch.hpp"
#include "tool/mutant.hpp"

namespace mutants_test {

using Lines = std::vector<std::string>;

/// The changed lines of all mutants of one change, in their order.
inline Lines made(std::string_view source, std::string_view change) {
  Lines lines;
  for (const mutants::Mutant& mutant : mutants::make_mutants(source))
    if (mutant.change == change) lines.push_back(mutant.after);
  return lines;
}

/// The same for statements that are the body of a function.
inline Lines made_in_body(std::string_view body, std::string_view change) {
  return made("void f() {\n" + std::string(body) + "\ng();\n}\n", change);
}

}  // namespace mutants_test
