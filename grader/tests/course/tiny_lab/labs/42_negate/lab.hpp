// Lab 42: what negate.cu has to define.
#pragma once

#include <cstddef>

/// Sets d_out[i] to -d_in[i] for every i below n.
///
/// d_in, d_out  device memory, n floats each, 16-byte aligned; they do not overlap. d_out holds
///              anything on entry. The caller allocates and frees both.
/// n            any count of elements. n = 0: nothing is read or written.
/// block_size   threads in a block, 1 to 1024.
///
/// On return the work may still be running, but it is ordered before later work in the default
/// stream. No error may be left pending.
void negate(const float* d_in, float* d_out, std::size_t n, int block_size);
