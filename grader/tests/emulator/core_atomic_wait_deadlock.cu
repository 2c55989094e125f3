// expect: deadlock
// exit: 103
// Nobody writes what the thread waits for; notifying changes nothing.
#include <cuda/atomic>

__global__ void kernel(int* flag) {
  cuda::atomic_ref<int, cuda::thread_scope_device> ready(*flag);
  if (blockIdx.x == 0) {
    ready.wait(0);  // <- deadlock
  } else {
    ready.notify_all();
  }
}

int main() {
  int* flag = nullptr;
  cudaMalloc(&flag, sizeof(int));
  cudaMemset(flag, 0, sizeof(int));
  kernel<<<2, 1>>>(flag);
  cudaDeviceSynchronize();
  return 0;
}
