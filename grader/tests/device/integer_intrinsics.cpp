// Integer intrinsics against values worked out by hand from CUDA's descriptions.
#include "harness/catch.hpp"
//
#include "cuda_runtime.h"

TEST_CASE("counts of bits", "[device]") {
  CHECK(__popc(0) == 0);
  CHECK(__popc(0xffffffffu) == 32);
  CHECK(__popc(0x80000001u) == 2);
  CHECK(__popcll(0xf00000000000000fULL) == 8);
  CHECK(__clz(0) == 32);
  CHECK(__clz(1) == 31);
  CHECK(__clz(-1) == 0);
  CHECK(__clzll(0) == 64);
  CHECK(__clzll(1LL << 40) == 23);
  CHECK(__ffs(0) == 0);
  CHECK(__ffs(1) == 1);
  CHECK(__ffs(static_cast<int>(0x80000000u)) == 32);
  CHECK(__ffsll(0) == 0);
  CHECK(__ffsll(1LL << 40) == 41);
}

TEST_CASE("bits and bytes in another order", "[device]") {
  CHECK(__brev(0x00000001u) == 0x80000000u);
  CHECK(__brev(0x12345678u) == 0x1e6a2c48u);
  CHECK(__brevll(0x0000000000000001ULL) == 0x8000000000000000ULL);
  CHECK(__brevll(0x0123456789abcdefULL) == 0xf7b3d591e6a2c480ULL);
  CHECK(__byte_perm(0x33221100u, 0x77665544u, 0x3210) == 0x33221100u);
  CHECK(__byte_perm(0x33221100u, 0x77665544u, 0x7654) == 0x77665544u);
  CHECK(__byte_perm(0x33221100u, 0x77665544u, 0x0246) == 0x00224466u);
  CHECK(__byte_perm(0x33221100u, 0x77665544u, 0xfffff0f1) == 0x77007711u);
  CHECK(__funnelshift_l(0x89abcdefu, 0x01234567u, 8) == 0x23456789u);
  CHECK(__funnelshift_l(0x89abcdefu, 0x01234567u, 0) == 0x01234567u);
  CHECK(__funnelshift_l(0x89abcdefu, 0x01234567u, 40) == 0x23456789u);
  CHECK(__funnelshift_lc(0x89abcdefu, 0x01234567u, 40) == 0x89abcdefu);
  CHECK(__funnelshift_r(0x89abcdefu, 0x01234567u, 8) == 0x6789abcdu);
  CHECK(__funnelshift_r(0x89abcdefu, 0x01234567u, 32) == 0x89abcdefu);
  CHECK(__funnelshift_rc(0x89abcdefu, 0x01234567u, 32) == 0x01234567u);
}

TEST_CASE("the n-th set bit", "[device]") {
  CHECK(__fns(0x000000b0u, 0, 1) == 4);
  CHECK(__fns(0x000000b0u, 0, 3) == 7);
  CHECK(__fns(0x000000b0u, 0, 4) == 0xffffffffu);
  CHECK(__fns(0x000000b0u, 5, 2) == 7);
  CHECK(__fns(0x000000b0u, 7, -2) == 5);
  CHECK(__fns(0x000000b0u, 4, 0) == 4);
  CHECK(__fns(0x000000b0u, 6, 0) == 0xffffffffu);
}

TEST_CASE("products", "[device]") {
  CHECK(__mulhi(0x40000000, 8) == 2);
  CHECK(__mulhi(-1, 1) == -1);
  CHECK(__umulhi(0xffffffffu, 0xffffffffu) == 0xfffffffeu);
  CHECK(__mul64hi(-1, 2) == -1);
  CHECK(__umul64hi(0xffffffffffffffffULL, 2) == 1);
  CHECK(__mul24(0x00ffffff, 3) == -3);
  CHECK(__mul24(0x7f000005, 6) == 30);
  CHECK(__mul24(0x00800000, 0x00800000) == 0);
  CHECK(__umul24(0xff000003u, 5) == 15);
  CHECK(__umul24(0x00ffffffu, 0x00ffffffu) == 0xfe000001u);
}

TEST_CASE("differences and averages", "[device]") {
  CHECK(__sad(3, 10, 1) == 8);
  CHECK(__sad(2147483647, -2147483647 - 1, 1) == 0);
  CHECK(__usad(0, 0xffffffffu, 0) == 0xffffffffu);
  CHECK(__hadd(-3, 2) == -1);
  CHECK(__rhadd(-3, 2) == 0);
  CHECK(__hadd(2147483647, 2147483645) == 2147483646);
  CHECK(__uhadd(0xffffffffu, 0xfffffffdu) == 0xfffffffeu);
  CHECK(__urhadd(1, 2) == 2);
}

TEST_CASE("min and max choose the type as CUDA does", "[device]") {
  CHECK(min(-1, 1) == -1);
  CHECK(max(-1, 1) == 1);
  CHECK(min(-1, 1u) == 1u);
  CHECK(max(1u, -1) == 0xffffffffu);
  CHECK(max(-1L, 1UL) == 0xffffffffffffffffUL);
  CHECK(min(-1LL, 1ULL) == 1ULL);
  CHECK(min(3LL, -4LL) == -4LL);
  static_assert(std::is_same_v<decltype(min(1, 1u)), unsigned>);
  static_assert(std::is_same_v<decltype(max(1.0f, 1.0)), double>);
  static_assert(std::is_same_v<decltype(max(1.0f, 1.0f)), float>);
  CHECK(min(1.5f, -2.0f) == -2.0f);
  CHECK(max(1.5, -2.0f) == 1.5);
  CHECK(max(__builtin_nanf(""), 2.0f) == 2.0f);
  CHECK(min(2.0, __builtin_nan("")) == 2.0);
  CHECK(umin(3, 2) == 2);
  CHECK(ullmax(3, 2) == 3);
}
