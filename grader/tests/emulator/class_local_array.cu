// An index that leaves an array which a thread keeps for itself.
// expect: out_of_bounds
// says: element 4 does not exist: a thread's own array is int [4]
struct Sums {
  int part[4];
  int behind;
};

__global__ void kernel(const int* in, int* out, int count) {
  Sums sums = {};
  for (int k = 0; k < count; ++k) sums.part[k] = in[k];  // <- out_of_bounds
  out[threadIdx.x] = sums.part[0] + sums.behind;
}

int main() {
  int *in = nullptr, *out = nullptr;
  cudaMalloc(&in, 5 * sizeof(int));
  cudaMalloc(&out, 32 * sizeof(int));
  cudaMemset(in, 0, 5 * sizeof(int));
  kernel<<<1, 32>>>(in, out, 5);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
