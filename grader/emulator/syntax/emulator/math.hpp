// Mathematics and its C header are for both sides.
#pragma once

#pragma clang force_cuda_host_device begin
#include_next "emulator/math.hpp"
#pragma clang force_cuda_host_device end
