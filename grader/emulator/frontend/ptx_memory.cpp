// ld and st. Memory is only touched through the runtime; a register is a C++ variable.
#include <cstddef>

#include "ptx.hpp"
#include "token.hpp"

namespace emulator::frontend {
namespace {

/// What the dots of an ld or st say.
struct Access {
  bool store = false;
  const char* order = "weak";
  const char* scope = "system";
  bool scoped = false;
  bool read_only = false;  ///< ld.global.nc
  int vector_size = 1;
  char kind = '\0';  ///< u s b f
  int bytes = 0;     ///< Of one element.
};

bool is_cache_hint(std::string_view part) {
  return one_of(part, {"ca", "cg", "cs", "lu", "cv", "wb", "wt"}) || part.substr(0, 4) == "L1::" ||
         (part.substr(0, 4) == "L2::" && part != "L2::cache_hint");
}

bool read_type(std::string_view part, Access& access) {
  if (access.bytes != 0 || part.size() < 2) return false;
  const std::string_view width = part.substr(1);
  const int bits = width == "8" ? 8 : width == "16" ? 16 : width == "32" ? 32 : 64;
  if (bits == 64 && width != "64") return false;
  if (std::string_view("usbf").find(part[0]) == std::string_view::npos) return false;
  access.kind = part[0];
  access.bytes = bits / 8;
  return part[0] != 'f' || bits >= 32;
}

bool read_part(std::string_view part, Access& access) {
  if (one_of(part, {"global", "shared", "shared::cta"}) || is_cache_hint(part)) return true;
  if (part == "weak") return true;
  if (part == "nc") return access.read_only = true;
  if (part == "volatile") {
    access.order = "is_volatile";
    return true;
  }
  const bool ordered = part == "relaxed" || part == (access.store ? "release" : "acquire");
  if (ordered) {
    access.order = part == "relaxed" ? "relaxed" : part == "acquire" ? "acquire" : "release";
    return true;
  }
  if (one_of(part, {"cta", "gpu", "sys"})) {
    access.scope = part == "cta" ? "block" : part == "gpu" ? "device" : "system";
    access.scoped = true;
    return true;
  }
  if (one_of(part, {"v2", "v4"})) {
    access.vector_size = part == "v2" ? 2 : 4;
    return true;
  }
  return read_type(part, access);
}

std::optional<Access> read_access(const PtxInstruction& instruction) {
  Access access;
  access.store = instruction.parts.front() == "st";
  for (std::size_t i = 1; i < instruction.parts.size(); ++i) {
    if (!read_part(instruction.parts[i], access)) return std::nullopt;
  }
  const bool needs_scope = !one_of(access.order, {"weak", "is_volatile"});
  if (access.bytes == 0 || needs_scope != access.scoped) return std::nullopt;
  if (access.bytes * access.vector_size > 16) return std::nullopt;
  const bool is_weak = std::string_view(access.order) == "weak";
  if (access.read_only && (access.store || !is_weak)) return std::nullopt;
  return access;
}

/// [%1], [%1+4], [%1+-4] as a pointer.
std::optional<std::string> address(std::string_view text, const AsmStatement& statement,
                                   bool store) {
  if (text.size() < 3 || text.front() != '[' || text.back() != ']') return std::nullopt;
  text = text.substr(1, text.size() - 2);
  const std::size_t plus = text.find('+');
  const AsmOperand* base = statement.find(text.substr(0, plus));
  if (base == nullptr) return std::nullopt;
  const std::string pointer = store ? "(void*)" : "(const void*)";
  if (plus == std::string_view::npos) return pointer + "(" + base->expression + ")";
  const std::string_view offset = text.substr(plus + 1);
  if (offset.empty() || offset.find_first_not_of("-0123456789xabcdefABCDEF") != offset.npos ||
      offset.find_first_of("0123456789") == offset.npos || offset.rfind('-') + 1 > 1) {
    return std::nullopt;
  }
  return pointer + "((" + (store ? "char*" : "const char*") + ")(" + base->expression + ") + " +
         std::string(offset) + ")";
}

/// The registers of %0 or {%0,%1}, as many as the access moves.
std::optional<std::vector<const AsmOperand*>> registers(std::string_view text,
                                                        const AsmStatement& statement,
                                                        const Access& access) {
  std::vector<const AsmOperand*> result;
  const bool braces = text.size() > 2 && text.front() == '{' && text.back() == '}';
  if (braces) text = text.substr(1, text.size() - 2);
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    const AsmOperand* operand = statement.find(text.substr(begin, end - begin));
    if (operand == nullptr || register_bytes(operand->constraint) < access.bytes) {
      return std::nullopt;
    }
    if (!access.store && !operand->output) return std::nullopt;
    result.push_back(operand);
    begin = end + 1;
  }
  const bool right_count = result.size() == static_cast<std::size_t>(access.vector_size);
  if (!right_count || braces != (access.vector_size > 1)) return std::nullopt;
  return result;
}

/// The C++ type of an element: a register's own type where it fits, else the memory's.
std::string element_type(const AsmOperand& operand, const Access& access) {
  if (operand.constraint == 'f') return "float";
  if (operand.constraint == 'd') return "double";
  const std::string sign = access.kind == 's' ? "signed " : "unsigned ";
  switch (access.bytes) {
    case 1:
      return sign + "char";
    case 2:
      return sign + "short";
    case 4:
      return sign + "int";
    default:
      return sign + "long long";
  }
}

const char* load_function(const Access& access) {
  return access.read_only ? "::emu::ptx::load_read_only(" : "::emu::ptx::load(";
}

std::string arguments(const Access& access) {
  const std::string bytes = std::to_string(access.bytes * access.vector_size);
  if (access.read_only) return bytes + ")";
  return bytes + ", ::emu::Order::" + access.order + ", ::emu::Scope::" + access.scope + ")";
}

std::string load(const Access& access, const std::vector<const AsmOperand*>& to,
                 const std::string& from) {
  const AsmOperand& first = *to.front();
  const bool fits = register_bytes(first.constraint) == access.bytes;
  if (to.size() == 1 && fits && first.is_register) {
    return std::string(load_function(access)) + "&(" + first.expression + "), " + from + ", " +
           arguments(access);
  }
  // A temporary: to widen, to spread a vector, or to store where the compiler's hooks see it.
  const std::string size = std::to_string(access.bytes * access.vector_size);
  std::string text = "alignas(" + size + ") " + element_type(first, access) + " emu_value[" +
                     std::to_string(to.size()) + "]; " + load_function(access) + "emu_value, " +
                     from + ", " + arguments(access);
  for (std::size_t i = 0; i < to.size(); ++i) {
    text += "; " + assign(*to[i], "emu_value[" + std::to_string(i) + "]");
  }
  return text;
}

std::string store(const Access& access, const std::string& to,
                  const std::vector<const AsmOperand*>& from) {
  const std::string type = element_type(*from.front(), access);
  const std::string size = std::to_string(access.bytes * access.vector_size);
  std::string text = "alignas(" + size + ") const " + type + " emu_value[] = {";
  for (std::size_t i = 0; i < from.size(); ++i) {
    text += (i == 0 ? "(" : ", (") + type + ")(" + from[i]->expression + ")";
  }
  return text + "}; ::emu::ptx::store(" + to + ", emu_value, " + arguments(access);
}

}  // namespace

std::optional<std::string> translate_memory_access(const PtxInstruction& instruction,
                                                   const AsmStatement& statement) {
  const std::optional<Access> access = read_access(instruction);
  if (!access || instruction.operands.size() != 2) return std::nullopt;
  const std::string& memory = instruction.operands[access->store ? 0 : 1];
  const std::string& moved = instruction.operands[access->store ? 1 : 0];
  const auto pointer = address(memory, statement, access->store);
  const auto operands = registers(moved, statement, *access);
  if (!pointer || !operands) return std::nullopt;
  return access->store ? store(*access, *pointer, *operands) : load(*access, *operands, *pointer);
}

}  // namespace emulator::frontend
