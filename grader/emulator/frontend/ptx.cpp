// asm volatile("bar.sync 0;") and its like become calls of the runtime.
#include "ptx.hpp"

#include <algorithm>

#include "declaration.hpp"
#include "rewrites.hpp"

namespace emulator::frontend {
namespace {

struct SpecialRegister {
  std::string_view name;
  const char* value;
};

constexpr SpecialRegister special_registers[] = {
    {"laneid", "::emu::ptx::lane_id()"},
    {"warpid", "::emu::ptx::warp_id()"},
    {"smid", "::emu::ptx::sm_id()"},
    {"clock", "(unsigned)::emu::ptx::clock()"},
    {"clock64", "::emu::ptx::clock()"},
    {"globaltimer", "::emu::ptx::global_timer()"},
    {"lanemask_eq", "(1u << ::emu::ptx::lane_id())"},
    {"lanemask_lt", "((1u << ::emu::ptx::lane_id()) - 1u)"},
    {"lanemask_le", "((2u << ::emu::ptx::lane_id()) - 1u)"},
    {"lanemask_ge", "(~0u << ::emu::ptx::lane_id())"},
    {"lanemask_gt", "(~1u << ::emu::ptx::lane_id())"},
    {"tid.x", "threadIdx.x"},
    {"tid.y", "threadIdx.y"},
    {"tid.z", "threadIdx.z"},
    {"ntid.x", "blockDim.x"},
    {"ntid.y", "blockDim.y"},
    {"ntid.z", "blockDim.z"},
    {"ctaid.x", "blockIdx.x"},
    {"ctaid.y", "blockIdx.y"},
    {"ctaid.z", "blockIdx.z"},
    {"nctaid.x", "gridDim.x"},
    {"nctaid.y", "gridDim.y"},
    {"nctaid.z", "gridDim.z"},
};

std::optional<std::string> translate_move(const PtxInstruction& instruction,
                                          const AsmStatement& statement) {
  if (instruction.operands.size() != 2 || instruction.parts.size() != 2 ||
      !one_of(instruction.parts[1], {"u32", "s32", "b32", "u64", "s64", "b64"})) {
    return std::nullopt;
  }
  const AsmOperand* destination = statement.find(instruction.operands[0]);
  if (destination == nullptr || !destination->output) return std::nullopt;
  const std::string_view wanted = special_register(instruction.operands[1]);
  for (const SpecialRegister& special : special_registers) {
    if (special.name == wanted) return assign(*destination, special.value);
  }
  return std::nullopt;
}

std::optional<std::string> translate_barrier(const PtxInstruction& instruction,
                                             const AsmStatement& statement) {
  for (std::size_t i = 1; i < instruction.parts.size(); ++i) {
    if (!one_of(instruction.parts[i], {"sync", "aligned", "cta"})) return std::nullopt;
  }
  const auto& parts = instruction.parts;
  const bool sync = std::find(parts.begin(), parts.end(), "sync") != parts.end();
  // A second operand is a count of threads: a barrier for a part of the block.
  if (!sync || instruction.operands.size() != 1) return std::nullopt;
  std::string id = instruction.operands[0];
  if (const AsmOperand* operand = statement.find(id); operand != nullptr) {
    id = "(int)(" + operand->expression + ")";
  } else if (id.find_first_not_of("0123456789") != std::string::npos) {
    return std::nullopt;
  }
  return "::emu::ptx::barrier(" + id + ", " + statement.line + ")";
}

std::optional<std::string> translate_fence(const PtxInstruction& instruction) {
  const char* scope = nullptr;
  for (std::size_t i = 1; i < instruction.parts.size(); ++i) {
    const std::string& part = instruction.parts[i];
    if (part == "cta") scope = "block";
    if (part == "gl" || part == "gpu") scope = "device";
    if (part == "sys") scope = "system";
    if (!one_of(part, {"cta", "gl", "gpu", "sys", "sc", "acq_rel"})) return std::nullopt;
  }
  if (scope == nullptr || !instruction.operands.empty()) return std::nullopt;
  return std::string("::emu::ptx::fence(::emu::Scope::") + scope + ")";
}

/// asm [volatile] ( text : outputs : inputs : clobbers )
class AsmReader {
 public:
  AsmReader(const Region& region, const Context& context, int open)
      : region_(region), context_(context), at_(open + 1), close_(region.partner(open)) {}

