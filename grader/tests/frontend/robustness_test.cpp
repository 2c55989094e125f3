// Broken sources: whatever is missing from them, translating ends soon and keeps every line.
#include <cstddef>
#include <ctime>
#include <random>
#include <string>
#include <vector>

#include "support.hpp"

using namespace frontend_test;

namespace {

const std::vector<std::string>& sources() {
  static const std::vector<std::string> all = {
      R"(#include <cuda_runtime.h>
#define HD __host__ __device__
#define LAUNCH(kernel, grid, ...) \
  kernel<<<(grid), 256>>>(__VA_ARGS__);
#define SH(T, name) __shared__ T name##_s[32]
namespace lab { __constant__ float c[4] = {1, 2}, d; }
HD float add(float a, float b) { return a + b; }
template <typename T, int N>
__global__ void __launch_bounds__(N, 2) sum(const T* __restrict__ in, T out[], int, float (*f)(T)) {
  __shared__ T s[N], extra[1'0];  // shared
  extern __shared__ float dynamic[];
  SH(int, tile);
  if (in == nullptr) return;
  s[threadIdx.x] = in[N << 2] + "a\"b"[0] + 'c' + R"x(raw)x"[1];
  asm volatile("ld.acquire.gpu.u32 %0, [%1+4];" : "=r"(n) : "l"(in) : "memory");
}
void host(float* p, int n) {
  sum<float, (3 > 2)><<<dim3{2, 3}, A<B<C<1>>>::v>>>(p, p, n >> 1, add);
  LAUNCH((sum<int, 4>), n < 3 ? 1 : 2, p);
  void* f[] = {(void*)sum<float, 1>, reinterpret_cast<const void*>(&sum<int, 2>)};
}
)",
      R"(#ifdef A
__global__ void k(int a) {
#elif B
__global__ void k(int a, int b) {
#else
__global__ void k(const struct P p = {1, 2}) {
#endif
  static __shared__ __align__(16) struct { int x, y; } pair;
  auto l = [=] __device__(int i) { return i; };
}
#if 0
it's dead
#endif
struct S { __device__ S(int a) : a{a} {} __forceinline__ inline __device__ int f(); int a; };
__device__ int recursive(int n) { return recursive(n - 1); }
__device__ float (*table[2])(float) = {f, g};
extern "C" { __global__ void c(void) {} }
/* comment */ __managed__ int m;
)"};
  return all;
}

void check(const std::string& source) {
  const Translation translation = translate(source, "a.cu");
  if (count_lines(translation.text) != count_lines(source) + 1) {
    FAIL("The number of lines changed for:\n" << source);
  }
}

/// The processor's time, not the clock's: the machine may be busy.
double seconds_for(const std::string& source) {
  const std::clock_t begin = std::clock();
  check(source);
  return static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
}

std::string repeated(const std::string& piece, std::size_t bytes) {
  std::string text;
  while (text.size() < bytes) text += piece;
  return text;
}

}  // namespace

TEST_CASE("every beginning of a source is survived") {
  for (const std::string& source : sources()) {
    for (std::size_t length = 0; length <= source.size(); ++length) check(source.substr(0, length));
  }
}

TEST_CASE("every end of a source is survived") {
  for (const std::string& source : sources()) {
    for (std::size_t begin = 0; begin <= source.size(); ++begin) check(source.substr(begin));
  }
}

TEST_CASE("sources with pieces cut out and put elsewhere are survived") {
  std::mt19937 random(20240607);
  for (int round = 0; round < 1500; ++round) {
    std::string source = sources()[random() % sources().size()];
    for (unsigned cuts = random() % 6 + 1; cuts > 0; --cuts) {
      const std::size_t at = random() % source.size();
      const std::size_t length = random() % 9 + 1;
      const std::string piece = source.substr(at, length);
      source.erase(at, length);
      if (random() % 2 == 0) source.insert(random() % (source.size() + 1), piece);
    }
    check(source);
  }
}

TEST_CASE("the time grows with the size, not faster") {
  const std::string piece = GENERATE(
      as<std::string>{}, "__device__ ", "__shared__ a ", "__global__ ( ", "k<<<", "k<<<1>>>(",
      "a<b ", "{ ", "} ", "( ", ") ", "R\"", "R\"a( ", "'", "/* ", "#if A\n{\n#else\n( \n#endif\n",
      "#define A __device__ A A\n", "#include <a\n", "__device__ int f() { f(); ", "a::", "(void*)",
      "__global__ void k(int a, ", "x.y", "asm(\"ld\" ", "template <", "__constant__ int a[ ",
      ">>>(", "__device__ int a, ", "[[", "\\\n", "#", "\"\\", "{ __shared__ int a; [=]{ a;",
      "__align__(", "struct { ", "#if 0\n", "::");
  CAPTURE(piece);
  const std::size_t size = 50'000;
  CHECK(seconds_for(repeated(piece, size)) < 2.0);
}
