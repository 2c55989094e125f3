// The rewrites. Each changes the tokens of its own constructs in one region and knows nothing of
// the others. Generated text stays on the line of the token that it replaces or follows.
#pragma once

#include <vector>

#include "context.hpp"
#include "lexer.hpp"
#include "region.hpp"

namespace emulator::frontend {

/// Reports the bracket that has no other one, if any, and notes that it has been reported. Comes
/// first: such a bracket hides the end of a kernel.
void check_brackets(const std::vector<Region>& regions, Context& context);

/// Wraps the bodies of __global__ functions, and notes their names and bodies for the others.
void rewrite_kernels(Region& region, Context& context);

/// name<<<configuration>>>(arguments) becomes a comma expression. Needs the kernels' bodies.
void rewrite_launches(Region& region, Context& context);

/// __shared__ variables become references to memory that the runtime hands out. Needs the kernels'
/// bodies.
void rewrite_shared_memory(Region& region, Context& context);

/// Finds the device functions that are part of a call cycle; always_inline must spare them.
void find_recursive_functions(const std::vector<Region>& regions, Context& context);

/// __device__, __host__, __forceinline__ and __noinline__ on functions; __device__, __constant__
/// and
/// __managed__ variables, which are also registered as symbols. Needs the recursive functions.
void rewrite_specifiers(Region& region, Context& context);

/// (void*)kernel becomes a registered address. Needs the names of all kernels.
void rewrite_kernel_addresses(Region& region, Context& context);

/// Inline PTX becomes calls. Needs the names of shared and device variables.
void rewrite_ptx(Region& region, Context& context);

/// What is left of CUDA's words: __launch_bounds__ on declarations, __align__, __grid_constant__,
/// and __func__ in a kernel. Needs the kernels' bodies.
void rewrite_remaining_words(Region& region);

/// Reports the headers and names of libraries and of what the emulator does not offer.
void check_libraries(const std::vector<Include>& includes, Context& context);
void check_names(const Region& region, Context& context);

/// Whether a function of the region has an array of its own, outside of shared memory.
bool has_own_arrays(const Region& region);
/// Whether something is indexed twice: a[i][k].
bool has_two_dimensions(const Region& region);

}  // namespace emulator::frontend