  std::optional<AsmStatement> read() {
    AsmStatement statement;
    for (; region_.is_string(at_); ++at_) statement.text += string_value(region_.text(at_));
    int section = 0;  // 1 outputs, 2 inputs, 3 clobbers
    while (at_ < close_) {
      if (region_.is(at_, ":") || region_.is(at_, "::")) {
        section += region_.is(at_, "::") ? 2 : 1;
        ++at_;
      } else if (section == 0) {
        return std::nullopt;  // a macro in the text
      } else if (section > 2 || region_.is(at_, ",")) {
        ++at_;
      } else if (!read_operand(section == 1, statement)) {
        return std::nullopt;
      }
    }
    return statement;
  }

 private:
  bool read_operand(bool output, AsmStatement& statement) {
    std::string name;
    if (region_.is(at_, "[") && region_.is(at_ + 2, "]")) {
      name = region_.text(at_ + 1);
      at_ += 3;
    }
    if (!region_.is_string(at_) || !region_.is(at_ + 1, "(")) return false;
    const std::string constraint = string_value(region_.text(at_));
    const int open = at_ + 1;
    const int close = region_.partner(open);
    if (constraint.empty() || close <= open + 1) return false;
    AsmOperand operand;
    operand.constraint = constraint.back();
    operand.output = output;
    operand.expression = region_.flat(open + 1, close - 1);
    operand.is_register = close == open + 2 && region_.is_identifier(open + 1) &&
                          context_.device_names.count(region_.text(open + 1)) == 0 &&
                          region_.macro() == nullptr;
    statement.operands.push_back(std::move(operand));
    statement.names.push_back(name);
    at_ = close + 1;
    return true;
  }

  const Region& region_;
  const Context& context_;
  int at_;
  int close_;
};

/// Replaces the tokens from `first` to `last` by the text, on the first one's line.
void put(Region& region, int first, int last, const std::string& text) {
  region.erase(first, last);
  region.replace(first, text);
}

void rewrite_statement(Region& region, int first, int open, Context& context) {
  const int last = region.partner(open);
  const auto unsupported = [&](const std::string& what) {
    context.report(IssueKind::unsupported, region.line(first),
                   what + " is not offered by the emulator; use the CUDA function for it.");
  };
  std::optional<AsmStatement> statement = AsmReader(region, context, open).read();
  if (!statement) return unsupported("Inline PTX whose text is not a plain string");
  statement->line = region.line_text(first);
  std::vector<std::string> results;
  for (const PtxInstruction& instruction : parse_ptx(statement->text)) {
    std::optional<std::string> result = translate_instruction(instruction, *statement);
    if (!result) return unsupported("The PTX instruction " + instruction.opcode);
    results.push_back(std::move(*result));
  }
  if (results.empty()) {
    // asm volatile("" ::: "memory") orders the compiler's accesses here as it does in CUDA.
    if (!statement->operands.empty()) put(region, first, last, "(void)0");
    return;
  }
  if (results.size() == 1 && results[0].find("; ") == std::string::npos) {
    return put(region, first, last, results[0]);
  }
  std::string text = "do {";
  for (const std::string& result : results) text += " { " + result + "; }";
  put(region, first, last, text + " } while (0)");
}

}  // namespace

const AsmOperand* AsmStatement::find(std::string_view reference) const {
  const std::optional<int> index = operand_index(reference, names);
  return index ? &operands[static_cast<std::size_t>(*index)] : nullptr;
}

int register_bytes(char constraint) {
  switch (constraint) {
    case 'h':
      return 2;
    case 'r':
    case 'f':
      return 4;
    case 'l':
    case 'd':
      return 8;
    default:
      return 0;
  }
}

std::string assign(const AsmOperand& destination, const std::string& value) {
  const std::string& to = destination.expression;
  if (destination.constraint != 'l') return to + " = " + value;
  return to + " = (std::remove_reference_t<decltype(" + to + ")>)" + value;
}

std::optional<std::string> translate_instruction(const PtxInstruction& instruction,
                                                 const AsmStatement& statement) {
  const std::string& opcode = instruction.parts.front();
  if (opcode == "ld" || opcode == "st") return translate_memory_access(instruction, statement);
  if (opcode == "mov") return translate_move(instruction, statement);
  if (opcode == "bar" || opcode == "barrier") return translate_barrier(instruction, statement);
  if (opcode == "membar" || opcode == "fence") return translate_fence(instruction);
  return std::nullopt;
}

void rewrite_ptx(Region& region, Context& context) {
  for (int i = 0; i < region.size(); ++i) {
    if (!one_of(region.text(i), {"asm", "__asm__", "__asm"})) continue;
    int open = i + 1;
    while (one_of(region.text(open), {"volatile", "__volatile__", "__volatile"})) ++open;
    if (!region.is(open, "(") || region.partner(open) < 0) continue;
    rewrite_statement(region, i, open, context);
    i = region.partner(open);
  }
}

}  // namespace emulator::frontend
