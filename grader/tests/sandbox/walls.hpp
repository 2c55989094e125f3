// The walls that this test program runs with, and its inmate.
#pragma once

#include <string>

#include "harness/catch.hpp"
#include "sandbox/sandbox.hpp"

namespace walls {

inline const std::string inmate = SUM_TO_SCAN_INMATE;

/// Whether rooms are bubblewrap's. Where they are not, prints that `what` was not tried, and why.
inline bool bubblewrap_here(const std::string& what) {
  const sandbox::Choice& made = sandbox::choice();
  if (made.walls == sandbox::Walls::bubblewrap) return true;
  WARN("skipped: " << what << " (" << made.why_not << ")");
  return false;
}

}  // namespace walls
