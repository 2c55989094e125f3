// Read-modify-write operations: relaxed, one access each, the old value returned. The plain form is
// atomic for the whole device, _block for the block, _system for host and device.
#pragma once

#include "emulator/keywords.hpp"
#include "emulator/vector_types.hpp"

#define EMU_ATOMIC(name, type)                  \
  type name(type* address, type value);         \
  type name##_block(type* address, type value); \
  type name##_system(type* address, type value);

#define EMU_ATOMIC_CAS(type)                                        \
  type atomicCAS(type* address, type expected, type desired);       \
  type atomicCAS_block(type* address, type expected, type desired); \
  type atomicCAS_system(type* address, type expected, type desired);

EMU_ATOMIC(atomicAdd, int)
EMU_ATOMIC(atomicAdd, unsigned)
EMU_ATOMIC(atomicAdd, unsigned long long)
EMU_ATOMIC(atomicAdd, float)
EMU_ATOMIC(atomicAdd, double)
EMU_ATOMIC(atomicSub, int)
EMU_ATOMIC(atomicSub, unsigned)
EMU_ATOMIC(atomicExch, int)
EMU_ATOMIC(atomicExch, unsigned)
EMU_ATOMIC(atomicExch, unsigned long long)
EMU_ATOMIC(atomicExch, float)
EMU_ATOMIC(atomicMin, int)
EMU_ATOMIC(atomicMin, unsigned)
EMU_ATOMIC(atomicMin, long long)
EMU_ATOMIC(atomicMin, unsigned long long)
EMU_ATOMIC(atomicMax, int)
EMU_ATOMIC(atomicMax, unsigned)
EMU_ATOMIC(atomicMax, long long)
EMU_ATOMIC(atomicMax, unsigned long long)
EMU_ATOMIC(atomicInc, unsigned)
EMU_ATOMIC(atomicDec, unsigned)
EMU_ATOMIC(atomicAnd, int)
EMU_ATOMIC(atomicAnd, unsigned)
EMU_ATOMIC(atomicAnd, long long)
EMU_ATOMIC(atomicAnd, unsigned long long)
EMU_ATOMIC(atomicOr, int)
EMU_ATOMIC(atomicOr, unsigned)
EMU_ATOMIC(atomicOr, long long)
EMU_ATOMIC(atomicOr, unsigned long long)
EMU_ATOMIC(atomicXor, int)
EMU_ATOMIC(atomicXor, unsigned)
EMU_ATOMIC(atomicXor, long long)
EMU_ATOMIC(atomicXor, unsigned long long)

EMU_ATOMIC_CAS(int)
EMU_ATOMIC_CAS(unsigned)
EMU_ATOMIC_CAS(unsigned long long)

/// Two bytes at the device's scope only, as in CUDA.
unsigned short atomicCAS(unsigned short* address, unsigned short expected, unsigned short desired);

// Vectors are atomic per component.
#define EMU_ATOMIC_VECTOR(name, type)                     \
  namespace emu {                                         \
  void name(type* address, const type* value, type* old); \
  }                                                       \
  EMU_INLINE type name(type* address, type value) {       \
    type old;                                             \
    emu::name(address, &value, &old);                     \
    return old;                                           \
  }

EMU_ATOMIC_VECTOR(atomicAdd, float2)
EMU_ATOMIC_VECTOR(atomicAdd_block, float2)
EMU_ATOMIC_VECTOR(atomicAdd_system, float2)
EMU_ATOMIC_VECTOR(atomicAdd, float4)
EMU_ATOMIC_VECTOR(atomicAdd_block, float4)
EMU_ATOMIC_VECTOR(atomicAdd_system, float4)

#undef EMU_ATOMIC_VECTOR
#undef EMU_ATOMIC
#undef EMU_ATOMIC_CAS
