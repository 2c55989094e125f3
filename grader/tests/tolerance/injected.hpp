// Errors put into right outputs, and which of them the gate catches.
#pragma once

#include <optional>

#include "gate.hpp"

namespace tolerance {

/// Of `tried` errors of one kind.
struct Caught {
  unsigned tried = 0, caught = 0;
  void count(bool was_caught) { ++tried, caught += was_caught ? 1 : 0; }
};

struct Sensitivity {
  double bound = 0;         ///< Of the element that may be off most; 0: none may.
  double smallest = 0;      ///< The smallest error of it that is caught,
  std::uint64_t ulps = 0;   ///< and in steps from the float that is nearest to what is due.
  Caught last_bit;          ///< Of any one element.
  Caught dropped, doubled;  ///< One element of the input that is left out, or counted twice.
};

/// Tries `times` errors of each kind.
Sensitivity sensitivity_of(const Trial& trial,
                           const std::vector<harness::OutputStructure>& structures, unsigned times,
                           harness::Random& random);

}  // namespace tolerance
