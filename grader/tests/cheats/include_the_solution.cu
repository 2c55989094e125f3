// cheat: include_the_solution
// lab: 2
// attempt: the reference solution is included
// verdict: policy
// reason: reads nothing but lab.hpp
// behind: build_failed pass
// stopped by: the static rules: files
#include <cuda_runtime.h>

#include "../../solutions/02_shared_reduction/shared_reduction.cu"
