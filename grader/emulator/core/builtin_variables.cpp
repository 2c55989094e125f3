// threadIdx and its kin as the submission sees them through its own, constant declarations.
#include "core/builtin_variables.hpp"

__thread ThreeUnsigned threadIdx, blockIdx, blockDim, gridDim;
