// For device code alone; clock() is the host's as well.
#pragma once

// To clang, __syncthreads is a function of its own that is right on both sides.
#define __syncthreads emu_syncthreads
#pragma clang attribute push(__attribute__((device)), apply_to = function)
#include_next "emulator/synchronization.hpp"
#pragma clang attribute pop
