// Seen by the values alone: a shuffle from a lane that has returned, or that the mask does not
// name. Nothing defines what it brings; here it is a filling that no sum comes out right with.
__global__ void from_returned(int* out) {
  if (threadIdx.x >= 16) return;
  out[threadIdx.x] = __shfl_down_sync(0xffffffffu, 1, 16);
}

__global__ void from_unnamed(int* out) {
  if (threadIdx.x < 16) out[threadIdx.x] = __shfl_down_sync(0x0000ffffu, 1, 16);
}

int main() {
  int *out = nullptr, first = 1, second = 1;
  cudaMalloc(&out, 16 * sizeof(int));
  from_returned<<<1, 32>>>(out);
  cudaMemcpy(&first, out, sizeof first, cudaMemcpyDeviceToHost);
  from_unnamed<<<1, 32>>>(out);
  cudaMemcpy(&second, out, sizeof second, cudaMemcpyDeviceToHost);
  return first != 1 && second != 1 ? 0 : 1;
}
