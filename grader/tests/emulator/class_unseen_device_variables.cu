// Not found: variables with static storage lie side by side, with nothing between them that belongs
// to nobody. What leaves the one in the middle lands in the other two.
__device__ int first[32];
__device__ int middle[32];
__device__ int last[32];

__global__ void kernel() {
  const int t = static_cast<int>(threadIdx.x);
  middle[t] = first[t] + last[t];
  if (t == 0) middle[32] = middle[t - 1] = 7;
}

int main() {
  kernel<<<1, 1>>>();
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
