// The tags of a check: [taskN] [correctness|safety|efficiency] [Mpt].
#pragma once

#include <string>
#include <vector>

#include "result/verdict.hpp"

namespace harness {

struct CheckTags {
  int task = 0;
  result::Category category = result::Category::correctness;
  double points = 0;
  std::string problem;  ///< What is wrong with the tags, as a sentence; else empty.
};

/// Other tags are left alone. Each of the three kinds must be there exactly once; a task is 1 to
/// `tasks`.
CheckTags parse_tags(const std::vector<std::string>& tags, int tasks);

}  // namespace harness
