// The writable side of threadIdx and its kin. Not to be included with the submission's headers that
// declare them constant.
#pragma once

struct ThreeUnsigned {
  unsigned x, y, z;
};
extern __thread ThreeUnsigned threadIdx, blockIdx, blockDim, gridDim;
