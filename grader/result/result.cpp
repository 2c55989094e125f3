#include "result/result.hpp"

#include <fmt/format.h>

namespace result {
namespace {

/// An error as so many times another one; both where that one is 0.
std::string beside(double error, double other) {
  return other > 0 ? fmt::format("{:.2g} of", error / other)
                   : fmt::format("{:.2g} beside 0 of", error);
}

}  // namespace

std::string accuracy_text(const Accuracy& accuracy) {
  return fmt::format(
      "{} of {} reals: error {:.2g} of at most {:.2g}, the worst case of any order; {} a plain "
      "float loop's, {} a pairwise tree's",
      accuracy.output, accuracy.n, accuracy.error, accuracy.bound,
      beside(accuracy.error, accuracy.naive_error),
      beside(accuracy.error, accuracy.pairwise_error));
}

void summarize(Lab& lab) {
  lab.points = 0;
  lab.max_points = 0;
  Verdict worst = lab.verdict;
  bool begun_in_part = false;
  for (const Check& check : lab.checks) {
    lab.points += check.points;
    lab.max_points += check.max_points;
    if (check.category == Category::efficiency) continue;
    if (check.verdict == Verdict::not_done)
      begun_in_part = true;
    else
      worst = worse(worst, check.verdict);
  }
  if (begun_in_part && worse(worst, Verdict::pass) == Verdict::pass) worst = Verdict::not_done;
  if (lab.verdict != Verdict::not_done) lab.verdict = worst;
}

}  // namespace result
