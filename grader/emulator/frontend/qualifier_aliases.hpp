// #define HD __host__ __device__: programs give CUDA's words names of their own.
#pragma once

#include "lexer.hpp"

namespace emulator::frontend {

/// Replaces each use of a macro whose body is nothing but CUDA's specifiers by that body, so that
/// every rewrite sees the words themselves. The macros are marked as aliases.
void expand_qualifier_aliases(Lexed& lexed);

}  // namespace emulator::frontend
