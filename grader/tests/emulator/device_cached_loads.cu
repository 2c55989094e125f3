// Loads and stores with cache hints, vector types and the clock.
#include <cstdio>
#include <vector>

template <class T>
__global__ void copy_kernel(const T* in, T* out, int n) {
  const int i = threadIdx.x;
  if (i + 4 >= n) return;
  if (i % 5 == 0) out[i] = __ldg(in + i);
  if (i % 5 == 1) __stcg(out + i, __ldcg(in + i));
  if (i % 5 == 2) __stcs(out + i, __ldcs(in + i));
  if (i % 5 == 3) __stwb(out + i, __ldca(in + i));
  if (i % 5 == 4) __stwt(out + i, __ldcv(in + i));
}

__global__ void clock_kernel(long long* out) {
  const long long begin = clock64();
  const clock_t short_begin = clock();
  __nanosleep(1000);
  out[0] = clock64() - begin;
  out[1] = static_cast<unsigned>(clock() - short_begin);
}

template <class T>
bool copies(const char* type) {
  const int n = 96, copied = n - 4;
  const std::size_t bytes = n * sizeof(T);
  std::vector<unsigned char> in(bytes), out(bytes);
  for (std::size_t k = 0; k < bytes; k++) in[k] = static_cast<unsigned char>(k * 37 + 1);
  T *d_in = nullptr, *d_out = nullptr;
  cudaMalloc(&d_in, bytes);
  cudaMalloc(&d_out, bytes);
  cudaMemcpy(d_in, in.data(), bytes, cudaMemcpyHostToDevice);
  cudaMemset(d_out, 0, bytes);
  copy_kernel<<<1, n>>>(d_in, d_out, n);
  cudaMemcpy(out.data(), d_out, bytes, cudaMemcpyDeviceToHost);
  cudaFree(d_in);
  cudaFree(d_out);
  for (std::size_t k = 0; k < bytes; k++) {
    const unsigned char due = k < copied * sizeof(T) ? in[k] : 0;
    if (out[k] == due) continue;
    std::printf("%s: byte %d is %d, due %d\n", type, static_cast<int>(k), out[k], due);
    return false;
  }
  return true;
}

int main() {
  const bool right = copies<char>("char") && copies<unsigned short>("unsigned short") &&
                     copies<int>("int") && copies<unsigned long long>("unsigned long long") &&
                     copies<char4>("char4") && copies<ushort2>("ushort2") && copies<int2>("int2") &&
                     copies<uint4>("uint4") && copies<float2>("float2") &&
                     copies<float4>("float4") && copies<double2>("double2") &&
                     copies<longlong2>("longlong2");
  long long* ticks = nullptr;
  cudaMallocManaged(&ticks, 2 * sizeof(long long));
  clock_kernel<<<1, 1>>>(ticks);
  if (cudaDeviceSynchronize() != cudaSuccess || !right) return 1;
  if (ticks[0] <= 0 || ticks[1] <= 0) {
    std::printf("the clock stands: %lld, %lld\n", ticks[0], ticks[1]);
    return 1;
  }
  std::printf("OK\n");
  return 0;
}
