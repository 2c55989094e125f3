// Included in front of what clang reads, as the emulator's own is in front of what g++ compiles.
#pragma once

#include "emulator/keywords.hpp"

// What device code has of the C library, beside the host's functions of the same names.
extern "C" {
__device__ int printf(const char* format, ...);
__device__ void* malloc(__SIZE_TYPE__ bytes);
__device__ void free(void* memory);
[[noreturn]] __device__ void __assert_fail(const char*, const char*, unsigned, const char*);
}

#include <emulator/synchronization.hpp>  // in front of <time.h>: see clock()
//
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <new>
#include <type_traits>
#include <utility>
#pragma clang force_cuda_host_device begin
#include <string.h>
#pragma clang force_cuda_host_device end

#include "emulator/device_functions.hpp"
#include "emulator/generated_code.hpp"
#include "emulator/host_api.hpp"

// What clang makes of <<<...>>>; which of the two depends on its version.
extern "C" {
unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t bytes = 0,
                                     void* stream = nullptr);
cudaError_t cudaConfigureCall(dim3 grid, dim3 block, size_t bytes = 0,
                              cudaStream_t stream = nullptr);
}
