// Not found: where a function is not inlined and returns a struct through memory, the compiler
// tells nobody of the stores that put it into the array. These are off by one.
struct Eight {
  int values[8];
};

__device__ __noinline__ Eight from(int first) {
  Eight eight;
  for (int k = 0; k < 8; ++k) eight.values[k] = first + k;
  return eight;
}

__global__ void kernel(Eight* out) { out[threadIdx.x + 1] = from(static_cast<int>(threadIdx.x)); }

int main() {
  Eight* out = nullptr;
  cudaMalloc(&out, 32 * sizeof(Eight));
  kernel<<<1, 32>>>(out);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
