// Arrays that a thread keeps for itself: no hook sees them, as they are in no memory that others
// can reach.
#include "region.hpp"
#include "rewrites.hpp"
#include "token.hpp"

namespace emulator::frontend {
namespace {

bool is_shared(const Region& region, int i) {
  for (int k = region.declaration_start(i); k < i; ++k)
    if (one_of(region.text(k), {"__shared__", "extern"})) return true;
  return false;
}

}  // namespace

bool has_own_arrays(const Region& region) {
  for (int i = 1; i + 1 < region.size(); ++i) {
    // TYPE NAME [
    if (!region.is(i + 1, "[") || !region.is_identifier(i) || !region.is_identifier(i - 1))
      continue;
    if (one_of(region.text(i - 1), {"return", "delete", "case", "throw", "else", "do"})) continue;
    if (region.scope(i) != Scope::file_or_namespace && !is_shared(region, i)) return true;
  }
  return false;
}

bool has_two_dimensions(const Region& region) {
  for (int i = 0; i + 1 < region.size(); ++i)
    if (region.is(i, "]") && region.is(i + 1, "[")) return true;
  return false;
}

}  // namespace emulator::frontend
