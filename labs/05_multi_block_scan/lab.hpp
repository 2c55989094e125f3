// Lab 05: what multi_block_scan.cu has to define.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdio>

/// Bytes of device memory that exclusive_scan needs beside its input and output, for the same n and
/// block_size. May be 0. Launches nothing, allocates nothing.
std::size_t scan_workspace_bytes(std::size_t n, int block_size);

/// Exclusive scan of the whole array: d_out[i] = d_in[0] + ... + d_in[i - 1], and d_out[0] = 0.
///
/// d_in         device memory, n floats, 16-byte aligned. Never written to.
/// d_out        device memory, n floats, 16-byte aligned; holds anything on entry.
/// n            any count of elements. n = 0: nothing is read or written.
/// block_size   1 to 1024, not only powers of two. A tile is 2 * block_size elements. The caller
///              sees to it that there are at most 2^31 - 1 tiles.
/// d_workspace  device memory, scan_workspace_bytes(n, block_size) bytes, 16-byte aligned; holds
///              anything on entry, in each call anew. May be null where 0 bytes were asked for.
///
/// The arrays do not overlap; the caller allocates and frees them, and the function itself
/// allocates nothing. Elements may be infinite: all outputs behind an infinity are. Additions may
/// be done in any order. The function may be called again and again, with other data and other n.
/// On return its work may still be running, but all of it is ordered before later work in the
/// default stream. A call or launch that fails is an error; none may be left pending.
void exclusive_scan(const float* d_in, float* d_out, std::size_t n, int block_size,
                    void* d_workspace);

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
