// Everything of the device's side: what a kernel can use without an include of its own.
#pragma once

#include "emulator/atomics.hpp"
#include "emulator/builtin_variables.hpp"
#include "emulator/cache_hints.hpp"
#include "emulator/conversions.hpp"
#include "emulator/integer_intrinsics.hpp"
#include "emulator/math.hpp"
#include "emulator/synchronization.hpp"
#include "emulator/vector_functions.hpp"
#include "emulator/warp.hpp"
