// `lab hint`: the hints of a task, one step more open each time.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/context.hpp"
#include "pipeline/course.hpp"

namespace pipeline {

struct HintRequest {
  std::string lab;
  std::optional<int> task;  ///< Default: the first task that is not full.
  bool all = false;         ///< Opens every hint of the task.
  bool reset = false;  ///< Closes the hints again: of the task, or of the lab where none is named.
};

/// The numbered items below "## Task N: ..." of a hints.md; each is one hint, in Markdown.
std::vector<std::string> hints_of_task(std::string_view hints_file, int task);

void show_hint(const Context& context, const Course& course, const HintRequest& request);

}  // namespace pipeline
