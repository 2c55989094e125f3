#include "result/result.hpp"

namespace result {

void summarize(Lab& lab) {
  lab.points = 0;
  lab.max_points = 0;
  Verdict worst = lab.verdict;
  for (const Check& check : lab.checks) {
    lab.points += check.points;
    lab.max_points += check.max_points;
    if (check.category != Category::efficiency) worst = worse(worst, check.verdict);
  }
  if (lab.verdict != Verdict::not_done) lab.verdict = worst;
}

}  // namespace result
