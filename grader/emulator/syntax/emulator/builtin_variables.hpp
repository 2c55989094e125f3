// The built-in variables, which exist in device code alone: each member is read through a device
// function, so that host code which reads one is told so.
#pragma once

#include "emulator/vector_types.hpp"

namespace emu {

struct Index {
  __declspec(property(get = get_x)) unsigned x;
  __declspec(property(get = get_y)) unsigned y;
  __declspec(property(get = get_z)) unsigned z;
  __device__ unsigned get_x() const;
  __device__ unsigned get_y() const;
  __device__ unsigned get_z() const;
  __device__ operator uint3() const;
};
struct Extent : Index {
  __device__ operator dim3() const;
};

}  // namespace emu

extern const __device__ emu::Index threadIdx;
extern const __device__ emu::Index blockIdx;
extern const __device__ emu::Extent blockDim;
extern const __device__ emu::Extent gridDim;
extern const __device__ int warpSize;
