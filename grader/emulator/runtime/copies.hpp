// Copies and fills, in one or two dimensions, now or in their stream's turn.
#pragma once

#include <cstddef>

#include "emulator/host_api.hpp"

struct CUstream_st;

namespace emu::runtime {

/// `height` rows of `width` bytes; a pitch is the distance of two rows' beginnings.
struct Rows {
  std::size_t width = 0, height = 1, to_pitch = 0, from_pitch = 0;
};
inline Rows one_row(std::size_t bytes) { return {bytes, 1, bytes, bytes}; }

enum class Wait : bool { no, yes };  ///< cudaMemcpyAsync or cudaMemcpy

/// A copy as asked for; `call` and `pc` are for what is found when it runs.
struct CopyRequest {
  void* to;
  const void* from;
  Rows rows;
  cudaMemcpyKind kind;
  cudaStream_t stream;
  Wait wait;
  const char* call;
  const void* pc;
};
/// Checks the request and does it, or queues it where CUDA lets the host go on.
cudaError_t copy(const CopyRequest& request);

struct FillRequest {
  void* to;
  unsigned char byte;
  Rows rows;
  cudaStream_t stream;
  Wait wait;
  const char* call;
  const void* pc;
};
cudaError_t fill(const FillRequest& request);

}  // namespace emu::runtime
