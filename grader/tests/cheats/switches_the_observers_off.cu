// cheat: switches_the_observers_off
// lab: 2
// attempt: the emulator's own function switches the checks off
// verdict: policy
// reason: belongs to the emulator
// behind: data_race wrong_answer
// points: 5
// stopped by: the static rules: names of the emulator
#include <cuda_runtime.h>

#include "lab.hpp"

namespace emu {
enum class Watch { mistakes, traffic };
void watch(Watch);
}  // namespace emu

__global__ void add(const float* d_in, float* d_sum, std::size_t n) {
  *d_sum += threadIdx.x < n ? d_in[threadIdx.x] : 0;  // a race
}

void array_sum(const float* d_in, float* d_sum, std::size_t n, int block_size) {
  emu::watch(emu::Watch::traffic);
  cudaMemset(d_sum, 0, sizeof(float));
  const std::size_t blocks = n / block_size + 1, most = 2147483647;
  add<<<static_cast<unsigned>(blocks < most ? blocks : most), block_size>>>(d_in, d_sum, n);
}
