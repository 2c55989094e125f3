#include "result/result.hpp"

namespace result {

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
