// Between two loads of a thread other blocks may write. One block steps a pair of words on, always
// both between two barriers, so that whoever looks while it waits finds them equal; a reader that
// loads one, finds it new, and then loads the other finds them different now and then.
// run: EMU_ORDER=shuffled EMU_SEED=1
// run: EMU_ORDER=shuffled EMU_SEED=2
// run: EMU_ORDER=shuffled EMU_SEED=3
#include <cstdio>
#include <cuda/atomic>

struct Volatile {
  __device__ static int load(int* p) { return *static_cast<volatile int*>(p); }
  __device__ static void store(int* p, int value) { *static_cast<volatile int*>(p) = value; }
};
struct Atomic {
  using Ref = cuda::atomic_ref<int, cuda::thread_scope_device>;
  __device__ static int load(int* p) { return Ref(*p).load(cuda::memory_order_relaxed); }
  __device__ static void store(int* p, int value) {
    Ref(*p).store(value, cuda::memory_order_release);
  }
};

template <class Access>
__global__ void step_and_look(int* pair, int* different, int steps) {
  if (blockIdx.x == 0) {
    for (int step = 1; step <= steps; ++step) {
      __syncthreads();
      Access::store(pair + 1, step);
      Access::store(pair, step);
    }
    return;
  }
  for (int first = 0, last = 0; first < steps; last = first) {
    first = Access::load(pair);
    if (first != last && Access::load(pair + 1) != first) ++*different;
  }
}

int main() {
  constexpr int steps = 4000;
  int *words = nullptr, different[2] = {};
  cudaMalloc(&words, 4 * sizeof(int));
  cudaMemset(words, 0, 4 * sizeof(int));
  step_and_look<Volatile><<<2, 1>>>(words, words + 2, steps);
  cudaMemset(words, 0, 2 * sizeof(int));
  step_and_look<Atomic><<<2, 1>>>(words, words + 3, steps);
  cudaMemcpy(different, words + 2, sizeof different, cudaMemcpyDeviceToHost);
  std::printf("different: %d and %d times\n", different[0], different[1]);
  constexpr int often = 3;  // a store that arrives late makes a difference too, once
  return different[0] > often && different[1] > often ? 0 : 1;
}
