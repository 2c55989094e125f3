// One element past a shared array, in a kernel whose threads keep arrays of their own: told once,
// with the array's name.
// expect: out_of_bounds
// says: row[32] does not exist: row has 32 elements
__global__ void kernel(int* out) {
  __shared__ int row[32];
  int own[2] = {1, 2};
  row[threadIdx.x] = own[0];
  if (threadIdx.x == 31) row[threadIdx.x + own[0]] = own[1];  // <- out_of_bounds
  __syncthreads();
  out[threadIdx.x] = row[threadIdx.x];
}

int main() {
  int* out = nullptr;
  cudaMalloc(&out, 32 * sizeof(int));
  kernel<<<1, 32>>>(out);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
