// __shared__ T a[4], b; becomes a local struct that declares the same variables, for their types,
// and one reference per variable to memory of the current block.
#include <algorithm>
#include <string>

#include "declaration.hpp"
#include "lambda_captures.hpp"
#include "rewrites.hpp"

namespace emulator::frontend {
namespace {

struct SharedDeclaration {
  int start;
  int end;  ///< Its `;`, or the token in front of which it ends without one.
  bool is_extern = false;
  bool at_file_scope = false;
  std::string kernel;  ///< What the memory is counted for.
};

/// A number that differs for each use of the declaration: a macro may be used in many functions.
std::string variable_id(const Region& region, Context& context) {
  const int number = ++context.shared_variables;
  if (region.macro() == nullptr) return std::to_string(number);
  return "1000000 + __COUNTER__";
}

std::string block_scope_text(const SharedDeclaration& declaration, const std::string& structure,
                             const Name& name, bool is_array, const std::string& line,
                             const std::string& id) {
  const std::string type = "decltype(" + structure + "::" + name.use + ")";
  if (declaration.is_extern) {
    const std::string memory = "::emu::dynamic_shared<" + type + ">(" + name.literal + ");";
    return is_array ? "auto* " + name.use + " = " + memory : "auto& " + name.use + " = *" + memory;
  }
  // In a device function the local struct tells the instantiations of a template apart.
  const std::string& owner = declaration.kernel == "void" ? structure : declaration.kernel;
  return "auto& " + name.use + " = ::emu::shared<" + type + ", " + owner + ", " + id + ">(" +
         name.literal + ", " + line + ");";
}

std::string file_scope_text(const SharedDeclaration& declaration, const std::string& type,
                            const Name& name, const std::string& line, const std::string& id) {
  if (declaration.is_extern) {
    return "static const ::emu::DynamicSharedAtFileScope<" + type + "> " + name.use + "{" +
           name.literal + "};";
  }
  return "static const ::emu::SharedAtFileScope<" + type + ", " + id + "> " + name.use + "{" +
         name.literal + ", " + line + "};";
}

/// Judges one variable; false where it cannot be translated (an issue says why).
bool check(const Region& region, const Declarator& variable, Context& context) {
  const std::string name = region.name(variable.name_first, variable.name_last).use;
  const int line = region.line(variable.name_last);
  if (variable.unexpected >= 0) {
    context.report(
        IssueKind::malformed, line,
        "A ; is missing behind the declaration of the __shared__ variable " + name + ".");
    return false;
  }
  if (variable.initialised) {
    context.report(IssueKind::malformed, line,
                   "The __shared__ variable " + name +
                       " has an initialiser, which CUDA does not allow; assign to it in the kernel "
                       "and synchronise.");
    return false;
  }
  return true;
}

/// Removes the words that a member of a struct cannot have.
void erase_specifiers(Region& region, const SharedDeclaration& declaration) {
  for (int i = declaration.start; i < declaration.end; ++i) {
    if (one_of(region.text(i), {"__shared__", "__device__", "static", "extern"})) region.erase(i);
    i = std::max(i, region.group_end(i));
  }
}

void rewrite(Region& region, const SharedDeclaration& declaration,
             std::vector<SharedReference>& made, Context& context) {
  std::string structure = "emu_sh_" + std::to_string(++context.shared_declarations);
  std::string references;
  for (const Declarator& variable : declarators(region, declaration.start, declaration.end)) {
    if (variable.name_last < 0) {
      context.report(IssueKind::unsupported, region.line(declaration.start),
                     "No variable's name can be found behind this __shared__; write the whole "
                     "declaration in one place.");
      return;
    }
    if (!check(region, variable, context)) return;
    const Name name = region.name(variable.name_first, variable.name_last);
    if (references.empty()) structure += name.suffix;
    const std::string type = "decltype(" + structure + "::" + name.use + ")";
    const std::string line = region.line_text(variable.name_last);
    const std::string id = declaration.is_extern ? "" : variable_id(region, context);
    const int open = variable.array_open;
    if (declaration.is_extern && open >= 0 && region.is(open + 1, "]")) {
      region.replace(open, "[1");
    }
    references += " ";
    references += declaration.at_file_scope
                      ? file_scope_text(declaration, type, name, line, id)
                      : block_scope_text(declaration, structure, name, open >= 0, line, id);
    context.device_names.insert(name.use);
    if (!declaration.at_file_scope) {
      made.push_back({name.use, declaration.is_extern && open >= 0, declaration.end - 1});
    }
  }
  erase_specifiers(region, declaration);
  region.insert_before(declaration.start, "struct " + structure + " { ");
  if (region.is(declaration.end, ";")) {
    region.replace(declaration.end, "; };" + references);
  } else {  // the user of a macro writes the last semicolon
    references.pop_back();
    region.insert_after(declaration.end - 1, "; };" + references);
  }
}

}  // namespace

void rewrite_shared_memory(Region& region, Context& context) {
  std::vector<SharedReference> references;
  for (int i = 0; i < region.size(); ++i) {
    if (!region.is(i, "__shared__")) continue;
    SharedDeclaration declaration;
    declaration.start = region.declaration_start(i);
    declaration.end = region.declaration_end(i);
    for (int k = declaration.start; k < declaration.end; ++k) {
      if (region.is(k, "extern")) declaration.is_extern = true;
      k = std::max(k, region.group_end(k));
    }
    declaration.at_file_scope =
        region.scope(i) == Scope::file_or_namespace && region.macro() == nullptr;
    declaration.kernel = region.in_kernel(i) ? "emu_kernel" : "void";
    rewrite(region, declaration, references, context);
    i = std::max(i, declaration.end);
  }
  capture_shared_references(region, references);
}

}  // namespace emulator::frontend
