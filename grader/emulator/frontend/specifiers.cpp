// __device__, __host__ and their like: on functions words that say how to inline, on variables
// storage that the runtime must know by name.
#include <algorithm>
#include <string>

#include "declaration.hpp"
#include "rewrites.hpp"

namespace emulator::frontend {
namespace {

bool is_variable_specifier(std::string_view word) {
  return one_of(word, {"__device__", "__constant__", "__managed__"});
}

/// Whether one of the tokens from `first` to `last`, nested ones aside, is among `words`.
bool has_word(const Region& region, int first, int last,
              std::initializer_list<std::string_view> words) {
  for (int i = first; i <= last; ++i) {
    if (one_of(region.text(i), words)) return true;
    i = std::max(i, region.group_end(i));
  }
  return false;
}

struct Space {
  const char* macro;
  const char* space;
  std::string_view word;
};

/// The strongest specifier decides: __device__ __managed__ int x is managed.
Space space_of(const Region& region, int first, int last) {
  if (has_word(region, first, last, {"__managed__"})) {
    return {"EMU_MANAGED_VARIABLE", "managed", "__managed__"};
  }
  if (has_word(region, first, last, {"__constant__"})) {
    return {"EMU_CONSTANT_VARIABLE", "constant", "__constant__"};
  }
  return {"EMU_DEVICE_VARIABLE", "device", "__device__"};
}

std::string symbol_text(const Region& region, const Declarator& variable, const Space& space,
                        int number) {
  const Name name = region.name(variable.name_first, variable.name_last);
  return " static const ::emu::Symbol emu_symbol_" + std::to_string(number) + name.suffix + "{&" +
         name.use + ", sizeof(" + name.use + "), sizeof(std::remove_all_extents_t<decltype(" +
         name.use + ")>), " + name.literal + ", " + region.line_text(variable.name_last) +
         ", ::emu::SymbolSpace::" + space.space + "};";
}

/// A variable that is const stays so: the compiler may fold its value, as nvcc does, and keep it in
/// memory that cannot be written. Copying to a const symbol is undefined in CUDA as well.
///
/// Returns the declaration's end, or 0 where another of its specifiers decides.
int rewrite_variable(Region& region, int specifier, const Declaration& declaration,
                     Context& context) {
  const int end = region.declaration_end(specifier);
  const std::vector<Declarator> variables = declarators(region, declaration.start, end);
  const int specifiers_end = variables.front().name_last;
  if (specifiers_end < 0 || has_word(region, declaration.start, specifiers_end, {"__shared__"})) {
    region.erase(specifier);
    return end;
  }
  const Space space = space_of(region, declaration.start, specifiers_end);
  if (!region.is(specifier, space.word)) {
    region.erase(specifier);
    return 0;
  }
  region.replace(specifier, space.macro);
  const bool is_extern = has_word(region, declaration.start, specifiers_end, {"extern"});
  const bool symbols =
      region.scope(specifier) == Scope::file_or_namespace && !declaration.is_template;
  std::string text;
  for (const Declarator& variable : variables) {
    if (variable.name_last < 0) continue;
    context.device_names.emplace(region.text(variable.name_last));
    if (!symbols || (is_extern && !variable.initialised)) continue;
    text += symbol_text(region, variable, space, ++context.symbols);
  }
  if (text.empty()) return end;
  if (region.is(end, ";")) {
    region.insert_after(end, text);
  } else if (region.macro() != nullptr) {
    text.pop_back();  // the user of the macro writes the last semicolon
    region.insert_after(end - 1, ";" + text);
  }
  return end;
}

const char* function_word(const Region& region, const Declaration& function,
                          const Context& context) {
  const bool spared =
      has_word(region, function.start, function.parameters_open, {"__noinline__"}) ||
      context.recursive_functions.count(region.text(function.name_last)) != 0;
  return spared ? "EMU_RECURSIVE_DEVICE_FUNCTION" : "EMU_DEVICE_FUNCTION";
}

/// Returns the end of the variables' declaration that is done with; 0 for all else.
int rewrite_variable_specifier(Region& region, int i, Context& context) {
  const Declaration declaration = classify(region, i);
  if (declaration.kind == Declaration::Kind::variable) {
    return rewrite_variable(region, i, declaration, context);
  }
  const bool function =
      declaration.kind == Declaration::Kind::function && region.is(i, "__device__");
  region.replace(i, function ? function_word(region, declaration, context) : "");
  return 0;
}

/// `inline` may stand only once among a declaration's specifiers.
bool has_inline_already(const Region& region, int forceinline) {
  const int start = region.declaration_start(forceinline);
  if (has_word(region, start, forceinline - 1, {"__forceinline__"})) return true;
  int end = forceinline;
  const int limit = std::min(region.size(), forceinline + 100);
  while (end < limit && !one_of(region.text(end), {"(", ";", "{", "}"})) ++end;
  return has_word(region, start, end, {"inline", "__inline__", "__inline"});
}

}  // namespace

void rewrite_specifiers(Region& region, Context& context) {
  int variables_end = 0;
  for (int i = 0; i < region.size(); ++i) {
    if (!region.is_identifier(i)) continue;
    const std::string_view word = region.text(i);
    if (word.size() < 2 || word.substr(0, 2) != "__") continue;
    if (is_variable_specifier(word)) {
      if (i < variables_end) {
        region.erase(i);
      } else {
        variables_end = rewrite_variable_specifier(region, i, context);
      }
    } else if (word == "__host__") {
      region.erase(i);
    } else if (word == "__forceinline__") {
      region.replace(i, has_inline_already(region, i) ? "" : "inline");
    } else if (word == "__noinline__" && !region.is(i - 1, "(")) {
      region.replace(i, "EMU_NOINLINE");  // but not in __attribute__((__noinline__))
    }
  }
}

}  // namespace emulator::frontend
