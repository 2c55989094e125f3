// Signs, words and literals.
#include "support.hpp"

using namespace mutants_test;

TEST_CASE("a relation becomes its neighbour") {
  CHECK(made_in_body("b = i < n;", "relation") == Lines{"b = i <= n;"});
  CHECK(made_in_body("b = i <= n;", "relation") == Lines{"b = i < n;"});
  CHECK(made_in_body("b = i > n;", "relation") == Lines{"b = i >= n;"});
  CHECK(made_in_body("b = i >= n;", "relation") == Lines{"b = i > n;"});
  CHECK(made_in_body("b = i == n;", "relation") == Lines{"b = i != n;"});
  CHECK(made_in_body("b = i != n;", "relation") == Lines{"b = i == n;"});
}

TEST_CASE("brackets of templates and launches and shifts are no relations") {
  CHECK(made_in_body("x = static_cast<unsigned>(y);", "relation").empty());
  CHECK(made_in_body("std::vector<std::vector<int>> v;", "relation").empty());
  CHECK(made_in_body("k<<<a, b>>>(c);", "relation").empty());
  CHECK(made_in_body("k<<<min(a, b), f<int>(c)>>>(d);", "relation").empty());
  CHECK(made_in_body("x = a << b;\nx <<= b;\nx >>= b;", "relation").empty());
  CHECK(made_in_body("k<<<a < b ? c : d, e>>>(f);", "relation") ==
        Lines{"k<<<a <= b ? c : d, e>>>(f);"});
}

TEST_CASE("arithmetic between two operands") {
  CHECK(made_in_body("x = a + b - c;", "arithmetic") == Lines{"x = a - b - c;", "x = a + b + c;"});
  CHECK(made_in_body("x = a * b / c % d;", "arithmetic") ==
        Lines{"x = a / b / c % d;", "x = a * b * c % d;", "x = a * b / c / d;"});
  CHECK(made_in_body("x = a << b >> c;", "arithmetic") ==
        Lines{"x = a >> b >> c;", "x = a << b << c;"});
  CHECK(made_in_body("x = a & b | c ^ d;", "arithmetic") ==
        Lines{"x = a | b | c ^ d;", "x = a & b & c ^ d;", "x = a & b | c & d;"});
  CHECK(made_in_body("++i;\ni--;", "arithmetic") == Lines{"--i;", "i++;"});
}

TEST_CASE("signs of pointers, references and negative values are no arithmetic") {
  CHECK(made_in_body("const float* p = &x;\nfloat& r = *p;\nauto* const q = p;\nx = -y;",
                     "arithmetic")
            .empty());
}

TEST_CASE("assignments that do more than assign") {
  CHECK(made_in_body("x += y;", "assignment") == Lines{"x = y;"});
  CHECK(made_in_body("x |= y;", "assignment") == Lines{"x = y;"});
  CHECK(made_in_body("while (x < y) x *= 2;", "assignment") == Lines{"while (x < y) x /= 2;"});
  CHECK(made_in_body("for (i = a; i < b; i += c) f(i);", "assignment").empty());
}

TEST_CASE("logic, minima, directions") {
  CHECK(made_in_body("b = p && q || r;", "logic") == Lines{"b = p || q || r;", "b = p && q && r;"});
  CHECK(made_in_body("x = min(a, fmaxf(b, c));", "minmax") ==
        Lines{"x = max(a, fmaxf(b, c));", "x = min(a, fminf(b, c));"});
  CHECK(made_in_body("copy(a, cudaMemcpyHostToDevice);", "direction") ==
        Lines{"copy(a, cudaMemcpyDeviceToHost);"});
}

TEST_CASE("threads for blocks, and x for y where a variable comes first") {
  CHECK(made_in_body("i = blockIdx.x * blockDim.x + threadIdx.x;\nj = threadIdx.x;", "index") ==
        Lines{"i = threadIdx.x * blockDim.x + threadIdx.x;",
              "i = blockIdx.y * blockDim.x + threadIdx.x;",
              "i = blockIdx.x * gridDim.x + threadIdx.x;",
              "i = blockIdx.x * blockDim.y + threadIdx.x;",
              "i = blockIdx.x * blockDim.x + blockIdx.x;",
              "i = blockIdx.x * blockDim.x + threadIdx.y;", "j = blockIdx.x;"});
}

TEST_CASE("members and their neighbours") {
  CHECK(made_in_body("s = v.x + v.w;\nr = range.low;", "member") ==
        Lines{"s = v.y + v.w;", "s = v.x + v.z;", "r = range.high;"});
}

TEST_CASE("64 bits become 32 where the linker does not see it") {
  CHECK(made("void f(std::size_t n) {\n  const std::size_t m = n;\n}\n", "width") ==
        Lines{"const unsigned m = n;"});
  CHECK(made("__global__ void f(std::size_t n) {\n}\n", "width") ==
        Lines{"__global__ void f(unsigned n) {"});
  CHECK(made("std::size_t count(std::size_t n);\n", "width").empty());
}

TEST_CASE("integers: one more, one less, twice, half") {
  CHECK(made_in_body("b = i < 32;", "constant") == Lines{"b = i < 31;", "b = i < 33;"});
  CHECK(made_in_body("b = i < 1u;", "identity") == Lines{"b = i < 0u;"});
  CHECK(made_in_body("b = i < 1u;", "constant") == Lines{"b = i < 2u;"});
  CHECK(made_in_body("b = i < 0;", "identity") == Lines{"b = i < 1;"});
  CHECK(made_in_body("b = i < 0;", "constant").empty());
  CHECK(made_in_body("x = i % 32;", "stride") == Lines{"x = i % 64;", "x = i % 16;"});
  CHECK(made_in_body("x = i % 32;", "constant").empty());
  CHECK(made_in_body("x = i * 3;", "constant") == Lines{"x = i * 2;", "x = i * 4;"});
  CHECK(made_in_body("for (d = 16; d > n; d /= 2) f(d);", "stride") ==
        Lines{"for (d = 32; d > n; d /= 2) f(d);", "for (d = 8; d > n; d /= 2) f(d);",
              "for (d = 16; d > n; d /= 4) f(d);", "for (d = 16; d > n; d /= 1) f(d);"});
  CHECK(made_in_body("m = 0xffffffffu;", "constant") == Lines{"m = 0xfffffffeu;"});
  CHECK(made_in_body("m = 1'000;", "constant") == Lines{"m = 999;", "m = 1001;"});
}

TEST_CASE("an array does not grow") {
  CHECK(made_in_body("__shared__ float sums[32];", "constant") ==
        Lines{"__shared__ float sums[31];"});
  CHECK(made_in_body("float x = sums[32];", "constant") ==
        Lines{"float x = sums[31];", "float x = sums[33];"});
}

TEST_CASE("identity elements") {
  CHECK(made_in_body("x = 0.0f;", "identity") == Lines{"x = 1.0f;"});
  CHECK(made_in_body("x = 1.0f;", "identity") == Lines{"x = 0.0f;"});
  CHECK(made_in_body("x = INFINITY;", "identity") == Lines{"x = -INFINITY;", "x = 0.0f;"});
  CHECK(made_in_body("x = -INFINITY;", "identity") == Lines{"x = INFINITY;", "x = 0.0f;"});
  CHECK(made_in_body("b = true;", "constant") == Lines{"b = false;"});
}
