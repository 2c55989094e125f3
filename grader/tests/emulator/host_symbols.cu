// Variables with static storage: copies, addresses, sizes, and their errors (H200, CUDA 13.0).
// expect: cuda_error
#include <cstdio>

static int mismatches = 0;

static void expect(const char* what, long long got, long long due) {
  if (got == due) return;
  ++mismatches;
  std::printf("%s: got %lld, due %lld\n", what, got, due);
}
#define EXPECT(what, due) expect(#what, static_cast<long long>(what), due)
__device__ int numbers[16];
__constant__ float weights[8];
__managed__ int both_sides = 5;
__device__ float* d_table;
__device__ int initialised[3] = {7, 8, 9};

__global__ void use_kernel() {
  numbers[threadIdx.x] += static_cast<int>(weights[threadIdx.x % 8]) + initialised[0];
  if (threadIdx.x == 0) both_sides += 10;
  d_table[threadIdx.x] = 2 * weights[threadIdx.x % 8];
}

int main() {
  int in[20] = {}, out[20] = {};
  float w[8], table[16];
  for (int k = 0; k < 16; ++k) in[k] = 100 * k;
  for (int k = 0; k < 8; ++k) w[k] = static_cast<float>(k);
  float* d = nullptr;
  EXPECT(cudaMalloc(&d, 16 * sizeof(float)), cudaSuccess);
  EXPECT(cudaMemcpyToSymbol(numbers, in, sizeof numbers), cudaSuccess);
  EXPECT(cudaMemcpyToSymbol(weights, w, sizeof weights), cudaSuccess);
  EXPECT(cudaMemcpyToSymbol(d_table, &d, sizeof d), cudaSuccess);
  use_kernel<<<1, 16>>>();
  EXPECT(cudaMemcpyFromSymbol(out, numbers, sizeof numbers), cudaSuccess);
  EXPECT(cudaMemcpy(table, d, sizeof table, cudaMemcpyDeviceToHost), cudaSuccess);
  for (int k = 0; k < 16; ++k) {
    expect("numbers", out[k], 100 * k + k % 8 + 7);
    expect("table", static_cast<long long>(table[k]), 2 * (k % 8));
  }
  EXPECT(both_sides, 15);

  void* address = nullptr;
  std::size_t bytes = 0;
  EXPECT(cudaGetSymbolAddress(&address, numbers), cudaSuccess);
  EXPECT(cudaGetSymbolSize(&bytes, numbers), cudaSuccess);
  EXPECT(bytes, 64);
  EXPECT(cudaMemset(address, 0, bytes), cudaSuccess);
  EXPECT(cudaMemcpyToSymbol(numbers, in + 1, 4, 8), cudaSuccess);
  EXPECT(cudaMemcpyFromSymbol(out, numbers, 8, 4), cudaSuccess);
  EXPECT(out[0] == 0 && out[1] == 100, true);
  EXPECT(cudaMemcpyToSymbolAsync(numbers, in + 2, 4), cudaSuccess);
  EXPECT(cudaMemcpyFromSymbolAsync(out, numbers, 4), cudaSuccess);
  EXPECT(cudaDeviceSynchronize(), cudaSuccess);
  EXPECT(out[0], 200);

  const auto backwards = cudaMemcpyDeviceToHost;
  EXPECT(cudaMemcpyToSymbol(numbers, in, 68), cudaErrorInvalidValue);
  EXPECT(cudaMemcpyToSymbol(numbers, in, 4, 64), cudaErrorInvalidValue);
  EXPECT(cudaMemcpyToSymbol(numbers, in, 0, 64), cudaSuccess);
  EXPECT(cudaMemcpyToSymbol(numbers, static_cast<void*>(nullptr), 4), cudaErrorInvalidValue);
  EXPECT(cudaMemcpyToSymbol(numbers, in, 4, 0, backwards), cudaErrorInvalidMemcpyDirection);
  EXPECT(cudaMemcpyToSymbol(numbers, in, 4, 0, cudaMemcpyDefault), cudaSuccess);
  EXPECT(cudaMemcpyToSymbol(numbers, d, 4, 0, cudaMemcpyDeviceToDevice), cudaSuccess);
  EXPECT(cudaMemcpyToSymbol(in, out, 4), cudaErrorInvalidSymbol);
  EXPECT(cudaMemcpyToSymbol(numbers[1], in, 4), cudaErrorInvalidSymbol);
  EXPECT(cudaMemcpyFromSymbol(out, numbers, 68), cudaErrorInvalidValue);
  EXPECT(cudaMemcpyFromSymbol(out, in, 4), cudaErrorInvalidSymbol);
  EXPECT(cudaGetSymbolAddress(&address, in), cudaErrorInvalidSymbol);
  EXPECT(cudaGetSymbolSize(&bytes, in), cudaErrorInvalidSymbol);
  EXPECT(cudaFree(d), cudaSuccess);
  std::puts(mismatches == 0 ? "OK" : "MISMATCH");
  return mismatches == 0 ? 0 : 1;
}
