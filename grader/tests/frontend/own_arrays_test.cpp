// Which sources keep arrays whose indices the compiler can check.
#include "support.hpp"

using namespace frontend_test;

TEST_CASE("arrays that a function keeps for itself") {
  const auto has = [](const std::string& source) {
    return translate(source, "a.cu").has_own_arrays;
  };
  CHECK(has("__global__ void k(float4* p) { float4 groups[4]; p[0] = groups[1]; }"));
  CHECK(has("__device__ int f() { const unsigned kept[2] = {1, 2}; return kept[0]; }"));
  CHECK(has("struct Sums { int part[4]; };"));

  CHECK_FALSE(has("__global__ void k(int* p) { p[0] = p[1]; }"));
  CHECK_FALSE(has("__device__ int f(const int* p) { return p[0]; }"));
  CHECK_FALSE(has("__global__ void k() { __shared__ float tile[32]; tile[0] = 1; }"));
  CHECK_FALSE(has("__global__ void k() { extern __shared__ float tile[]; tile[0] = 1; }"));
  CHECK_FALSE(has("int table[4];"));
}

TEST_CASE("arrays of two dimensions are left alone") {
  const std::string two =
      "__global__ void k() { int own[4]; int both[2][4]; both[0][5] = own[0]; }";
  CHECK_FALSE(translate(two, "a.cu").has_own_arrays);
}
