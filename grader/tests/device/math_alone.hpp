// What math_alone.cpp computed without <cmath>.
#pragma once

struct MathAlone {
  float root, std_root, power_float, absolute;
  double power, logarithm, rounded, std_rounded;
  bool not_a_number, infinite;
};
MathAlone compute_math_alone(float two, int ten);
