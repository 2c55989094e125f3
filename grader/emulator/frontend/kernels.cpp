// __global__ void k(int n) { BODY } runs BODY once per thread: the body becomes a lambda of its own
// parameter list that the runtime calls, and the function itself the launch.
#include <string>

#include "declaration.hpp"
#include "parameters.hpp"
#include "rewrites.hpp"

namespace emulator::frontend {
namespace {

/// The first value of __launch_bounds__ in front of the parameters, or "0".
std::string launch_bounds(const Region& region, const Declaration& kernel) {
  for (int i = kernel.start; i < kernel.parameters_open; ++i) {
    if (!region.is(i, "__launch_bounds__") || region.partner(i + 1) < 0) continue;
    const int open = i + 1;
    int end = open + 1;
    while (end < region.partner(open) && !region.is(end, ",")) end = region.group_end(end) + 1;
    if (end == open + 1) return "0";
    const std::string bounds = region.flat(open + 1, end - 1);
    return end == open + 2 ? bounds : "static_cast<long>(" + bounds + ")";
  }
  return "0";
}

/// The tokens from `first` to `last` as they stand in the lambda's list.
std::string lambda_text(const Region& region, int first, int last) {
  std::string text;
  for (int i = first; i <= last; ++i) {  // __grid_constant__ is for the kernel's own list
    if (!region.is(i, "__grid_constant__")) continue;
    if (i > first) text += region.flat(first, i - 1) + " ";
    first = i + 1;
  }
  return text + region.flat(first, last);
}

/// One parameter in the lambda's list; names it in both lists where it has no name.
std::string parameter_text(Region& region, const Parameter& parameter, std::string& name) {
  if (parameter.name_first >= 0) {
    name = region.name(parameter.name_first, parameter.name_last).use;
    return lambda_text(region, parameter.first, parameter.last);
  }
  region.insert_after(parameter.name_place, " " + name);
  std::string text = lambda_text(region, parameter.first, parameter.name_place) + " " + name;
  if (parameter.name_place < parameter.last) {
    text += region.flat(parameter.name_place + 1, parameter.last);
  }
  return text;
}

void wrap_body(Region& region, const Declaration& kernel) {
  const int close = region.partner(kernel.body_open);
  const std::vector<Parameter> parameters = parse_parameters(region, kernel.parameters_open);
  const bool redeclared = redeclares_parameter(region, kernel.body_open, parameters);
  std::string list;
  std::string names;
  std::string spelled;  // "d_in" "," "n": for findings
  int unnamed = 0;
  for (const Parameter& parameter : parameters) {
    std::string name = "emu_parameter_" + std::to_string(++unnamed);
    list += (list.empty() ? "" : ", ") + parameter_text(region, parameter, name);
    names += ", " + name + (parameter.pack ? "..." : "");
    if (parameter.name_first >= 0)
      spelled += " " + region.name(parameter.name_first, parameter.name_last).literal;
    spelled += parameter.pack ? " \"...\"" : " \",\"";
  }
  const std::string literal = region.name(kernel.name_first, kernel.name_last).literal;
  const std::string head = " struct emu_kernel {}; ::emu::launch<emu_kernel>({" + literal + ", " +
                           region.line_text(kernel.name_last) + ", " +
                           launch_bounds(region, kernel) + ", \"\"" + spelled + "}, [](" + list +
                           ") {";
  const std::string end = "::emu::end_of_kernel(); }" + names + "); ";
  if (redeclared) {  // only in the lambda's outermost block does the compiler refuse that
    region.insert_after(kernel.body_open, head);
    region.insert_before(close, end);
  } else {  // the body keeps its own braces: where its last ; is missing, the compiler names the }
    region.insert_after(kernel.body_open, head + " {");
    region.insert_after(close, " " + end + "}");
  }
}

/// Whether the definition can be wrapped; otherwise an issue says why not.
bool check_definition(const Region& region, const Declaration& kernel, Context& context) {
  const std::string name = region.name(kernel.name_first, kernel.name_last).use;
  const int line = region.line(kernel.name_last);
  const int close = region.partner(kernel.body_open);
  const auto unsupported = [&](const std::string& message) {
    context.report(IssueKind::unsupported, line, message);
    return false;
  };
  if (close < 0) {
    if (context.brackets_reported) return false;
    return unsupported("The body of kernel " + name +
                       " has no closing brace of its own; write it out, outside macros and #if.");
  }
  if (region.partner(close) != kernel.body_open) {
    return unsupported("The heads of kernel " + name +
                       " under #if and #else share one body; write each with its own body.");
  }
  if (region.has_conditional_between(kernel.parameters_open,
                                     region.partner(kernel.parameters_open))) {
    return unsupported("The parameters of kernel " + name +
                       " hold an #if; write the whole kernel once for each case.");
  }
  return true;
}

}  // namespace

void rewrite_kernels(Region& region, Context& context) {
  int last_body = -1;
  for (int i = 0; i < region.size(); ++i) {
    if (!region.is(i, "__global__")) continue;
    region.replace(i, "EMU_KERNEL");
    const Declaration kernel = classify(region, i);
    const bool function =
        kernel.kind == Declaration::Kind::function && region.partner(kernel.parameters_open) >= 0;
    if (function) context.kernels.emplace(region.text(kernel.name_last));
    if (!function || kernel.body_open < 0) {
      const bool declared = function && region.is(region.declaration_end(i), ";");
      if (region.macro() != nullptr && !declared) {
        context.report(IssueKind::unsupported, region.line(i),
                       "The macro " + std::string(region.macro()->name) +
                           " holds __global__ without the kernel's body; write the kernel's head "
                           "out where its body is.");
      }
      continue;
    }
    if (!check_definition(region, kernel, context) || kernel.body_open <= last_body) continue;
    wrap_body(region, kernel);
    region.add_kernel_body(kernel.body_open, region.partner(kernel.body_open));
    last_body = region.partner(kernel.body_open);
  }
}

}  // namespace emulator::frontend
