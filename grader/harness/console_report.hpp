// What a grader prints when it is used alone.
#pragma once

#include <filesystem>
#include <string>

#include "harness/grader.hpp"
#include "result/result.hpp"

namespace harness {

/// The points, the first check that failed in full, then a line for each check.
std::string console_report(const result::Lab& lab, const Manifest& manifest);

/// A finding with its places, its case and its values, indented by two.
std::string finding_text(const result::Finding& finding);

}  // namespace harness
