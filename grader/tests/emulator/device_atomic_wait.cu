// wait, notify_one and notify_all of cuda::atomic_ref and cuda::atomic: between threads of a block,
// along a chain of blocks, and on a value that changes more than once.
#include <cstdio>
#include <cuda/atomic>

using Flag = cuda::atomic_ref<unsigned, cuda::thread_scope_device>;

// Each block waits for the end of the one before it: word k holds 1 + the sum of 0 to k.
__global__ void chain_kernel(unsigned* ends, unsigned* next) {
  if (threadIdx.x != 0) return;
  const unsigned k = atomicAdd(next, 1u);
  unsigned before = 0;
  if (k > 0) {
    Flag left(ends[k - 1]);
    left.wait(0u, cuda::memory_order_acquire);
    before = left.load(cuda::memory_order_relaxed) - 1;
  }
  Flag own(ends[k]);
  own.store(1 + before + k, cuda::memory_order_release);
  own.notify_all();
}

// The second thread waits for two values in turn, and answers.
__global__ void ball_kernel(int* seen) {
  __shared__ cuda::atomic<int, cuda::thread_scope_block> ball;
  if (threadIdx.x == 0) ball.store(0);
  __syncthreads();
  if (threadIdx.x == 0) {
    ball.store(1, cuda::memory_order_release);
    ball.notify_one();
    ball.wait(1);
    seen[0] = ball.load();
  } else {
    ball.wait(0, cuda::memory_order_acquire);
    seen[1] = ball.load();
    ball.store(2, cuda::memory_order_release);
    ball.notify_one();
  }
}

// Compared are bits: 0.0f is another value than -0.0f, so that nobody has to change it.
__global__ void bits_kernel(float* value) {
  cuda::atomic_ref<float, cuda::thread_scope_device>(*value).wait(-0.0f);
}

int main() {
  constexpr unsigned blocks = 300;
  unsigned *ends = nullptr, end = 0;
  int *seen = nullptr, host_seen[2] = {};
  cudaMalloc(&ends, (blocks + 1) * sizeof(unsigned));
  cudaMalloc(&seen, sizeof host_seen);
  cudaMemset(ends, 0, (blocks + 1) * sizeof(unsigned));
  chain_kernel<<<blocks, 32>>>(ends, ends + blocks);
  ball_kernel<<<1, 2>>>(seen);
  cudaMemcpy(&end, ends + blocks - 1, sizeof end, cudaMemcpyDeviceToHost);
  cudaMemcpy(host_seen, seen, sizeof host_seen, cudaMemcpyDeviceToHost);
  cudaMemset(ends, 0, sizeof(unsigned));
  bits_kernel<<<1, 1>>>(reinterpret_cast<float*>(ends));
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  const unsigned due = 1 + blocks * (blocks - 1) / 2;
  if (end != due || host_seen[0] != 2 || host_seen[1] != 1) {
    std::printf("%u, due %u; seen %d and %d\n", end, due, host_seen[0], host_seen[1]);
    return 1;
  }
  std::printf("OK\n");
  return 0;
}
