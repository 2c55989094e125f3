// Lab 03: what float4_reduction.cu has to define.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdio>

/// Writes d_in[0] + ... + d_in[n - 1] to *d_sum.
///
/// d_in        device memory, n floats, aligned to 4 bytes only: it may
///             start at any float of an array. Never written to.
/// d_sum       device memory, one float, 16-byte aligned; holds anything on entry and does not
///             overlap d_in. The caller allocates and frees both.
/// n           any count of elements. n = 0: the sum is 0, and d_in is not read.
/// block_size  threads in a block, 1 to 1024, not only powers of two.
///
/// Elements are read by 16-byte loads wherever 16-byte alignment allows, and threads take several
/// groups each. Each block touches *d_sum once, by an atomic.
/// Additions may be done in any order. The function may be called again and again, with other data
/// and other n. On return its work may still be running, but all of it is ordered before later work
/// in the default stream. A call or launch that fails is an error; none may be left pending.
void array_sum(const float* d_in, float* d_sum, std::size_t n, int block_size);

// CUDA_CHECK(call): where `call` does not return cudaSuccess, prints the call, the place and the
// error's text to stderr and returns from the function around it. In a function with a value, say
// which one to return: CUDA_CHECK(call, 0.0f). After a launch: CUDA_CHECK(cudaGetLastError()).
#define CUDA_CHECK(...) LAB_CUDA_CHECK(__VA_ARGS__, , )
#define LAB_CUDA_CHECK(call, value, ...)                                                      \
  do {                                                                                        \
    const cudaError_t lab_error = (call);                                                     \
    if (lab_error != cudaSuccess) {                                                           \
      std::fprintf(stderr, "CUDA_CHECK failed: %s\n  %s:%d: %s\n", #call, __FILE__, __LINE__, \
                   cudaGetErrorString(lab_error));                                            \
      return value;                                                                           \
    }                                                                                         \
  } while (false)
