// Loads and stores with a cache hint are for both sides here.
#pragma once

#include <type_traits>

#include "emulator/vector_types.hpp"

#pragma clang force_cuda_host_device begin
#include_next "emulator/cache_hints.hpp"
#pragma clang force_cuda_host_device end
