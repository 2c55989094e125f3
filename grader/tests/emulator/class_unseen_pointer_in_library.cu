// Not found: a device pointer that host code hands to a library, whose loads nobody sees.
#include <cstdio>

int main() {
  char* d = nullptr;
  cudaMalloc(&d, 4);
  cudaMemset(d, 'x', 4);
  cudaDeviceSynchronize();
  std::fwrite(d, 1, 4, stdout);
  return 0;
}
