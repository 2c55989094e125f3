// Sizes and alignments of CUDA's vector types, against the table of the CUDA C++ programming guide.
#include "harness/catch.hpp"
//
#include <type_traits>

#include "cuda_runtime.h"

namespace {

struct Layout {
  const char* name;
  std::size_t size, alignment, due_size, due_alignment;
  bool is_plain;
};

template <class T>
Layout layout(const char* name, std::size_t due_size, std::size_t due_alignment) {
  return {name,
          sizeof(T),
          alignof(T),
          due_size,
          due_alignment,
          std::is_aggregate_v<T> && std::is_trivial_v<T> && std::is_standard_layout_v<T>};
}

#define LAYOUT(type, size, alignment) layout<type>(#type, size, alignment)

const Layout layouts[] = {
    LAYOUT(char1, 1, 1),         LAYOUT(char2, 2, 2),         LAYOUT(char3, 3, 1),
    LAYOUT(char4, 4, 4),         LAYOUT(uchar1, 1, 1),        LAYOUT(uchar2, 2, 2),
    LAYOUT(uchar3, 3, 1),        LAYOUT(uchar4, 4, 4),        LAYOUT(short1, 2, 2),
    LAYOUT(short2, 4, 4),        LAYOUT(short3, 6, 2),        LAYOUT(short4, 8, 8),
    LAYOUT(ushort1, 2, 2),       LAYOUT(ushort2, 4, 4),       LAYOUT(ushort3, 6, 2),
    LAYOUT(ushort4, 8, 8),       LAYOUT(int1, 4, 4),          LAYOUT(int2, 8, 8),
    LAYOUT(int3, 12, 4),         LAYOUT(int4, 16, 16),        LAYOUT(uint1, 4, 4),
    LAYOUT(uint2, 8, 8),         LAYOUT(uint3, 12, 4),        LAYOUT(uint4, 16, 16),
    LAYOUT(long1, 8, 8),         LAYOUT(long2, 16, 16),       LAYOUT(long3, 24, 8),
    LAYOUT(long4, 32, 16),       LAYOUT(ulong1, 8, 8),        LAYOUT(ulong2, 16, 16),
    LAYOUT(ulong3, 24, 8),       LAYOUT(ulong4, 32, 16),      LAYOUT(longlong1, 8, 8),
    LAYOUT(longlong2, 16, 16),   LAYOUT(longlong3, 24, 8),    LAYOUT(longlong4, 32, 16),
    LAYOUT(ulonglong1, 8, 8),    LAYOUT(ulonglong2, 16, 16),  LAYOUT(ulonglong3, 24, 8),
    LAYOUT(ulonglong4, 32, 16),  LAYOUT(float1, 4, 4),        LAYOUT(float2, 8, 8),
    LAYOUT(float3, 12, 4),       LAYOUT(float4, 16, 16),      LAYOUT(double1, 8, 8),
    LAYOUT(double2, 16, 16),     LAYOUT(double3, 24, 8),      LAYOUT(double4, 32, 16),
    LAYOUT(double4_16a, 32, 16), LAYOUT(double4_32a, 32, 32), LAYOUT(longlong4_32a, 32, 32),
};

union FourFloats {
  float4 vector;
  float element[4];
};

}  // namespace

TEST_CASE("vector types have CUDA's sizes and alignments and are plain", "[device]") {
  for (const Layout& type : layouts) {
    INFO(type.name);
    CHECK(type.size == type.due_size);
    CHECK(type.alignment == type.due_alignment);
    CHECK(type.is_plain);
  }
}

TEST_CASE("vector types work with braces, in unions and by their make functions", "[device]") {
  const float4 braces = {1, 2, 3, 4};
  FourFloats both;
  both.vector = make_float4(5, 6, 7, 8);
  CHECK(braces.x == 1);
  CHECK(braces.w == 4);
  CHECK(both.element[0] == 5);
  CHECK(both.element[3] == 8);
  CHECK(make_uchar4(1, 2, 3, 255).w == 255);
  CHECK(make_longlong2(1, -2).y == -2);
  CHECK(make_double4_32a(1, 2, 3, 4).z == 3);
}

TEST_CASE("dim3 fills up with ones and converts to and from uint3", "[device]") {
  constexpr dim3 nothing;
  static_assert(nothing.x == 1 && nothing.y == 1 && nothing.z == 1);
  const dim3 one(7);
  CHECK(one.x == 7);
  CHECK(one.y == 1);
  const dim3 braces = {2, 3};
  CHECK(braces.y == 3);
  CHECK(braces.z == 1);
  const uint3 plain = braces;
  CHECK(plain.x == 2);
  CHECK(dim3(uint3{4, 5, 6}).z == 6);
}
