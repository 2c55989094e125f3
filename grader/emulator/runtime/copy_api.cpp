#include "runtime/api_call.hpp"
#include "runtime/copies.hpp"

using namespace emu::runtime;

extern "C" {

cudaError_t cudaMemcpy(void* to, const void* from, size_t bytes, cudaMemcpyKind kind) {
  const void* const pc = EMU_CALLER;
  return query("cudaMemcpy", pc, [&] {
    return copy({to, from, one_row(bytes), kind, nullptr, Wait::yes, "cudaMemcpy", pc});
  });
}

cudaError_t cudaMemcpyAsync(void* to, const void* from, size_t bytes, cudaMemcpyKind kind,
                            cudaStream_t stream) {
  const void* const pc = EMU_CALLER;
  return query("cudaMemcpyAsync", pc, [&] {
    return copy({to, from, one_row(bytes), kind, stream, Wait::no, "cudaMemcpyAsync", pc});
  });
}

cudaError_t cudaMemcpy2D(void* to, size_t to_pitch, const void* from, size_t from_pitch,
                         size_t width_bytes, size_t height, cudaMemcpyKind kind) {
  const void* const pc = EMU_CALLER;
  return query("cudaMemcpy2D", pc, [&] {
    const Rows rows{width_bytes, height, to_pitch, from_pitch};
    return copy({to, from, rows, kind, nullptr, Wait::yes, "cudaMemcpy2D", pc});
  });
}

cudaError_t cudaMemcpy2DAsync(void* to, size_t to_pitch, const void* from, size_t from_pitch,
                              size_t width_bytes, size_t height, cudaMemcpyKind kind,
                              cudaStream_t stream) {
  const void* const pc = EMU_CALLER;
  return query("cudaMemcpy2DAsync", pc, [&] {
    const Rows rows{width_bytes, height, to_pitch, from_pitch};
    return copy({to, from, rows, kind, stream, Wait::no, "cudaMemcpy2DAsync", pc});
  });
}

cudaError_t cudaMemset(void* to, int byte, size_t bytes) {
  const void* const pc = EMU_CALLER;
  return query("cudaMemset", pc, [&] {
    const auto value = static_cast<unsigned char>(byte);
    return fill({to, value, one_row(bytes), nullptr, Wait::yes, "cudaMemset", pc});
  });
}

cudaError_t cudaMemsetAsync(void* to, int byte, size_t bytes, cudaStream_t stream) {
  const void* const pc = EMU_CALLER;
  return query("cudaMemsetAsync", pc, [&] {
    const auto value = static_cast<unsigned char>(byte);
    return fill({to, value, one_row(bytes), stream, Wait::no, "cudaMemsetAsync", pc});
  });
}

cudaError_t cudaMemset2D(void* to, size_t pitch, int byte, size_t width_bytes, size_t height) {
  const void* const pc = EMU_CALLER;
  return query("cudaMemset2D", pc, [&] {
    const Rows rows{width_bytes, height, pitch, 0};
    const auto value = static_cast<unsigned char>(byte);
    return fill({to, value, rows, nullptr, Wait::yes, "cudaMemset2D", pc});
  });
}

cudaError_t cudaMemset2DAsync(void* to, size_t pitch, int byte, size_t width_bytes, size_t height,
                              cudaStream_t stream) {
  const void* const pc = EMU_CALLER;
  return query("cudaMemset2DAsync", pc, [&] {
    const Rows rows{width_bytes, height, pitch, 0};
    const auto value = static_cast<unsigned char>(byte);
    return fill({to, value, rows, stream, Wait::no, "cudaMemset2DAsync", pc});
  });
}

}  // extern "C"
