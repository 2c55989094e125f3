// Stage 4b: the machine-readable report.
#pragma once

#include <filesystem>
#include <vector>

#include "result/result.hpp"

namespace pipeline {

/// Writes the document of result/result.schema.json, whole or not at all. Throws a grader Failure
/// that names the file and the system's reason.
void write_json_report(const std::filesystem::path& file, const std::vector<result::Lab>& labs);

}  // namespace pipeline
