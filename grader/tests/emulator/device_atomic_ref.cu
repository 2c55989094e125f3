// cuda::atomic_ref and cuda::atomic: operations, orders and scopes, and a value handed over by a
// flag.
#include <cstdio>
#include <cuda/atomic>

using Device = cuda::atomic_ref<int, cuda::thread_scope_device>;

struct Cells {
  int add, sub, bit_and, bit_or, bit_xor, least, greatest, exchanged, cas;
  unsigned long long wide;
  float real;
  double precise;
};

__global__ void update_kernel(Cells* c) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  Device(c->add).fetch_add(2, cuda::memory_order_relaxed);
  Device(c->sub).fetch_sub(i, cuda::memory_order_acq_rel);
  Device(c->bit_and).fetch_and(~(1 << i % 20));
  Device(c->bit_or).fetch_or(1 << i % 20);
  Device(c->bit_xor).fetch_xor(1 << i % 31);
  Device(c->least).fetch_min(5 - i);
  Device(c->greatest).fetch_max(i);
  Device(c->exchanged).exchange(i + 1);
  cuda::atomic_ref<unsigned long long, cuda::thread_scope_device> wide(c->wide);
  wide += 1ull << 33;
  cuda::atomic_ref<float, cuda::thread_scope_device>(c->real).fetch_add(0.25f);
  cuda::atomic_ref<double> precise(c->precise);
  precise.fetch_sub(0.5);
  Device cas(c->cas);
  int expected = cas.load(cuda::memory_order_relaxed);
  while (!cas.compare_exchange_weak(expected, expected + 3, cuda::memory_order_acq_rel,
                                    cuda::memory_order_relaxed)) {
  }
}

// Block 0 publishes, the others wait for the flag.
__global__ void hand_over_kernel(int* data, int* flag, int* out) {
  Device ready(*flag);
  if (blockIdx.x == 0) {
    if (threadIdx.x == 0) {
      *data = 42;
      ready.store(1, cuda::memory_order_release);
    }
  } else if (threadIdx.x == 0) {
    while (ready.load(cuda::memory_order_acquire) == 0) {
    }
    out[blockIdx.x] = *data;
  }
}

// The same with relaxed accesses and fences.
__global__ void fence_kernel(int* data, int* flag, int* out) {
  Device ready(*flag);
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    *data = 43;
    cuda::atomic_thread_fence(cuda::memory_order_release, cuda::thread_scope_device);
    ready.store(2, cuda::memory_order_relaxed);
  } else {
    while (ready.load(cuda::memory_order_relaxed) != 2) {
    }
    cuda::atomic_thread_fence(cuda::memory_order_acquire, cuda::thread_scope_device);
    out[blockIdx.x] = *data;
  }
}

__global__ void in_shared_kernel(int* out) {
  __shared__ int counter;
  if (threadIdx.x == 0) counter = 0;
  __syncthreads();
  cuda::atomic_ref<int, cuda::thread_scope_block> count(counter);
  count++;
  ++count;
  __syncthreads();
  if (threadIdx.x == 0) out[blockIdx.x] = count.load();
}

#define COMPARE(member, due)                                                      \
  if (c->member != due) {                                                         \
    std::printf(#member " is %.17g, due %.17g\n", static_cast<double>(c->member), \
                static_cast<double>(due));                                        \
    return 1;                                                                     \
  }

int main() {
  const int blocks = 3, threads = 64, all = blocks * threads;
  Cells* c = nullptr;
  int* out = nullptr;
  cudaMallocManaged(&c, sizeof(Cells));
  cudaMallocManaged(&out, (blocks + 2) * sizeof(int));
  *c = Cells{};
  c->bit_and = -1;
  update_kernel<<<blocks, threads>>>(c);
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  int bit_xor = 0;
  for (int i = 0; i < all; i++) bit_xor ^= 1 << i % 31;
  COMPARE(add, 2 * all)
  COMPARE(sub, -(all * (all - 1) / 2))
  COMPARE(bit_and, ~0xfffff)
  COMPARE(bit_or, 0xfffff)
  COMPARE(bit_xor, bit_xor)
  COMPARE(least, 5 - (all - 1))
  COMPARE(greatest, all - 1)
  COMPARE(wide, static_cast<unsigned long long>(all) << 33)
  COMPARE(real, 0.25f * all)
  COMPARE(precise, -0.5 * all)
  COMPARE(cas, 3 * all)
  if (c->exchanged < 1 || c->exchanged > all) return 1;

  int *data = out + blocks, *flag = out + blocks + 1;
  *flag = *data = 0;
  hand_over_kernel<<<blocks, threads>>>(data, flag, out);
  if (cudaDeviceSynchronize() != cudaSuccess || out[1] != 42 || out[2] != 42) return 1;
  fence_kernel<<<blocks, threads>>>(data, flag, out);
  if (cudaDeviceSynchronize() != cudaSuccess || out[1] != 43 || out[2] != 43) return 1;
  in_shared_kernel<<<blocks, threads>>>(out);
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  for (int b = 0; b < blocks; b++) {
    if (out[b] != 2 * threads) {
      std::printf("block %d counted %d, due %d\n", b, out[b], 2 * threads);
      return 1;
    }
  }
  std::printf("OK\n");
  return 0;
}
