// One asm statement, and how its instructions become C++.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ptx_template.hpp"

namespace emulator::frontend {

/// "=r"(expression)
struct AsmOperand {
  char constraint = '\0';  ///< The letter: h r l f d n.
  bool output = false;
  std::string expression;
  bool is_register = false;  ///< A plain name of what can only be a local variable.
};

struct AsmStatement {
  std::string text;
  std::vector<AsmOperand> operands;
  std::vector<std::string> names;  ///< One per operand; empty without [name].
  std::string line;                ///< As generated code gives it.

  /// The operand that %0 or %[name] stands for, or null.
  const AsmOperand* find(std::string_view reference) const;
};

/// The bytes of a register of that constraint letter; 0 for letters that are none.
int register_bytes(char constraint);

/// `expression = value`, with the cast that an address in a 64-bit register needs.
std::string assign(const AsmOperand& destination, const std::string& value);

/// Both return one or several statements without the last semicolon; nothing where the instruction
/// is not one that the emulator offers.
std::optional<std::string> translate_instruction(const PtxInstruction& instruction,
                                                 const AsmStatement& statement);
std::optional<std::string> translate_memory_access(const PtxInstruction& instruction,
                                                   const AsmStatement& statement);

}  // namespace emulator::frontend
