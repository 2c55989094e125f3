// case: flags_cleared_by_the_first_block
// lab: 5
// verdict: wrong
// due: data_race uninitialized_read wrong_answer deadlock time_limit out_of_bounds
// why: Block 0 clears flags and ticket for all, while others already use them.

#include "lab.hpp"

struct State {
  unsigned next;
  unsigned pad[3];
};

/// Tiles in the order in which blocks start; each waits for the total of the one before it.
__global__ void scan_kernel(const float* in, float* out, State* state, volatile float* totals,
                            volatile int* ready, std::size_t n) {
  __shared__ unsigned ticket;
  __shared__ float s[1024], carry;
  const unsigned t = threadIdx.x;
  if (blockIdx.x == 0) {
    for (unsigned b = t; b < gridDim.x; b += blockDim.x) ready[b] = 0;
    if (t == 0) state->next = 0;
  }
  __syncthreads();
  if (t == 0) ticket = atomicAdd(&state->next, 1u);
  __syncthreads();
  const std::size_t i = static_cast<std::size_t>(ticket) * blockDim.x + t;
  s[t] = i < n ? in[i] : 0.0f;
  __syncthreads();
  for (unsigned d = 1; d < blockDim.x; d *= 2) {
    const float left = t >= d ? s[t - d] : 0.0f;
    __syncthreads();
    s[t] += left;
    __syncthreads();
  }
  if (t == 0) {
    float before = 0.0f;
    if (ticket > 0) {
      while (ready[ticket - 1] == 0) {
      }
      __threadfence();
      before = totals[ticket - 1];
    }
    totals[ticket] = before + s[blockDim.x - 1];
    __threadfence();
    ready[ticket] = 1;
    carry = before;
  }
  __syncthreads();
  if (i < n) out[i] = carry + (t > 0 ? s[t - 1] : 0.0f);
}

std::size_t scan_workspace_bytes(std::size_t n, int block_size) {
  const std::size_t blocks = (n + block_size - 1) / block_size;
  return sizeof(State) + blocks * (sizeof(float) + sizeof(int));
}

void exclusive_scan(const float* d_in, float* d_out, std::size_t n, int block_size,
                    void* d_workspace) {
  if (n == 0) return;
  const std::size_t blocks = (n + block_size - 1) / block_size;
  State* state = static_cast<State*>(d_workspace);
  int* ready = reinterpret_cast<int*>(state + 1);
  float* totals = reinterpret_cast<float*>(ready + blocks);
  scan_kernel<<<static_cast<unsigned>(blocks), block_size>>>(d_in, d_out, state, totals, ready, n);
  CUDA_CHECK(cudaGetLastError());
}
