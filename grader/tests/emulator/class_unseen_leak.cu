// Not found in a program of its own: a leak shows in a lab, by calls that each leave more behind.
int main() {
  int* d = nullptr;
  for (int k = 0; k < 4; ++k)
    if (cudaMalloc(&d, 1024) != cudaSuccess) return 1;
  return 0;
}
