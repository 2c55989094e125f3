#include "pipeline/list.hpp"

#include <fmt/format.h>

#include "pipeline/report_parts.hpp"
#include "pipeline/state.hpp"

namespace pipeline {

void list_labs(const Context& context, const Course& course) {
  std::string complaint;
  State state = load_state(context.state_file, complaint);
  if (!complaint.empty()) context.err << "lab: " << complaint << '\n';

  const Lab* next = nullptr;
  double points = 0;
  std::string table;
  for (const Lab& lab : course.labs) {
    const LabState& known = state.labs[lab.name];
    if (!next && !(known.graded && known.verdict == result::Verdict::pass)) next = &lab;
    points += known.points;
    table += left(lab_label(lab), 23);
    if (known.graded) {
      table += fmt::format("{:>5} / {:<3}   {}\n", points_text(known.points),
                           points_text(known.max_points),
                           painted(context.style, known.verdict, result::name(known.verdict)));
    } else {
      table += "    - / 100   " + context.style.dim("not graded yet") + '\n';
    }
    table += "  " + context.style.dim(cut(printable(lab.title), page_width - 2)) + '\n';
  }
  context.out << context.style.bold(
                     next ? fmt::format("next: {}", shown_path(context, course.starter(*next)))
                          : "done: every lab passes")
              << "\n\n"
              << table
              << fmt::format("{}{:>5} / {}\n", left("total", 23), points_text(points),
                             100 * course.labs.size());
  if (next) {
    context.out << field("read", fmt::format("labs/{}/README.md", next->name))
                << field("grade", fmt::format("./lab grade {}", next->number));
  }
}

}  // namespace pipeline
