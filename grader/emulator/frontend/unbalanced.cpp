// A bracket without its other one: which one to name.
#include <string>

#include "declaration.hpp"
#include "rewrites.hpp"

namespace emulator::frontend {
namespace {

/// Whether macros or #if hold brackets of their own: then only the compiler can tell.
bool leaves_brackets_open(const std::vector<Region>& regions) {
  for (const Region& region : regions) {
    if (region.macro() != nullptr && !region.brackets().balanced) return true;
  }
  return regions.front().brackets().conditional;
}

/// The outermost brace around token `i` that opens neither a namespace nor a type, or -1.
int outermost_block(const Region& code, int i) {
  int found = -1;
  for (int open = code.enclosing(i); open >= 0; open = code.enclosing(open)) {
    if (code.is(open, "{") && code.opened_by(open) == Scope::block) found = open;
  }
  return found;
}

/// The brace that most likely lacks its other one, where matching left `unclosed` open. No kernel
/// stands in a function: around one, a function's brace has taken that of its namespace.
int likely_unclosed(const Region& code, int unclosed) {
  if (!code.is(unclosed, "{")) return unclosed;
  for (int i = 0; i < code.size(); ++i) {
    if (!code.is(i, "__global__")) continue;
    const int function = outermost_block(code, i);
    if (function >= 0) return function;
  }
  return unclosed;
}

/// " of kernel k" where the brace at `open` opens a kernel's body.
std::string owner(const Region& code, int open) {
  for (int i = 0; i < open; ++i) {
    if (!code.is(i, "__global__")) continue;
    const Declaration kernel = classify(code, i);
    if (kernel.kind != Declaration::Kind::function || kernel.body_open != open) continue;
    return " of kernel " + code.name(kernel.name_first, kernel.name_last).use;
  }
  return "";
}

}  // namespace

void check_brackets(const std::vector<Region>& regions, Context& context) {
  const Region& code = regions.front();
  if (code.brackets().balanced || leaves_brackets_open(regions)) return;
  context.brackets_reported = true;
  const int faulty = code.brackets().faulty_token;
  const std::string bracket(code.text(faulty));
  if (!one_of(bracket, {"(", "[", "{"})) {
    context.report(IssueKind::malformed, code.line(faulty),
                   "The " + bracket + " on this line closes nothing.");
    return;
  }
  const int open = likely_unclosed(code, faulty);
  const std::string closing = bracket == "(" ? ")" : bracket == "[" ? "]" : "}";
  context.report(IssueKind::malformed, code.line(open),
                 "The " + bracket + owner(code, open) + " on this line has no " + closing + ".");
}

}  // namespace emulator::frontend
