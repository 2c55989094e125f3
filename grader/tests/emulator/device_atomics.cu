// Atomics of every kind, type and scope: the final value, and the old values as a set.
#include <algorithm>
#include <cstdio>
#include <vector>

const int blocks = 3, threads = 96, total = blocks * threads;

struct Cells {
  int add, sub, least, greatest, bit_and, bit_or, bit_xor;
  unsigned u_add, u_sub, u_least, u_greatest, increased, decreased, u_and, u_or, u_xor;
  unsigned long long l_add, l_least, l_greatest, l_and, l_or, l_xor, l_cas;
  long long s_least, s_greatest, s_or;
  float f_add, f_exchanged;
  double d_add;
  int exchanged, cas;
  unsigned short s_cas;
};

__global__ void update_kernel(Cells* c, int* old_add, unsigned* old_increased) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  old_add[i] = atomicAdd(&c->add, 1);
  old_increased[i] = atomicInc(&c->increased, 99);
  atomicSub(&c->sub, i);
  atomicMin(&c->least, 5 - i);
  atomicMax(&c->greatest, i - 1000);
  atomicAnd(&c->bit_and, ~(1 << i % 20));
  atomicOr_system(&c->bit_or, 1 << i % 20);
  atomicXor(&c->bit_xor, 1 << i % 31);
  atomicAdd(&c->u_add, 3u);
  atomicSub_system(&c->u_sub, 1u);
  atomicMin(&c->u_least, 1000u + i);
  atomicMax(&c->u_greatest, 1000u + i);
  atomicDec(&c->decreased, 99);
  atomicAnd(&c->u_and, ~(1u << i % 32));
  atomicOr(&c->u_or, 1u << i % 32);
  atomicXor(&c->u_xor, 1u << i % 32);
  atomicAdd(&c->l_add, 1ull << 33);
  atomicMin(&c->l_least, (1ull << 40) + i);
  atomicMax(&c->l_greatest, (1ull << 40) + i);
  atomicAnd(&c->l_and, ~(1ull << i % 64));
  atomicOr(&c->l_or, 1ull << i % 64);
  atomicXor(&c->l_xor, 1ull << i % 64);
  atomicMin(&c->s_least, -(1ll << 40) - i);
  atomicMax(&c->s_greatest, i - (1ll << 40));
  atomicOr(&c->s_or, 1ll << i % 64);
  atomicAdd(&c->f_add, 0.25f);
  atomicAdd(&c->d_add, 0.125);
  atomicExch(&c->exchanged, i);
  atomicExch(&c->f_exchanged, 7.0f);
  int seen = atomicAdd(&c->cas, 0), expected;
  do {
    expected = seen;
    seen = atomicCAS(&c->cas, expected, expected + 2);
  } while (seen != expected);
  unsigned long long wide = 0, wanted;
  do {
    wanted = wide;
    wide = atomicCAS(&c->l_cas, wanted, wanted + (1ull << 32));
  } while (wide != wanted);
  atomicCAS(&c->s_cas, static_cast<unsigned short>(5), static_cast<unsigned short>(6));
}

// Block scope, in shared memory.
__global__ void block_kernel(int* out) {
  __shared__ int sum, greatest;
  __shared__ unsigned ticket;
  __shared__ float f_sum;
  if (threadIdx.x == 0) sum = greatest = 0, ticket = 0, f_sum = 0;
  __syncthreads();
  atomicAdd_block(&sum, threadIdx.x);
  atomicMax_block(&greatest, threadIdx.x);
  atomicInc_block(&ticket, 1000);
  atomicAdd_block(&f_sum, 0.5f);
  __syncthreads();
  if (threadIdx.x == 0)
    out[blockIdx.x] =
        sum + greatest * 10000 + (ticket == blockDim.x) * 3 + (f_sum == 0.5f * blockDim.x) * 7;
}

#define COMPARE(member, due)                                                      \
  if (c->member != due) {                                                         \
    std::printf(#member " is %.17g, due %.17g\n", static_cast<double>(c->member), \
                static_cast<double>(due));                                        \
    return 1;                                                                     \
  }

