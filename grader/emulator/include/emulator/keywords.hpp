// What nvcc predefines, and the CUDA keywords that reach the host compiler. The frontend replaces
// keywords in the text it reads; what survives comes out of macros of headers it has not seen.
#pragma once

#define __CUDACC__ 1
#define __NVCC__ 1
#define __CUDACC_VER_MAJOR__ 13
#define __CUDACC_VER_MINOR__ 0
#define __CUDACC_VER_BUILD__ 0
#ifndef __CUDA_ARCH__
#define __CUDA_ARCH__ 900
#endif
#define __CUDA_ARCH_LIST__ 900
#ifndef CUDART_VERSION
#define CUDART_VERSION 13000
#endif

#define __host__
#define __device__
#define __constant__
#define __managed__
#define __grid_constant__
#define __launch_bounds__(...)
#define __maxnreg__(...)
#define __forceinline__ __attribute__((always_inline))
#define __align__(bytes) __attribute__((aligned(bytes)))
#define __builtin_align__(bytes) __align__(bytes)

// A kernel or a shared variable that the frontend has not seen would run as ordinary host code and
// give wrong values: an error instead. (`__noinline__` is no macro: libstdc++ uses the word.)
#define __global__ \
  __attribute__((noinline, error("__global__ comes out of a macro the emulator has not seen")))
#define __shared__ \
  _Pragma("GCC error \"__shared__ comes out of a macro the emulator has not seen\"")

#ifndef __clang__
#define __builtin_assume(condition) ((void)0)
#endif

/// For every function of these headers with a body: the hooks see nothing through a call by value.
#define EMU_INLINE inline __attribute__((always_inline))
