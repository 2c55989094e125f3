#include "lab.hpp"
__global__ void add(const float* d_in, float* d_sum, std::size_t n) {
  for (std::size_t i = 0; i < n; ++i) *d_sum += d_in[i];
}
void array_sum(const float* d_in, float* d_sum, std::size_t n, int) { add<<<1, 1>>>(d_in, d_sum, n); }
float host[1u << 31];
float* first = host;
