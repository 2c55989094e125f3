// CUDA's built-in vector types, with CUDA's sizes and alignments, as plain aggregates: they work in
// unions and with braces, and a whole-vector copy is one access.
#pragma once

#define EMU_VECTORS(scalar, prefix, align2, align4) \
  struct prefix##1 {                                \
    scalar x;                                       \
  };                                                \
  struct alignas(align2) prefix##2 {                \
    scalar x, y;                                    \
  };                                                \
  struct prefix##3 {                                \
    scalar x, y, z;                                 \
  };                                                \
  struct alignas(align4) prefix##4 {                \
    scalar x, y, z, w;                              \
  };

// Four 8-byte elements at an alignment that the name tells; the bare names have 16, as ever.
#define EMU_WIDE_VECTORS(scalar, prefix) \
  struct alignas(16) prefix##4_16a {     \
    scalar x, y, z, w;                   \
  };                                     \
  struct alignas(32) prefix##4_32a {     \
    scalar x, y, z, w;                   \
  };

EMU_VECTORS(signed char, char, 2, 4)
EMU_VECTORS(unsigned char, uchar, 2, 4)
EMU_VECTORS(short, short, 4, 8)
EMU_VECTORS(unsigned short, ushort, 4, 8)
EMU_VECTORS(int, int, 8, 16)
EMU_VECTORS(unsigned, uint, 8, 16)
EMU_VECTORS(long, long, 16, 16)
EMU_VECTORS(unsigned long, ulong, 16, 16)
EMU_VECTORS(long long, longlong, 16, 16)
EMU_VECTORS(unsigned long long, ulonglong, 16, 16)
EMU_VECTORS(float, float, 8, 16)
EMU_VECTORS(double, double, 16, 16)
EMU_WIDE_VECTORS(long, long)
EMU_WIDE_VECTORS(unsigned long, ulong)
EMU_WIDE_VECTORS(long long, longlong)
EMU_WIDE_VECTORS(unsigned long long, ulonglong)
EMU_WIDE_VECTORS(double, double)

#undef EMU_VECTORS
#undef EMU_WIDE_VECTORS

/// A grid's or a block's extent; what is not given is 1.
struct dim3 {
  unsigned x, y, z;
  constexpr dim3(unsigned x_extent = 1, unsigned y_extent = 1, unsigned z_extent = 1)
      : x(x_extent), y(y_extent), z(z_extent) {}
  constexpr dim3(uint3 extents) : x(extents.x), y(extents.y), z(extents.z) {}
  constexpr operator uint3() const { return uint3{x, y, z}; }
};
