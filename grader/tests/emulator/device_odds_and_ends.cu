// What is left of device code: fast mathematics, clocks, the active lanes, memcpy and memset in a
// kernel, __grid_constant__.
#include <cstdio>
#include <cstring>

struct Settings {
  float scale;
  int first;
};

__global__ void math_kernel(const __grid_constant__ Settings settings, float* d_out) {
  float sine = 0.0f, cosine = 0.0f;
  sincosf(settings.scale, &sine, &cosine);
  d_out[0] = sine * sine + cosine * cosine;
  __sincosf(settings.scale, &sine, &cosine);
  d_out[1] = sine * sine + cosine * cosine;
  d_out[2] = __logf(__expf(settings.scale));
  d_out[3] = __fdividef(settings.scale, 2.0f) + rsqrtf(4.0f) + __saturatef(7.0f);
}

__global__ void lanes_kernel(unsigned* d_lanes) {
  if (threadIdx.x % 4 == 1) d_lanes[threadIdx.x] = __activemask();
  __syncwarp();
  d_lanes[32 + threadIdx.x] = __activemask();
}

__global__ void clocks_kernel(long long* d_ticks) {
  const long long begin = clock64();
  for (int i = 0; i < 100; ++i) __nanosleep(100);
  *d_ticks = clock64() - begin;
}

__global__ void bytes_kernel(unsigned char* d_bytes) {
  unsigned char local[64];
  memset(local, 7, sizeof local);
  memcpy(d_bytes, local, 32);
  memset(d_bytes + 32, 9, 32);
}

int main() {
  float* out = nullptr;
  unsigned* lanes = nullptr;
  long long* ticks = nullptr;
  unsigned char* bytes = nullptr;
  cudaMallocManaged(&out, 4 * sizeof(float));
  cudaMallocManaged(&lanes, 64 * sizeof(unsigned));
  cudaMallocManaged(&ticks, sizeof(long long));
  cudaMallocManaged(&bytes, 64);
  math_kernel<<<1, 1>>>(Settings{0.5f, 3}, out);
  lanes_kernel<<<1, 32>>>(lanes);
  clocks_kernel<<<1, 1>>>(ticks);
  bytes_kernel<<<1, 1>>>(bytes);
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  const auto near = [](float value, float due) {
    return value > due - 1e-5f && value < due + 1e-5f;
  };
  if (!near(out[0], 1) || !near(out[1], 1) || !near(out[2], 0.5f) || !near(out[3], 1.75f)) return 2;
  for (int lane = 0; lane < 32; ++lane) {
    if (lane % 4 == 1 && lanes[lane] != 0x22222222u) return 3;
    if (lanes[32 + lane] != 0xFFFFFFFFu) return 4;
  }
  if (*ticks <= 0) return 5;
  for (int i = 0; i < 64; ++i) {
    if (bytes[i] != (i < 32 ? 7 : 9)) return 6;
  }
  return 0;
}
