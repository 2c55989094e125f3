// Shuffles: every kind, width and type against the rule that PTX gives for the source lane.
#include <cstdio>
#include <cstring>
#include <vector>

enum Kind { by_index, up, down, by_xor };

template <class T>
__global__ void shuffle_kernel(T* out, int kind, int operand, int width) {
  const T mine = static_cast<T>(threadIdx.x * 3 + 1);
  T got = 0;
  if (kind == by_index) got = __shfl_sync(0xffffffffu, mine, operand, width);
  if (kind == up) got = __shfl_up_sync(0xffffffffu, mine, operand, width);
  if (kind == down) got = __shfl_down_sync(0xffffffffu, mine, operand, width);
  if (kind == by_xor) got = __shfl_xor_sync(0xffffffffu, mine, operand, width);
  out[threadIdx.x] = got;
}

// A group is `width` lanes. Up and down stay in it, xor may reach back; else the own value stays.
int source(int kind, int lane, int operand, int width) {
  const int first = lane / width * width, last = first + width - 1;
  operand &= 31;
  if (kind == by_index) return first + operand % width;
  if (kind == up) return lane - operand < first ? lane : lane - operand;
  if (kind == down) return lane + operand > last ? lane : lane + operand;
  return (lane ^ operand) > last ? lane : lane ^ operand;
}

template <class T>
bool shuffles_are_right(const char* type) {
  const int threads = 64;
  T* d_out = nullptr;
  cudaMalloc(&d_out, threads * sizeof(T));
  std::vector<T> out(threads);
  for (int kind = by_index; kind <= by_xor; kind++) {
    for (int width = 1; width <= 32; width *= 2) {
      for (int operand : {0, 1, 2, 5, 8, 16, 31, 32, 33}) {
        shuffle_kernel<T><<<1, threads>>>(d_out, kind, operand, width);
        cudaMemcpy(out.data(), d_out, threads * sizeof(T), cudaMemcpyDeviceToHost);
        for (int t = 0; t < threads; t++) {
          const int from = t / 32 * 32 + source(kind, t % 32, operand, width);
          const T due = static_cast<T>(from * 3 + 1);
          if (std::memcmp(&out[t], &due, sizeof(T)) != 0) {
            std::printf("%s, kind %d, width %d, operand %d: thread %d got %g, due %g\n", type, kind,
                        width, operand, t, static_cast<double>(out[t]), static_cast<double>(due));
            return false;
          }
        }
      }
    }
  }
  cudaFree(d_out);
  return true;
}

int main() {
  const bool right = shuffles_are_right<int>("int") && shuffles_are_right<unsigned>("unsigned") &&
                     shuffles_are_right<long>("long") &&
                     shuffles_are_right<unsigned long>("unsigned long") &&
                     shuffles_are_right<long long>("long long") &&
                     shuffles_are_right<unsigned long long>("unsigned long long") &&
                     shuffles_are_right<float>("float") && shuffles_are_right<double>("double");
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  if (right) std::printf("OK\n");
  return right ? 0 : 1;
}
