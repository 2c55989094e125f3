// (void*)kernel becomes ::emu::kernel_address(kernel), which keeps the parameter list with it.
#include "rewrites.hpp"

namespace emulator::frontend {
namespace {

/// The `)` or `>` behind `void*`, const allowed, if the bracket at `open` starts that; else -1.
int void_pointer_end(const Region& region, int open) {
  int i = open + 1;
  bool has_void = false;
  for (; one_of(region.text(i), {"const", "void"}); ++i) {
    has_void = has_void || region.is(i, "void");
  }
  if (!has_void || !region.is(i, "*")) return -1;
  return one_of(region.text(i + 1), {")", ">"}) ? i + 1 : -1;
}

/// The last token of the kernel's name, its template arguments included, that starts at `first`
/// (an & in front is allowed); -1 where no kernel of this file is named.
int kernel_name_end(const Region& region, int first, const Context& context) {
  int i = region.is(first, "&") ? first + 1 : first;
  if (region.is(i, "::")) ++i;
  while (region.is_identifier(i)) {
    const int end = region.group_end(i);
    if (!region.is(end + 1, "::")) {
      return context.kernels.count(region.text(i)) != 0 ? end : -1;
    }
    i = end + 2;
    if (region.is(i, "template")) ++i;
  }
  return -1;
}

}  // namespace

void rewrite_kernel_addresses(Region& region, Context& context) {
  if (context.kernels.empty()) return;
  for (int i = 0; i < region.size(); ++i) {
    const bool named = region.is(i, "reinterpret_cast") && region.is(i + 1, "<");
    const int open = named ? i + 1 : i;
    if (!region.is(open, named ? "<" : "(")) continue;
    const int close = void_pointer_end(region, open);
    if (close < 0 || !region.is(close, named ? ">" : ")")) continue;
    if (region.is(close + 1, "(")) {  // (void*)(kernel), reinterpret_cast<void*>(kernel)
      const int end = kernel_name_end(region, close + 2, context);
      if (end < 0 || region.partner(close + 1) != end + 1) continue;
    } else {
      const int end = named ? -1 : kernel_name_end(region, close + 1, context);
      if (end < 0 || one_of(region.text(end + 1), {"(", "[", ".", "->"})) continue;
      region.insert_before(close + 1, "(");
      region.insert_after(end, ")");
    }
    region.erase(i, close);
    region.insert_before(i, "::emu::kernel_address");
  }
}

}  // namespace emulator::frontend
