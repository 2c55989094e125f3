// More memory in all than there are addresses: those of freed arrays are used again, and what lies
// there counts as never written.
// expect: uninitialized_read
// run: EMU_ORDER=by_index

__global__ void put(int* data) { data[0] = 7; }
__global__ void copy(const int* data, int* to) { *to = data[0]; }  // <- uninitialized_read

int main() {
  constexpr std::size_t bytes = std::size_t{7} << 30;
  int *kept = nullptr, *to = nullptr;
  cudaMalloc(&kept, sizeof(int));
  cudaMalloc(&to, sizeof(int));
  for (int k = 0; k < 20; ++k) {
    int* data = nullptr;
    if (cudaMalloc(&data, bytes) != cudaSuccess) return 1;
    if (k == 19) copy<<<1, 1>>>(data, to);
    put<<<1, 1>>>(data);
    if (cudaFree(data) != cudaSuccess) return 2;
  }
  put<<<1, 1>>>(kept);
  int got = 0;
  cudaMemcpy(&got, kept, sizeof got, cudaMemcpyDeviceToHost);
  return got == 7 ? 0 : 3;
}
