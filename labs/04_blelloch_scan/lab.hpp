// Lab 04: what blelloch_scan.cu has to define.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdio>

/// Exclusive scan of each tile by itself. A tile is 2 * block_size elements; the last one may be
/// shorter. With b the first index of the tile that holds i:
///
///     d_out[i] = d_in[b] + ... + d_in[i - 1]          (0 where i is b)
///     d_tile_sums[t] = the sum of all elements of tile t
///
/// d_in         device memory, n floats, 16-byte aligned. Never written to.
/// d_out        device memory, n floats, 16-byte aligned; holds anything on entry.
/// d_tile_sums  device memory, ceil(n / (2 * block_size)) floats, 16-byte aligned, or null where
///              the caller does not want the sums.
/// n            any count of elements. n = 0: nothing is read or written.
/// block_size   1 to 1024, not only powers of two. The caller sees to it that there are at most
///              2^31 - 1 tiles.
///
/// The arrays do not overlap; the caller allocates and frees them. Elements may be infinite: only
/// the outputs behind an infinity in its tile, and the tile's sum, are. Additions may be done in
/// any order. The function may be called again and again, with other data and other n. On return
/// its work may still be running, but all of it is ordered before later work in the default stream.
/// A call or launch that fails is an error; none may be left pending.
void tile_scan(const float* d_in, float* d_out, float* d_tile_sums, std::size_t n, int block_size);

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
