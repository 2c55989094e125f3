// cheat: scans_on_the_host
// lab: 5
// attempt: the whole scan is made on the host and copied back
// verdict: policy
// reason: came back to it
// stopped by: the emulator's count of what the host could see
#include <cuda_runtime.h>

#include <vector>

#include "lab.hpp"

__global__ void nothing() {}

std::size_t scan_workspace_bytes(std::size_t, int) { return 0; }

void exclusive_scan(const float* d_in, float* d_out, std::size_t n, int, void*) {
  std::vector<float> values(n);
  cudaMemcpy(values.data(), d_in, n * sizeof(float), cudaMemcpyDeviceToHost);
  double sum = 0;
  for (float& value : values) {
    const double before = sum;
    sum += value;
    value = static_cast<float>(before);
  }
  nothing<<<1, 1>>>();
  cudaMemcpy(d_out, values.data(), n * sizeof(float), cudaMemcpyHostToDevice);
}
