// expect: warp_mask cuda_error
__global__ void kernel(int* out) {
  out[threadIdx.x] = __shfl_sync(0x0000ffffu, static_cast<int>(threadIdx.x), 0);  // <- warp_mask
}

int main() {
  int* out = nullptr;
  cudaMalloc(&out, 32 * sizeof(int));
  kernel<<<1, 32>>>(out);
  return cudaDeviceSynchronize() == cudaErrorIllegalInstruction ? 0 : 1;
}
