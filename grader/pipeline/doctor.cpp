#include "pipeline/doctor.hpp"

#include <fmt/format.h>
#include <algorithm>

#include "pipeline/interrupt.hpp"
#include "pipeline/report_parts.hpp"

namespace pipeline {
namespace {

std::string table(const Style& style, const std::vector<Finding>& findings) {
  constexpr std::size_t width = 15;
  std::string result;
  for (const Finding& finding : findings) {
    const std::string label = left("  " + finding.what, width);
    const std::string row = wrapped(printable(finding.found), label, std::string(width, ' '));
    result += finding.good ? row : style.bad(row.substr(0, row.size() - 1)) + '\n';
    if (!finding.mend.empty()) {
      result +=
          wrapped(finding.mend, std::string(width, ' ') + "get it: ", std::string(width + 8, ' '));
    }
  }
  return result;
}

}  // namespace

result::ExitCode doctor(const Context& context, const Course& course) {
  const std::vector<Finding> grading = examine_grading(context, course);
  const std::vector<Finding> gpu = examine_gpu(context);
  const std::vector<Finding> machine = examine_machine(context);
  if (interrupted()) throw Interrupted{};

  const auto missing = std::find_if(grading.begin(), grading.end(),
                                    [](const Finding& finding) { return !finding.good; });
  const bool works = missing == grading.end();
  context.out << context.style.bold(
                     works ? "next: ./lab list (grading works here)"
                           : fmt::format("next: {} (grading does not work yet: {})",
                                         missing->mend.empty() ? "see below" : missing->mend,
                                         missing->what))
              << "\n\nGrading\n"
              << table(context.style, grading) << "\nGPU (optional)\n"
              << table(context.style, gpu) << "\nThis machine\n"
              << table(context.style, machine);
  return works ? result::ExitCode::pass : result::ExitCode::grader_error;
}

}  // namespace pipeline
