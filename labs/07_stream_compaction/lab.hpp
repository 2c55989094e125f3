// Lab 07: what stream_compaction.cu has to define.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdio>

/// Bytes of device memory that compact needs beside its inputs and outputs, for the same n. May be
/// 0. Launches nothing, allocates nothing.
std::size_t compact_workspace_bytes(std::size_t n);

/// Stable compaction: copies the elements of d_in whose flag is not 0 to the front of d_out, in the
/// order in which they stand in d_in, and sets *d_count to how many they are.
///
/// d_flags      device memory, n flags, 16-byte aligned. Every value but 0 keeps an element: 1, 7
///              and 0xffffffff alike. Never written to.
/// d_in         device memory, n floats, 16-byte aligned, none of them NaN. Never written to.
/// d_out        device memory, room for n floats, 16-byte aligned; holds anything on entry. What
///              lies behind the kept elements stays as it is.
/// d_count      device memory, one unsigned; holds anything on entry.
/// n            any count of elements below 2^32. n = 0: *d_count is set to 0, nothing else is read
///              or written.
/// d_workspace  device memory, compact_workspace_bytes(n) bytes, 16-byte aligned; holds anything on
///              entry, in each call anew. May be null where 0 bytes were asked for.
///
/// The arrays do not overlap; the caller allocates and frees them, and the function itself
/// allocates nothing. The function may be called again and again, with other data and other n. On
/// return its work may still be running, but all of it is ordered before later work in the default
/// stream. A call or launch that fails is an error; none may be left pending.
void compact(const unsigned* d_flags, const float* d_in, float* d_out, unsigned* d_count,
             std::size_t n, void* d_workspace);

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
