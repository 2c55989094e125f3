#include "pipeline/explain.hpp"

#include <fmt/format.h>

#include "pipeline/course.hpp"
#include "pipeline/markdown.hpp"

namespace pipeline {

using result::Verdict;

const std::vector<Verdict>& all_verdicts() {
  static const std::vector<Verdict> verdicts = [] {
    std::vector<Verdict> all;
    for (int k = 0; k <= static_cast<int>(Verdict::not_run); ++k) {
      all.push_back(static_cast<Verdict>(k));
    }
    return all;
  }();
  return verdicts;
}

std::filesystem::path explanation_file(const Context& context, Verdict verdict) {
  return context.root / "docs" / "verdicts" / (std::string(result::name(verdict)) + ".md");
}

void explain(const Context& context, const std::string& code) {
  if (code.empty()) {
    context.out << "The verdicts, in the order in which they decide; more: ./lab explain CODE\n\n";
    for (const Verdict verdict : all_verdicts()) {
      context.out << wrapped(result::meaning(verdict), left(result::name(verdict), 20),
                             std::string(20, ' '));
    }
    return;
  }
  const auto verdict = result::verdict_from_name(code);
  if (!verdict) {
    std::vector<std::string> known;
    for (const Verdict each : all_verdicts()) known.emplace_back(result::name(each));
    const std::string guess = nearest(code, known);
    throw usage_failure(fmt::format("there is no verdict \"{}\"{}; ./lab explain lists them all",
                                    printable(code),
                                    guess.empty() ? "" : " (did you mean " + guess + "?)"));
  }
  context.out << render_markdown(read_text(explanation_file(context, *verdict)), context.style);
}

}  // namespace pipeline
