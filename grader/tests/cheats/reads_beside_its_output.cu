// cheat: reads_beside_its_output
// lab: 2
// attempt: the answer is looked for in front of and behind d_sum
// verdict: out_of_bounds wrong_answer
// points: 5
// stopped by: no expected value is in the process; bounds
#include <cuda_runtime.h>

#include "lab.hpp"

__global__ void look_around(float* d_sum) {
  float found = 0;
  for (int k = -64; k <= 64; ++k)
    if (k != 0 && d_sum[k] == d_sum[k]) found = d_sum[k];
  *d_sum = found;
}

void array_sum(const float* d_in, float* d_sum, std::size_t n, int block_size) {
  look_around<<<1, 1>>>(d_sum);
}
