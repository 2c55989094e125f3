#include "pipeline/hints.hpp"

#include <fmt/format.h>
#include <algorithm>

#include "pipeline/markdown.hpp"
#include "pipeline/report_parts.hpp"
#include "pipeline/state.hpp"

namespace pipeline {
namespace {

/// The number of "12. text" and where the text begins.
std::optional<std::size_t> item_text(const std::string& line) {
  const std::size_t digits = line.find_first_not_of("0123456789");
  if (digits == 0 || digits == std::string::npos || line.compare(digits, 2, ". ") != 0) {
    return std::nullopt;
  }
  return digits + 2;
}

void remember_hints(const Context& context, const State& state) {
  const std::string complaint = save_state(context.state_file, state);
  if (!complaint.empty()) context.err << "lab: " << complaint << '\n';
}

void require_task(const Lab& lab, int task) {
  if (task >= 1 && static_cast<std::size_t>(task) <= lab.tasks.size()) return;
  throw usage_failure(fmt::format("lab {} has no task {}; its tasks are 1 to {}", lab.name, task,
                                  lab.tasks.size()));
}

}  // namespace

std::vector<std::string> hints_of_task(std::string_view hints_file, int task) {
  std::vector<std::string> hints;
  bool inside = false;
  for (const std::string& line : lines(hints_file)) {
    if (line.starts_with("## ")) {
      inside = line.starts_with(fmt::format("## Task {}:", task));
    } else if (inside) {
      if (const auto text = item_text(line)) {
        hints.push_back(line.substr(*text));
      } else if (!hints.empty()) {
        // Lines of an item are indented below its number; code blocks keep what is left of theirs.
        const std::size_t indent = std::min<std::size_t>(line.find_first_not_of(' '), 3);
        hints.back() += '\n' + line.substr(std::min(indent, line.size()));
      }
    }
  }
  for (std::string& hint : hints) hint = hint.substr(0, hint.find_last_not_of(" \n") + 1);
  return hints;
}

void show_hint(const Context& context, const Course& course, const HintRequest& request) {
  const Lab& lab = course.find(request.lab);
  if (request.task) require_task(lab, *request.task);
  std::string complaint;
  State state = load_state(context.state_file, complaint);
  if (!complaint.empty()) context.err << "lab: " << complaint << '\n';
  LabState& lab_state = state.labs[lab.name];

  if (request.reset) {
    if (request.task) {
      lab_state.hints_open.erase(*request.task);
    } else {
      lab_state.hints_open.clear();
    }
    remember_hints(context, state);
    context.out << fmt::format("The hints of {}{} are closed again.\n", lab_label(lab),
                               request.task ? fmt::format(", task {}", *request.task) : "");
    return;
  }

  const int task = request.task.value_or(first_open_task(lab_state));
  require_task(lab, task);
  const std::vector<std::string> hints = hints_of_task(read_text(course.hints(lab)), task);
  if (hints.empty()) {
    throw grader_failure(
        fmt::format("{} has no hints for task {}", shown_path(context, course.hints(lab)), task));
  }
  std::size_t& open = lab_state.hints_open[task];
  open = request.all ? hints.size() : std::min(open + 1, hints.size());
  const std::size_t shown = open;
  remember_hints(context, state);

  context.out << context.style.bold(
                     fmt::format("{}, task {}: {}", lab_label(lab), task, lab.task_title(task)))
              << "\n\n";
  for (std::size_t k = 0; k < shown; ++k) {
    context.out << fmt::format("hint {} of {}\n", k + 1, hints.size())
                << render_markdown(hints[k], context.style, "  ") << '\n';
  }
  const std::size_t left = hints.size() - shown;
  context.out << (left > 0 ? fmt::format("{} left: ./lab hint {} {}\n", left, lab.number, task)
                           : "none left: this was the last one\n");
}

}  // namespace pipeline