int main() {
  Cells* c = nullptr;
  int *old_add = nullptr, *per_block = nullptr;
  unsigned* old_increased = nullptr;
  cudaMallocManaged(&c, sizeof(Cells));
  cudaMallocManaged(&old_add, total * sizeof(int));
  cudaMallocManaged(&old_increased, total * sizeof(unsigned));
  cudaMallocManaged(&per_block, blocks * sizeof(int));
  *c = Cells{};
  c->bit_and = c->bit_xor = -1;
  c->u_least = c->u_and = ~0u;
  c->l_least = c->l_and = ~0ull;
  c->s_greatest = -(1ll << 50);
  c->greatest = -2000;
  c->decreased = 150;
  c->s_cas = 5;
  update_kernel<<<blocks, threads>>>(c, old_add, old_increased);
  block_kernel<<<blocks, threads>>>(per_block);
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;

  int bit_xor = -1;
  unsigned u_xor = 0, decreased = 150;
  unsigned long long l_xor = 0;
  for (int i = 0; i < total; i++) {
    bit_xor ^= 1 << i % 31;
    u_xor ^= 1u << i % 32;
    l_xor ^= 1ull << i % 64;
    decreased = decreased == 0 || decreased > 99 ? 99 : decreased - 1;
  }
  COMPARE(add, total)
  COMPARE(sub, -(total * (total - 1) / 2))
  COMPARE(least, 5 - (total - 1))
  COMPARE(greatest, total - 1 - 1000)
  COMPARE(bit_and, ~0xfffff)
  COMPARE(bit_or, 0xfffff)
  COMPARE(bit_xor, bit_xor)
  COMPARE(u_add, 3u * total)
  COMPARE(u_sub, 0u - total)
  COMPARE(u_least, 1000u)
  COMPARE(u_greatest, 1000u + total - 1)
  COMPARE(increased, total % 100u)
  COMPARE(decreased, decreased)
  COMPARE(u_and, 0u)
  COMPARE(u_or, ~0u)
  COMPARE(u_xor, u_xor)
  COMPARE(l_add, static_cast<unsigned long long>(total) << 33)
  COMPARE(l_least, 1ull << 40)
  COMPARE(l_greatest, (1ull << 40) + total - 1)
  COMPARE(l_and, 0ull)
  COMPARE(l_or, ~0ull)
  COMPARE(l_xor, l_xor)
  COMPARE(s_least, -(1ll << 40) - (total - 1))
  COMPARE(s_greatest, total - 1 - (1ll << 40))
  COMPARE(s_or, -1ll)
  COMPARE(f_add, 0.25f * total)
  COMPARE(d_add, 0.125 * total)
  COMPARE(f_exchanged, 7.0f)
  COMPARE(cas, 2 * total)
  COMPARE(l_cas, static_cast<unsigned long long>(total) << 32)
  COMPARE(s_cas, 6)
  if (c->exchanged < 0 || c->exchanged >= total) return 1;

  // Every thread saw another old value; atomicInc went through 0 .. 99 again and again.
  std::sort(old_add, old_add + total);
  std::vector<int> times(100, 0);
  for (int i = 0; i < total; i++) {
    if (old_add[i] != i) return 1;
    if (old_increased[i] > 99) return 1;
    times[old_increased[i]]++;
  }
  for (int k = 0; k < 100; k++) {
    const int due = total / 100 + (k < total % 100);
    if (times[k] != due) {
      std::printf("old value %d of atomicInc seen %d times, due %d\n", k, times[k], due);
      return 1;
    }
  }
  for (int b = 0; b < blocks; b++) {
    const int due = threads * (threads - 1) / 2 + (threads - 1) * 10000 + 3 + 7;
    if (per_block[b] != due) {
      std::printf("block %d: %d, due %d\n", b, per_block[b], due);
      return 1;
    }
  }
  std::printf("OK\n");
  return 0;
}
