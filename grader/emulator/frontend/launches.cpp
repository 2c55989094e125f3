// name<<<grid, block, bytes, stream>>>(arguments) becomes
// (::emu::configure(grid, block, bytes, stream), name(arguments)): the name moves behind the
// configuration, everything else stays where it is.
#include <algorithm>
#include <string>

#include "declaration.hpp"
#include "rewrites.hpp"

namespace emulator::frontend {
namespace {

// A longer configuration is not looked through: time stays linear.
constexpr int longest_configuration = 1000;

bool is_statement_word(std::string_view word) {
  return one_of(word, {"return", "else", "do", "case", "goto", "throw", "if", "while", "for",
                       "switch", "co_await", "co_return", "default", "and", "or", "not"});
}

bool is_operand(const Region& region, int i) {
  return region.is_identifier(i) && !is_statement_word(region.text(i));
}

/// The first token of the expression that names the kernel and ends at `last`; -1 where there is
/// none: k, ns::k<T, 256>, ::k, (k), kernels[i], table->kernel, pick(n).
int expression_start(const Region& region, int last) {
  int i = last;
  while (true) {
    if (region.is(i, ">")) {
      i = region.open_angle(i) - 1;
      if (i < 0) return -1;
    }
    if (is_operand(region, i)) {
      int start = i;
      if (region.is(start - 1, "template")) --start;
      const std::string_view before = region.text(start - 1);
      if (one_of(before, {"##", ".", "->"})) {
        i = start - 2;
        continue;
      }
      if (before != "::") return start;
      const bool qualified = is_operand(region, start - 2) || region.is(start - 2, ">");
      if (!qualified) return start - 1;
      i = start - 2;
      continue;
    }
    if (!one_of(region.text(i), {")", "]"}) || region.partner(i) < 0) return -1;
    const int open = region.partner(i);
    const bool called_or_indexed =
        is_operand(region, open - 1) || one_of(region.text(open - 1), {"]", ">"});
    if (called_or_indexed && !takes_arguments(region.text(open - 1))) {
      i = open - 1;
      continue;
    }
    return region.is(open, "(") ? open : -1;
  }
}

/// The first `>` of the >>> that closes the launch whose <<< starts at `open`, or -1.
int find_close(const Region& region, int open, bool with_templates) {
  const int limit = std::min(region.size(), open + longest_configuration);
  for (int i = open + 3; i < limit; ++i) {
    if (region.is_run(i, '>', 3)) return i;
    if (region.is_run(i, '<', 3)) return -1;
    if (one_of(region.text(i), {";", "}", ")", "]"})) return -1;
    if (one_of(region.text(i), {"(", "[", "{"}) || with_templates) {
      i = std::max(i, region.group_end(i));
    }
  }
  return -1;
}

void report_nested(const Region& region, int open, Context& context) {
  if (!region.in_kernel(open)) return;
  context.report(IssueKind::unsupported, region.line(open),
                 "A kernel launches a kernel here (dynamic parallelism), which the emulator does "
                 "not offer; launch it from the host.");
}

void rewrite_launch(Region& region, int open, Context& context) {
  const auto malformed = [&](const std::string& message) {
    // A macro may hold a part of a launch: valid, yet nothing that could be rewritten.
    const bool macro = region.macro() != nullptr;
    context.report(macro ? IssueKind::unsupported : IssueKind::malformed, region.line(open),
                   message + (macro ? " Keep the whole launch in one macro." : ""));
  };
  int close = find_close(region, open, true);
  if (close < 0) close = find_close(region, open, false);
  if (close < 0) return malformed("This launch is opened with <<< and never closed with >>>.");
  const int start = expression_start(region, open - 1);
  if (start < 0) return malformed("There is no kernel's name in front of this <<<.");
  const int arguments = close + 3;
  if (!region.is(arguments, "(") || region.partner(arguments) < 0) {
    return malformed("A launch needs the kernel's arguments in parentheses behind >>>.");
  }
  if (close == open + 3) return malformed("A launch needs a grid and a block between <<< and >>>.");
  report_nested(region, open, context);
  const std::string name = region.flat(start, open - 1);
  region.erase(start, open + 2);
  region.insert_before(start, "(::emu::configure(");
  region.erase(close, close + 2);
  region.insert_before(close, "), " + name);
  region.insert_after(region.partner(arguments), ")");
}

}  // namespace

void rewrite_launches(Region& region, Context& context) {
  for (int i = 0; i < region.size(); ++i) {
    if (!region.is_run(i, '<', 3)) continue;
    if (!region.is(i - 1, "operator")) rewrite_launch(region, i, context);
    i += 2;
  }
}

}  // namespace emulator::frontend
