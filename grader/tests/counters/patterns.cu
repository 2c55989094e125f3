// Control flow that parts the lanes of a warp and brings them together again: what each launch
// must count stands in patterns_test.cpp, derived by hand.
#include <cstdio>

// What hardware runs as one instruction has to be one here: no copies of it for some of the lanes,
// in the order of the source.

// Lane t goes round t + 1 times: the warp goes round 32 times, each with fewer lanes.
__global__ void trip_counts(int* out, const int* in) {
  const unsigned t = threadIdx.x;
  int sum = 0;
  for (unsigned k = 0; k <= t; ++k) sum += in[k * 32 + t];
  out[t] = sum;
}

// Both sides of a branch touch shared memory, and the lanes meet again behind it.
__global__ void both_sides(int* out) {
  __shared__ int a[32], b[32], c[32];
  const unsigned t = threadIdx.x;
  if (t % 2 == 0)
    a[t] = 1;
  else
    b[t] = 2;
  c[t] = 3;
  __syncthreads();
  out[t] = a[t & 30] + b[t | 1] + c[t];
}

// The second side is longer than the first, inside a loop.
__global__ void sides_in_loop(int* out) {
  __shared__ int a[160], b[64];
  const unsigned t = threadIdx.x;
  for (int k = 0; k < 4; ++k) {
    if (t < 8) {
      a[t] = k;
    } else {
      b[t] = k;
      b[t + 32] = k;
    }
    a[32 + k * 32 + t] = k;
  }
  __syncthreads();
  out[t] = a[t + 32];
}

// Half of the lanes leave at once; the others are then the whole warp.
__global__ void early_return(int* out, int n) {
  const int t = static_cast<int>(threadIdx.x);
  if (t >= n) return;
  out[t] = t;
  out[t + 32] = t;
}

// One lane does something alone, between and behind what all do.
__global__ void one_lane(int* out) {
  __shared__ int total;
  __shared__ int all[32];
  const unsigned t = threadIdx.x;
  all[t] = 1;
  if (t == 0) total = 0;
  all[t] += 1;
  __syncthreads();
  atomicAdd(&total, all[t]);
  __syncthreads();
  if (t == 0) *out = total;
}

// Lanes leave the loop at different turns, after the first of its two accesses.
__global__ void left_by_break(int* out, const int* in) {
  const int t = static_cast<int>(threadIdx.x);
  int sum = 0;
  for (int k = 0; k < 8; ++k) {
    sum += in[k * 32 + t];
    if (k == t % 4) break;
    sum += in[1024 + k * 32 + t];
  }
  out[t] = sum;
}

// An inner loop with as many turns as the lane's number says, inside an outer one.
__global__ void nested(int* out, const int* in) {
  const int t = static_cast<int>(threadIdx.x);
  int sum = 0;
  for (int k = 0; k < 3; ++k) {
    for (int j = 0; j < t % 4; ++j) sum += in[j * 32 + t];
    sum += in[1024 + k * 32 + t];
  }
  out[t] = sum;
}

// The right half of a condition is only reached by some.
__global__ void short_circuit(int* out, const int* in) {
  const int t = static_cast<int>(threadIdx.x);
  int value = 0;
  if (t < 16 && in[t] == 0) value = in[t + 32];
  out[t] = value + in[t + 64];
}

// Each half of the warp meets by itself, as often as it goes round.
__global__ void halves_meet(int* out) {
  __shared__ int all[32];
  const unsigned t = threadIdx.x;
  const unsigned mask = t < 16 ? 0x0000ffffu : 0xffff0000u;
  for (int k = 0; k < 4; ++k) {
    if (t % 16 <= static_cast<unsigned>(k)) all[t] = k;
    __syncwarp(mask);
  }
  out[t] = all[t & 16];
}

// A reduction with the last warp by shuffles: two warps, several blocks.
__global__ void shuffles(int* out, const int* in) {
  __shared__ int of_warp[2];
  const unsigned t = threadIdx.x;
  int sum = in[blockIdx.x * 64 + t];
  for (int delta = 16; delta > 0; delta /= 2) sum += __shfl_down_sync(0xffffffffu, sum, delta);
  if (t % 32 == 0) of_warp[t / 32] = sum;
  __syncthreads();
  if (t == 0) atomicAdd(out, of_warp[0] + of_warp[1]);
}

// Each block waits for the one before it: all are in flight at once.
__global__ void chain(volatile int* flags, const int* in, int* out) {
  const int b = static_cast<int>(blockIdx.x), t = static_cast<int>(threadIdx.x);
  const int value = in[b * 32 + t];
  if (t == 0 && b > 0)
    while (flags[b - 1] == 0) {
    }
  __syncthreads();
  out[b * 32 + t] = value;
  __threadfence();
  __syncthreads();
  if (t == 0) flags[b] = 1;
}

// More accesses than a trace holds, without a barrier; one lane has twice as many.
__global__ void long_loop(int* out, const int* in, int turns) {
  const int t = static_cast<int>(threadIdx.x);
  const int mine = t == 5 ? 2 * turns : turns;
  int sum = 0;
  for (int k = 0; k < mine; ++k) sum += in[k % 32 * 32 + t];
  out[t] = sum;
}

// 48 threads: the second warp has 16 lanes, and they are all of it.
__global__ void part_of_a_warp(double* out) {
  __shared__ double all[48];
  all[threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = all[threadIdx.x];
}

__constant__ int table[32];
__global__ void constants(int* out) { out[threadIdx.x] = table[threadIdx.x % 4]; }

int main() {
  int *in = nullptr, *out = nullptr;
  cudaMalloc(&in, 1 << 16);
  cudaMalloc(&out, 1 << 16);
  cudaMemset(in, 0, 1 << 16);
  cudaMemset(out, 0, 1 << 16);
  trip_counts<<<1, 32>>>(out, in);
  both_sides<<<1, 32>>>(out);
  sides_in_loop<<<1, 32>>>(out);
  early_return<<<1, 32>>>(out, 16);
  one_lane<<<1, 32>>>(out);
  left_by_break<<<1, 32>>>(out, in);
  nested<<<1, 32>>>(out, in);
  short_circuit<<<1, 32>>>(out, in);
  halves_meet<<<1, 32>>>(out);
  shuffles<<<3, 64>>>(out, in);
  cudaMemset(out, 0, 1 << 16);
  chain<<<8, 32>>>(out, in, out + 1024);
  long_loop<<<1, 32>>>(out, in, 1000);
  part_of_a_warp<<<1, 48>>>(reinterpret_cast<double*>(out));
  constants<<<1, 32>>>(out);
  std::printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
