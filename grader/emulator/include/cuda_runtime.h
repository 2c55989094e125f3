// CUDA's runtime header for submissions that the emulator runs; included in front of every one of
// them, as nvcc does with its own. Kept light: it is part of each compile.
#pragma once

#include "emulator/keywords.hpp"
#include "emulator/synchronization.hpp"  // in front of <time.h>: see clock()
//
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <new>
#include <utility>

#include "emulator/generated_code.hpp"
//
#include "emulator/device_functions.hpp"
#if __has_include("emulator/host_api.hpp")
#include "emulator/host_api.hpp"
#endif
