// The text of an asm statement as PTX instructions.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace emulator::frontend {

/// ld.global.acquire.gpu.u32 %0, [%1+4]
struct PtxInstruction {
  std::string opcode;                 ///< ld.global.acquire.gpu.u32
  std::vector<std::string> parts;     ///< ld, global, acquire, gpu, u32
  std::vector<std::string> operands;  ///< %0 and [%1+4], without blanks; {%0,%1} is one operand.
};

/// The characters that a C++ string literal stands for (of any prefix; raw ones too). Only the
/// escapes \n \t \r \\ \" \' are known; others yield themselves.
std::string string_value(std::string_view literal);

/// Splits a template into instructions. Comments and empty instructions are left out. Predicates
/// (@p), labels and declarations come out as instructions with their first word as the opcode.
std::vector<PtxInstruction> parse_ptx(std::string_view text);

/// The number of the operand that `text` names: %0, or %[name] with `names` holding it. `text` must
/// hold nothing else.
std::optional<int> operand_index(std::string_view text, const std::vector<std::string>& names);

/// laneid for %laneid or %%laneid (the first is what the second means); empty for others.
std::string_view special_register(std::string_view text);

}  // namespace emulator::frontend
