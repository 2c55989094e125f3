#include "harness/lab_outcome.hpp"

#include <algorithm>
#include <initializer_list>
#include <utility>

#include "harness/tags.hpp"

namespace harness {
namespace {

using result::Verdict;

bool any_check(const result::Lab& lab, std::initializer_list<Verdict> verdicts) {
  return std::any_of(lab.checks.begin(), lab.checks.end(), [&](const result::Check& check) {
    return std::find(verdicts.begin(), verdicts.end(), check.verdict) != verdicts.end();
  });
}

void make_not_done(result::Lab& lab) {
  for (result::Check& check : lab.checks) {
    if (check.verdict == Verdict::not_run && check.max_points == 0) continue;  // never was to run
    check.verdict = Verdict::not_done;
    check.points = 0;
    check.findings.clear();
    check.reason.clear();
  }
  lab.verdict = Verdict::not_done;
}

}  // namespace

result::Lab empty_result(const Options& options, const Manifest& manifest,
                         const SubmissionFile& submission) {
  result::Lab lab;
  lab.lab = manifest.lab;
  lab.title = manifest.title;
  lab.submission = submission.shown();
  lab.backend = options.backend == BackendChoice::cuda ? "cuda" : "emulator";
  lab.seed = options.seed;
  return lab;
}

void list_as_not_run(result::Lab& lab, const std::vector<catch_shim::TestCase>& selected,
                     const Manifest& manifest, const std::string& reason) {
  for (const catch_shim::TestCase& test : selected) {
    const CheckTags tags = parse_tags(test.tags, manifest.tasks);
    result::Check check;
    check.name = test.name;
    check.task = std::max(tags.task, 1);
    check.category = tags.category;
    check.max_points = std::max(tags.points, 0.0);
    check.reason = reason;
    lab.checks.push_back(std::move(check));
  }
}

std::string reason_not_run(Verdict verdict) {
  switch (verdict) {
    case Verdict::policy:
      return "the submission breaks a rule of the course";
    case Verdict::unsupported:
      return "the emulator cannot run the submission";
    case Verdict::host_device_mixup:
      return "the submission uses a function or a variable on the side it is not for";
    case Verdict::grader_error:
      return "the grader could not build the submission";
    default:
      return "the submission does not compile";
  }
}

void apply_rules_of_the_lab(result::Lab& lab, const Grading& grading,
                            const SubmissionFile& submission) {
  const bool not_the_students =
      any_check(lab, {Verdict::grader_error, Verdict::no_device, Verdict::unsupported});
  const bool broke_a_rule = any_check(lab, {Verdict::policy});
  if (!not_the_students && !broke_a_rule && (grading.nothing_done() || submission.is_the_starter()))
    make_not_done(lab);
  if (broke_a_rule)
    for (result::Check& check : lab.checks) check.points = 0;
  result::summarize(lab);
}

}  // namespace harness
