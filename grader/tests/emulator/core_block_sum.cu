// A right block reduction: values and no finding under every schedule.
#include <cstdio>
#include <vector>

__global__ void sum_kernel(const float* in, float* out, int n) {
  extern __shared__ float partial[];
  const unsigned t = threadIdx.x;
  const int i = blockIdx.x * blockDim.x + t;
  partial[t] = i < n ? in[i] : 0.0f;
  __syncthreads();
  for (unsigned stride = blockDim.x / 2; stride > 0; stride /= 2) {
    if (t < stride) partial[t] += partial[t + stride];
    __syncthreads();
  }
  if (t == 0) atomicAdd(out, partial[0]);
}

int main() {
  const int n = 10007;
  std::vector<float> in(n);
  float due = 0;
  for (int i = 0; i < n; ++i) due += in[i] = static_cast<float>(i % 17 - 8) / 8;
  float *d_in = nullptr, *d_out = nullptr, got = -1;
  cudaMalloc(&d_in, n * sizeof(float));
  cudaMalloc(&d_out, sizeof(float));
  cudaMemcpy(d_in, in.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemset(d_out, 0, sizeof(float));
  sum_kernel<<<(n + 255) / 256, 256, 256 * sizeof(float)>>>(d_in, d_out, n);
  cudaMemcpy(&got, d_out, sizeof(float), cudaMemcpyDeviceToHost);
  std::printf("got %f, due %f\n", got, due);
  return got == due ? 0 : 1;
}
