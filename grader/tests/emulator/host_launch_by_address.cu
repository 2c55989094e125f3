// cudaLaunchKernel, cudaLaunchKernelEx and cudaLaunchCooperativeKernel.
// expect: cuda_error
#include <cstdio>

static int mismatches = 0;

static void expect(const char* what, long long got, long long due) {
  if (got == due) return;
  ++mismatches;
  std::printf("%s: got %lld, due %lld\n", what, got, due);
}
#define EXPECT(what, due) expect(#what, static_cast<long long>(what), due)
struct Pair {
  int first;
  double second;
};

__global__ void fill_kernel(int* out, int n, Pair pair, char letter) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = i * pair.first + static_cast<int>(pair.second) + letter;
}

template <class T>
__global__ void add_kernel(T* out, T value) {
  extern __shared__ char scratch[];
  T* copies = reinterpret_cast<T*>(scratch);
  copies[threadIdx.x] = value;
  __syncthreads();
  out[threadIdx.x] += copies[blockDim.x - 1 - threadIdx.x];
}

__global__ void no_parameters() {}

static void compare(const char* what, const int* d, int n, int (*due)(int)) {
  int got[64];
  EXPECT(cudaMemcpy(got, d, n * sizeof(int), cudaMemcpyDeviceToHost), cudaSuccess);
  for (int i = 0; i < n; ++i) expect(what, got[i], due(i));
}

int main() {
  const int n = 50;
  int* d = nullptr;
  EXPECT(cudaMalloc(&d, n * sizeof(int)), cudaSuccess);
  int count = n;
  Pair pair = {3, 100.0};
  char letter = 'a';
  void* arguments[] = {&d, &count, &pair, &letter};
  EXPECT(cudaLaunchKernel((void*)fill_kernel, dim3(2), dim3(32), arguments, 0, 0), cudaSuccess);
  count = 0;  // arguments are taken at the call
  compare("by address", d, n, [](int i) { return 3 * i + 100 + 'a'; });
  count = n;
  pair.first = 4;
  EXPECT(cudaLaunchKernel(fill_kernel, 2, 32, arguments), cudaSuccess);
  compare("by name", d, n, [](int i) { return 4 * i + 100 + 'a'; });

  int value = 7;
  void* add_arguments[] = {&d, &value};
  EXPECT(cudaLaunchKernel((const void*)add_kernel<int>, 1, n, add_arguments, n * sizeof(int)),
         cudaSuccess);
  compare("template", d, n, [](int i) { return 4 * i + 107 + 'a'; });

  cudaLaunchConfig_t configuration = {};
  configuration.gridDim = 2;
  configuration.blockDim = 32;
  EXPECT(cudaLaunchKernelEx(&configuration, fill_kernel, d, n, Pair{5, 1.5}, 'b'), cudaSuccess);
  compare("Ex", d, n, [](int i) { return 5 * i + 1 + 'b'; });
  cudaLaunchAttribute attribute[1];
  attribute[0].id = cudaLaunchAttributeCooperative;
  attribute[0].val.cooperative = 1;
  configuration.attrs = attribute;
  configuration.numAttrs = 1;
  EXPECT(cudaLaunchKernelExC(&configuration, (const void*)fill_kernel, arguments), cudaSuccess);
  compare("ExC", d, n, [](int i) { return 4 * i + 100 + 'a'; });
  EXPECT(cudaLaunchKernelEx(&configuration, no_parameters), cudaSuccess);
  configuration.gridDim = 100000;
  EXPECT(cudaLaunchKernelEx(&configuration, no_parameters), cudaErrorCooperativeLaunchTooLarge);
  configuration.gridDim = 0;
  EXPECT(cudaLaunchKernelEx(&configuration, no_parameters), cudaErrorInvalidValue);

  EXPECT(cudaLaunchKernel(static_cast<const void*>(nullptr), 1, 1, nullptr, 0, 0),
         cudaErrorInvalidDeviceFunction);
  EXPECT(cudaLaunchKernel((const void*)&count, 1, 1, arguments, 0, 0),
         cudaErrorInvalidResourceHandle);
  EXPECT(cudaLaunchKernel(no_parameters, 1, 2048, nullptr), cudaErrorInvalidValue);
  EXPECT(cudaLaunchKernel(no_parameters, 1, 1, nullptr), cudaSuccess);
  EXPECT(cudaDeviceSynchronize(), cudaSuccess);
  EXPECT(cudaFree(d), cudaSuccess);
  std::puts(mismatches == 0 ? "OK" : "MISMATCH");
  return mismatches == 0 ? 0 : 1;
}
