// Whether a grader did what its documents promise, whatever it was handed.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "make.hpp"
#include "observe.hpp"

namespace fuzz {

struct Judgement {
  std::string verdict;                ///< The result's; "none" where there is no valid one.
  std::vector<std::string> findings;  ///< Sentences; none: all is well.
};

/// @param schema  result.schema.json
Judgement judge(const Submission& submission, const Observed& observed,
                const nlohmann::json& schema);

/// Bytes that a terminal or a reader of UTF-8 stumbles over, in a sentence; empty where there are
/// none. Line ends and tabs are fine.
std::string unfit_for_a_terminal(std::string_view text);

}  // namespace fuzz
