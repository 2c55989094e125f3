// Conversions and float math: results that C++ leaves open, and those that differ by a mode.
#include "harness/catch.hpp"
//
#include "cuda_runtime.h"
#include "math_constants.h"

namespace {

constexpr int int_min = -2147483647 - 1;
constexpr long long ll_min = -9223372036854775807LL - 1;

}  // namespace

TEST_CASE("bits taken as another type", "[device]") {
  CHECK(__float_as_int(1.0f) == 0x3f800000);
  CHECK(__float_as_uint(-0.0f) == 0x80000000u);
  CHECK(__int_as_float(0x40490fdb) == 3.14159274f);
  CHECK(__uint_as_float(0xff800000u) == -CUDART_INF_F);
  CHECK(__double_as_longlong(2.0) == 0x4000000000000000LL);
  CHECK(__longlong_as_double(0x3ff8000000000000LL) == 1.5);
  CHECK(__double2hiint(-2.0) == static_cast<int>(0xc0000000u));
  CHECK(__double2loint(1.0 + 0x1p-52) == 1);
  CHECK(__hiloint2double(0x40080000, 0) == 3.0);
}

TEST_CASE("to integers: four roundings", "[device]") {
  CHECK(__float2int_rn(2.5f) == 2);
  CHECK(__float2int_rn(3.5f) == 4);
  CHECK(__float2int_rz(-2.7f) == -2);
  CHECK(__float2int_rd(-2.1f) == -3);
  CHECK(__float2int_ru(2.1f) == 3);
  CHECK(__double2ll_rn(-0.5) == 0);
  CHECK(__double2ll_rd(-0.5) == -1);
}

TEST_CASE("to integers: what does not fit becomes the nearest that does", "[device]") {
  CHECK(__float2int_rz(3e9f) == 2147483647);
  CHECK(__float2int_rz(-3e9f) == int_min);
  CHECK(__float2int_rz(-CUDART_INF_F) == int_min);
  CHECK(__float2int_rz(2147483520.0f) == 2147483520);
  CHECK(__float2uint_rz(-1.0f) == 0u);
  CHECK(__float2uint_rz(4294967040.0f) == 4294967040u);
  CHECK(__float2uint_rz(5e9f) == 0xffffffffu);
  CHECK(__float2ll_rz(1e30f) == 9223372036854775807LL);
  CHECK(__float2ull_rz(1e30f) == 0xffffffffffffffffULL);
  CHECK(__double2int_rz(-2147483648.0) == int_min);
  CHECK(__double2int_rz(2147483647.0) == 2147483647);
}

TEST_CASE("to integers: NaN", "[device]") {
  CHECK(__float2int_rn(CUDART_NAN_F) == 0);
  CHECK(__float2uint_rz(CUDART_NAN_F) == 0u);
  CHECK(__float2ll_rz(CUDART_NAN_F) == ll_min);
  CHECK(__double2int_rz(CUDART_NAN) == int_min);
  CHECK(__double2ull_rz(CUDART_NAN) == 0x8000000000000000ULL);
}

TEST_CASE("to float", "[device]") {
  CHECK(__int2float_rn(16777217) == 16777216.0f);
  CHECK(__int2float_rn(16777219) == 16777220.0f);
  CHECK(__uint2float_rn(0xffffffffu) == 4294967296.0f);
  CHECK(__double2float_rn(1.0 + 0x1p-24) == 1.0f);
}

TEST_CASE("plain names take float without becoming double", "[device]") {
  static_assert(std::is_same_v<decltype(sqrt(2.0f)), float>);
  static_assert(std::is_same_v<decltype(sqrt(2.0)), double>);
  static_assert(std::is_same_v<decltype(sqrt(2)), double>);
  static_assert(std::is_same_v<decltype(pow(2, 3)), double>);
  static_assert(std::is_same_v<decltype(pow(2.0f, 3.0f)), float>);
  static_assert(std::is_same_v<decltype(fmax(2.0f, 3.0)), double>);
  static_assert(std::is_same_v<decltype(std::floor(2.5f)), float>);
  CHECK(sqrt(2.0f) == 1.41421354f);
  CHECK(ceil(log2(1025)) == 11.0);
  CHECK(pow(2, 10) == 1024.0);
  CHECK(abs(-2.5f) == 2.5f);
  CHECK(fma(2.0f, 3.0f, 4.0f) == 10.0f);
  CHECK(isnan(CUDART_NAN_F));
  CHECK_FALSE(isnan(1.0));
  CHECK(isinf(-CUDART_INF));
  CHECK_FALSE(isfinite(CUDART_INF_F));
}

TEST_CASE("float intrinsics", "[device]") {
  CHECK(__fadd_rn(0x1p24f, 1.0f) == 0x1p24f);
  CHECK(__fsub_rn(1.0f, 0x1p-25f) == 1.0f);
  CHECK(__fmul_rn(3.0f, 0.5f) == 1.5f);
  CHECK(__fmaf_rn(1.0f + 0x1p-23f, 1.0f - 0x1p-23f, -1.0f) == -0x1p-46f);
  CHECK(__fdividef(1.0f, 4.0f) == 0.25f);
  CHECK(rsqrtf(16.0f) == 0.25f);
  CHECK(rsqrt(0.0) == CUDART_INF);
  CHECK(__frsqrt_rn(4.0f) == 0.5f);
  CHECK(__saturatef(1.5f) == 1.0f);
  CHECK(__saturatef(-0.5f) == 0.0f);
  CHECK(__saturatef(0.25f) == 0.25f);
  CHECK(__saturatef(CUDART_NAN_F) == 0.0f);
  CHECK(sinpif(1.0f) == 0.0f);
  CHECK(cospif(0.5f) == 0.0f);
  CHECK(cospif(3.0f) == -1.0f);
  CHECK(sinpi(-2.5) == -1.0);
}
