// For device code alone.
#pragma once

#include "emulator/keywords.hpp"
#include "emulator/vector_types.hpp"

#pragma push_macro("EMU_INLINE")
#undef EMU_INLINE
#define EMU_INLINE inline
#pragma clang attribute push(__attribute__((device)), apply_to = function)
#include_next "emulator/warp.hpp"
#pragma clang attribute pop
#pragma pop_macro("EMU_INLINE")
