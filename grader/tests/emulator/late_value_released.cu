// A release of the flag orders the relaxed store in front of it.
#include <cuda/atomic>

using Word = cuda::atomic_ref<int, cuda::thread_scope_device>;

__global__ void hand_over(int* value, int* flag, int* out) {
  if (blockIdx.x == 0) {
    Word(*value).store(42, cuda::memory_order_relaxed);
    Word(*flag).store(1, cuda::memory_order_release);
  } else {
    while (Word(*flag).load(cuda::memory_order_acquire) == 0) {
    }
    *out = Word(*value).load(cuda::memory_order_relaxed);
  }
}

int main() {
  int *words = nullptr, out = 0;
  cudaMalloc(&words, 3 * sizeof(int));
  cudaMemset(words, 0, 3 * sizeof(int));
  hand_over<<<2, 1>>>(words, words + 1, words + 2);
  cudaMemcpy(&out, words + 2, sizeof out, cudaMemcpyDeviceToHost);
  return out == 42 ? 0 : 1;
}
