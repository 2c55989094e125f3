// `lab explain`: what a verdict means, an example, how it is mended.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "pipeline/context.hpp"

namespace pipeline {

/// In the order in which they decide; `pass` and `not_run` last.
const std::vector<result::Verdict>& all_verdicts();

/// docs/verdicts/CODE.md
std::filesystem::path explanation_file(const Context& context, result::Verdict verdict);

/// Prints the explanation of `code`, or one sentence for each verdict where `code` is empty.
void explain(const Context& context, const std::string& code);

}  // namespace pipeline
