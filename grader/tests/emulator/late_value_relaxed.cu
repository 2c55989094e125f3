// The same with a flag of relaxed order, which orders nothing.
// run: EMU_ORDER=shuffled
// expect: data_race
#include <cuda/atomic>

using Word = cuda::atomic_ref<int, cuda::thread_scope_device>;

__global__ void hand_over(int* value, int* flag, int* out) {
  if (blockIdx.x == 0) {
    Word(*value).store(42, cuda::memory_order_relaxed);  // <- data_race
    Word(*flag).store(1, cuda::memory_order_relaxed);
  } else {
    while (Word(*flag).load(cuda::memory_order_acquire) == 0) {
    }
    *out = Word(*value).load(cuda::memory_order_relaxed);  // <- data_race
  }
}

int main() {
  int* words = nullptr;
  cudaMalloc(&words, 3 * sizeof(int));
  cudaMemset(words, 0, 3 * sizeof(int));
  hand_over<<<2, 1>>>(words, words + 1, words + 2);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
