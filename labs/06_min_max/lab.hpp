// Lab 06: what min_max.cu has to define.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdio>

/// Bytes of device memory that min_max needs beside its input and outputs, for the same n. May be
/// 0. Launches nothing, allocates nothing.
std::size_t min_max_workspace_bytes(std::size_t n);

/// Sets *d_min to the smallest and *d_max to the largest of the elements d_in[0] to d_in[n - 1].
///
/// d_in          device memory, n floats, 16-byte aligned. Never written to. Elements may be
///               infinite, subnormal or a zero of either sign, but none is NaN: for an array with
///               a NaN nothing is promised, and nothing is asked.
/// d_min, d_max  device memory, one float each, 16-byte aligned; hold anything on entry. A zero
///               may come out with either sign, as -0 and +0 compare equal.
/// n             any count of elements. n = 0: *d_min is +infinity and *d_max is -infinity.
/// d_workspace   device memory, min_max_workspace_bytes(n) bytes, 16-byte aligned; holds anything
///               on entry, in each call anew. May be null where 0 bytes were asked for.
///
/// The arrays do not overlap; the caller allocates and frees them, and the function itself
/// allocates nothing. How many blocks and threads are launched is the function's choice. It may be
/// called again and again, with other data and other n. On return its work may still be running,
/// but all of it is ordered before later work in the default stream. A call or launch that fails
/// is an error; none may be left pending.
void min_max(const float* d_in, float* d_min, float* d_max, std::size_t n, void* d_workspace);

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
