// The fence in front of giving the lock back is the one that the next owner depends on.
// expect: data_race
#include <cstdio>

constexpr int blocks = 8, block_size = 64;

struct Account {
  int lock;  ///< 0 free, 1 taken
  int balance;
  int payments;
};

__device__ void pay(Account* account, int amount) {
  while (atomicCAS(&account->lock, 0, 1) != 0) {
  }
  __threadfence();
  account->balance += amount;  // <- data_race
  account->payments += 1;      // <- data_race
  // no __threadfence()
  atomicExch(&account->lock, 0);
}

__global__ void pay_kernel(Account* accounts, int count) {
  // One thread of each warp: lanes of one warp that wait for each other's lock may wait for ever.
  if (threadIdx.x % 32 != 0) return;
  const int payer = static_cast<int>(blockIdx.x * 2 + threadIdx.x / 32);
  pay(&accounts[payer % count], payer);
}

int main() {
  Account h[2] = {}, *d = nullptr;
  cudaMalloc(&d, sizeof h);
  cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
  pay_kernel<<<blocks, block_size>>>(d, 2);
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  std::printf("%d in %d payments, %d in %d\n", h[0].balance, h[0].payments, h[1].balance,
              h[1].payments);
  return h[0].balance == 56 && h[1].balance == 64 && h[0].payments == 8 ? 0 : 1;
}
