// CUDA's keywords as clang knows them. The headers of include/ are written for g++, where keywords
// are nothing; these files stand in front of them when clang reads a submission in its CUDA mode,
// to learn which side each function is for. Nothing here is ever compiled into a program.
#pragma once

#define __CUDACC__ 1
#define __NVCC__ 1
#define __CUDACC_VER_MAJOR__ 13
#define __CUDACC_VER_MINOR__ 0
#define __CUDACC_VER_BUILD__ 0
#ifdef __CUDA_ARCH__  // of the card that clang compiles for; the emulator is another one
#undef __CUDA_ARCH__
#define __CUDA_ARCH__ 900
#endif
#define __CUDA_ARCH_LIST__ 900
#define CUDART_VERSION 13000

#define __host__ __attribute__((host))
#define __device__ __attribute__((device))
#define __global__ __attribute__((global))
#define __constant__ __attribute__((constant))
#define __shared__ __attribute__((shared))
#define __managed__ __attribute__((device))  // clang has no managed variables
#define __grid_constant__
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
#define __maxnreg__(...)
#define __forceinline__ __inline__ __attribute__((always_inline))
#define __align__(bytes) __attribute__((aligned(bytes)))
#define __builtin_align__(bytes) __align__(bytes)

/// Functions of the emulator's headers that have a body work on both sides.
#define EMU_INLINE inline __attribute__((host, device))
