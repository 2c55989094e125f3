// The built-in variables of device code. They belong to the running fiber, which the core sets
// before each switch. Declared const, so that reading them costs neither a hook nor a check, and
// __thread, so that there is no wrapper function in front of them.
#pragma once

#include "emulator/vector_types.hpp"

namespace emu {
/// dim3 without its constructor: g++ hooks reads of a constant whose type has one.
struct Dimensions {
  unsigned x, y, z;
  operator dim3() const { return dim3(x, y, z); }
};
}  // namespace emu

extern const __thread uint3 threadIdx;
extern const __thread uint3 blockIdx;
extern const __thread emu::Dimensions blockDim;
extern const __thread emu::Dimensions gridDim;

/// Lanes of a warp, 32; as in CUDA not a constant expression.
extern const int warpSize;
