#include "pipeline/context.hpp"

namespace pipeline {

Failure usage_failure(const std::string& sentence) { return {result::ExitCode::usage, sentence}; }

Failure grader_failure(const std::string& sentence) {
  return {result::ExitCode::grader_error, sentence};
}

std::string shown_path(const Context& context, const std::filesystem::path& path) {
  const std::filesystem::path relative = path.lexically_normal().lexically_relative(context.root);
  const bool inside = !relative.empty() && *relative.begin() != "..";
  return printable((path.is_absolute() && inside ? relative : path).string());
}

}  // namespace pipeline
