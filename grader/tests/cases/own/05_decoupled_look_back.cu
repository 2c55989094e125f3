// case: decoupled_look_back
// lab: 5
// verdict: correct
// why: One pass whose tiles look back over 64-bit words that hold state and value together.

#include "lab.hpp"

using Word = unsigned long long;

__device__ Word packed(unsigned state, float value) {
  return static_cast<Word>(state) << 32 | __float_as_uint(value);
}

__global__ void scan_kernel(const float* in, float* out, unsigned* next, Word* words,
                            std::size_t n) {
  __shared__ unsigned ticket;
  __shared__ float s[1024], carry;
  const unsigned t = threadIdx.x;
  if (t == 0) ticket = atomicAdd(next, 1u);
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
    const float total = s[blockDim.x - 1];
    if (ticket > 0) atomicExch(&words[ticket], packed(1, total));
    float before = 0.0f;
    for (unsigned b = ticket; b > 0;) {
      const Word word = atomicAdd(&words[b - 1], Word{0});
      if (word >> 32 == 0) continue;
      before += __uint_as_float(static_cast<unsigned>(word));
      if (word >> 32 == 2) break;
      --b;
    }
    atomicExch(&words[ticket], packed(2, before + total));
    carry = before;
  }
  __syncthreads();
  if (i < n) out[i] = carry + (t > 0 ? s[t - 1] : 0.0f);
}

std::size_t scan_workspace_bytes(std::size_t n, int block_size) {
  return 16 + (n + block_size - 1) / block_size * sizeof(Word);
}

void exclusive_scan(const float* d_in, float* d_out, std::size_t n, int block_size,
                    void* d_workspace) {
  if (n == 0) return;
  CUDA_CHECK(cudaMemset(d_workspace, 0, scan_workspace_bytes(n, block_size)));
  const std::size_t blocks = (n + block_size - 1) / block_size;
  unsigned* next = static_cast<unsigned*>(d_workspace);
  scan_kernel<<<static_cast<unsigned>(blocks), block_size>>>(d_in, d_out, next,
                                                             reinterpret_cast<Word*>(next + 4), n);
  CUDA_CHECK(cudaGetLastError());
}
