// CUDA's words that the host compiler must not see and that no other rewrite has used up.
#include <string>

#include "declaration.hpp"
#include "rewrites.hpp"

namespace emulator::frontend {
namespace {

/// __align__(16) stands where alignas must not: behind a type. The attribute may stand anywhere.
void rewrite_align(Region& region, int i) {
  const int open = i + 1;
  if (!region.is(open, "(") || region.partner(open) < 0) return;
  region.replace(i, "__attribute__");
  region.replace(open, "((aligned(");
  region.replace(region.partner(open), ")))");
}

void erase_with_arguments(Region& region, int i) {
  region.erase(i);
  if (region.is(i + 1, "(") && region.partner(i + 1) > i) {
    region.erase(i + 1, region.partner(i + 1));
  }
}

}  // namespace

void rewrite_remaining_words(Region& region) {
  std::string kernel;
  for (int i = 0; i < region.size(); ++i) {
    if (!region.is_identifier(i)) continue;
    const std::string_view word = region.text(i);
    if (word == "__global__") {
      const Declaration declaration = classify(region, i);
      kernel = declaration.kind == Declaration::Kind::function
                   ? region.name(declaration.name_last, declaration.name_last).literal
                   : "";
    }
    if (one_of(word, {"__launch_bounds__", "__maxnreg__", "__cluster_dims__", "__block_size__"})) {
      erase_with_arguments(region, i);
    } else if (one_of(word, {"__grid_constant__", "__inline_hint__"})) {
      region.erase(i);
    } else if (word == "__align__") {
      rewrite_align(region, i);
    } else if (one_of(word, {"__func__", "__FUNCTION__"}) && region.in_kernel(i) &&
               !kernel.empty()) {
      region.replace(i, kernel);  // in the lambda it would be operator()
    }
  }
}

}  // namespace emulator::frontend
