// From a seed to a submission.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "stock.hpp"

namespace fuzz {

struct Submission {
  std::uint64_t seed = 0;
  const Lab* lab = nullptr;
  std::string file;      ///< Its name; mostly that of the lab's file.
  std::string text;      ///< Any bytes.
  std::string original;  ///< What was edited.
  std::vector<std::string> edits;
  bool full_points_due = false;  ///< A solution whose meaning no edit has changed.
};

/// The submission of `seed`: the same on every machine, as long as the stock and the edits are.
/// `labs` holds those that may be chosen and outlives the result.
Submission make_submission(const std::vector<Lab>& labs, std::uint64_t seed);

}  // namespace fuzz
