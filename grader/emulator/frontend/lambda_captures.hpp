// A __shared__ variable has static storage, so a lambda need not capture it. The reference that
// stands for it has not: [=] would copy the block's memory, and [] would not compile.
#pragma once

#include <string>
#include <vector>

#include "region.hpp"

namespace emulator::frontend {

/// A reference (or, for dynamic memory, a pointer) to shared memory in a function.
struct SharedReference {
  std::string name;
  bool is_pointer;
  int declared;  ///< The token behind which it is known.
};

/// Adds the references that a lambda's body uses to its captures.
void capture_shared_references(Region& region, const std::vector<SharedReference>& references);

}  // namespace emulator::frontend
