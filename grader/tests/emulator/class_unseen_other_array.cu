// Not found: a wrong index that is so far off that it lands in another array.
__global__ void kernel(int* first, long index) { first[index] = 1; }

int main() {
  int *first = nullptr, *second = nullptr;
  cudaMalloc(&first, 32 * sizeof(int));
  cudaMalloc(&second, 32 * sizeof(int));
  kernel<<<1, 1>>>(first, second - first);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
