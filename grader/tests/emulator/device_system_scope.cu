// The _system forms of atomics and fences, on memory that host and device share.
#include <cstdio>

struct Shared {
  int sum, largest, lowest, turns, bits, changed;
  unsigned wrapped;
  unsigned long long wide;
};

__global__ void update_kernel(Shared* shared, int* d_data) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  atomicAdd_system(&shared->sum, i);
  atomicMax_system(&shared->largest, i);
  atomicMin_system(&shared->lowest, -i);
  atomicOr_system(&shared->bits, 1 << (i % 16));
  atomicInc_system(&shared->wrapped, 9u);
  atomicAdd_system(&shared->wide, 1ull << 32);
  while (atomicCAS_system(&shared->turns, i, i + 1) != i) __nanosleep(20);
  d_data[i] = i;
  __threadfence_system();
  if (atomicExch_system(&shared->changed, 1) == 0) atomicSub_system(&shared->sum, 1);
}

int main() {
  constexpr int n = 128;
  Shared* shared = nullptr;
  int* d_data = nullptr;
  cudaMallocManaged(&shared, sizeof(Shared));
  cudaMalloc(&d_data, n * sizeof(int));
  *shared = {};
  update_kernel<<<4, n / 4>>>(shared, d_data);
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  std::printf("%d %d %d %x %u %llu %d\n", shared->sum, shared->largest, shared->lowest,
              shared->bits, shared->wrapped, shared->wide >> 32, shared->turns);
  const bool sums = shared->sum == n * (n - 1) / 2 - 1 && shared->wide >> 32 == n;
  const bool ends = shared->largest == n - 1 && shared->lowest == 1 - n && shared->turns == n;
  const bool rest = shared->bits == 0xFFFF && shared->wrapped == n % 10 && shared->changed == 1;
  return sums && ends && rest ? 0 : 2;
}
