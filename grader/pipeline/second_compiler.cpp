#include "pipeline/second_compiler.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/resource.h>
#include <algorithm>

#include "pipeline/grading.hpp"
#include "pipeline/progress.hpp"
#include "pipeline/report_parts.hpp"
#include "toolchain/process.hpp"

namespace pipeline {
namespace fs = std::filesystem;
namespace {

constexpr std::size_t most_lines = 12;

bool worth_asking(const Submission& submission, const result::Lab& lab) {
  const bool built = std::any_of(lab.checks.begin(), lab.checks.end(), [](const auto& check) {
    return check.verdict != result::Verdict::not_run;
  });
  // Where it ran on a GPU, nvcc has compiled it.
  const bool asked_already =
      lab.backend == "cuda" ||
      (lab.gpu && lab.gpu->verdict != result::Verdict::build_failed && !lab.gpu->device.empty());
  return submission.problem.empty() && built && !asked_already;
}

std::string complaint(const Submission& submission, const toolchain::Build& build) {
  const std::vector<std::string> words = lines(printable(build.output));
  std::string result = field(
      "nvcc",
      fmt::format("does not compile {} (no points changed; a GPU needs it to):", submission.shown));
  for (std::size_t k = 0; k < std::min(words.size(), most_lines); ++k) {
    result += "    " + words[k] + '\n';
  }
  if (words.size() > most_lines) {
    result += fmt::format("    ({} more)\n", count_of(words.size() - most_lines, "line"));
  }
  return result;
}

}  // namespace

SecondCompiler::SecondCompiler(const Context& context, const std::vector<Submission>& submissions,
                               unsigned jobs)
    : context_(context), submissions_(submissions), jobs_(jobs) {
  const bool beside = submissions.size() == 1 && submissions.front().problem.empty() && jobs > 1;
  if (!beside || !context.nvcc_installed) return;
  begun_ = std::async(std::launch::async, [this] {
    setpriority(PRIO_PROCESS, 0, 19);  // of this thread and its children: the CPU is being timed
    return compile(submissions_.front());
  });
}

SecondCompiler::~SecondCompiler() {
  if (begun_.valid()) toolchain::end_children();
}

SecondCompiler::Answer SecondCompiler::compile(const Submission& submission) const {
  const fs::path room = directory_.path() / submission.lab->name;
  fs::create_directory(room);
  return context_.tools.compile_with_nvcc(submission.file, submission.lab->name, room);
}

std::string SecondCompiler::report(const std::vector<result::Lab>& labs) {
  std::vector<const Submission*> asked;
  for (std::size_t k = 0; k < labs.size(); ++k) {
    if (worth_asking(submissions_[k], labs[k])) asked.push_back(&submissions_[k]);
  }
  if (asked.empty() || !context_.nvcc_installed) return {};

  std::vector<Answer> builds(asked.size());
  {
    Progress progress(context_, "compiling with nvcc", asked.size());
    run_several(
        asked.size(), jobs_,
        [&](std::size_t k) {
          progress.start(asked[k]->lab->name);
          builds[k] = begun_.valid() ? begun_.get() : compile(*asked[k]);
          progress.finish(asked[k]->lab->name, !builds[k] || builds[k]->ok
                                                   ? "nvcc compiles it"
                                                   : "nvcc does not compile it");
        },
        [&] { progress.tick(); });
  }
  std::vector<std::string> good;
  std::string complaints;
  for (std::size_t k = 0; k < asked.size(); ++k) {
    if (!builds[k]) continue;
    if (builds[k]->ok) {
      good.push_back(fmt::format("{:02}", asked[k]->lab->number));
    } else {
      complaints += complaint(*asked[k], *builds[k]);
    }
  }
  if (good.empty()) return complaints;
  const std::string which = asked.size() == 1 ? "it" : fmt::format("{}", fmt::join(good, ", "));
  return field("nvcc", "compiles " + which + " too") + complaints;
}

}  // namespace pipeline
