// One element past the last of a __device__ array.
// expect: out_of_bounds cuda_error
__device__ float table[32];

__global__ void fill() { table[threadIdx.x] = 1.0f; }  // <- out_of_bounds

int main() {
  fill<<<1, 33>>>();
  return cudaDeviceSynchronize() == cudaErrorIllegalAddress ? 0 : 1;
}
