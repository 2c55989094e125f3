// One word or sign for another.
#include <algorithm>

#include "operators.hpp"

namespace mutants {
namespace {

using emulator::frontend::one_of;

struct Exchange {
  std::string_view change, from, to;
};

/// Signs between two operands. A relation gets its nearest neighbour.
constexpr Exchange signs[] = {
    {"relation", "<", "<="},    {"relation", "<=", "<"},    {"relation", ">", ">="},
    {"relation", ">=", ">"},    {"relation", "==", "!="},   {"relation", "!=", "=="},
    {"logic", "&&", "||"},      {"logic", "||", "&&"},      {"arithmetic", "+", "-"},
    {"arithmetic", "-", "+"},   {"arithmetic", "*", "/"},   {"arithmetic", "/", "*"},
    {"arithmetic", "%", "/"},   {"arithmetic", "<<", ">>"}, {"arithmetic", ">>", "<<"},
    {"arithmetic", "&", "|"},   {"arithmetic", "|", "&"},   {"arithmetic", "^", "&"},
    {"assignment", "*=", "/="}, {"assignment", "/=", "*="}, {"assignment", "+=", "="},
    {"assignment", "-=", "="},  {"assignment", "|=", "="},  {"assignment", "&=", "="},
};

constexpr Exchange words[] = {
    {"minmax", "min", "max"},
    {"minmax", "max", "min"},
    {"minmax", "fminf", "fmaxf"},
    {"minmax", "fmaxf", "fminf"},
    {"minmax", "atomicMin", "atomicMax"},
    {"minmax", "atomicMax", "atomicMin"},
    {"index", "threadIdx", "blockIdx"},
    {"index", "blockIdx", "threadIdx"},
    {"index", "blockDim", "gridDim"},
    {"index", "gridDim", "blockDim"},
    {"direction", "cudaMemcpyHostToDevice", "cudaMemcpyDeviceToHost"},
    {"direction", "cudaMemcpyDeviceToHost", "cudaMemcpyHostToDevice"},
    {"arithmetic", "++", "--"},
    {"arithmetic", "--", "++"},
};

constexpr Exchange members[] = {
    {"member", "x", "y"}, {"member", "y", "x"},      {"member", "z", "w"},
    {"member", "w", "z"}, {"member", "low", "high"}, {"member", "high", "low"},
};

bool is_builtin(std::string_view word) {
  return one_of(word, {"threadIdx", "blockIdx", "blockDim", "gridDim"});
}

/// Is it the first use of this built-in variable in its function?
bool is_first_use(const Code& code, std::size_t at) {
  const Function* const function = code.function_at(at);
  for (std::size_t k = function != nullptr ? function->first : 0; k < at; ++k)
    if (code.text(k) == code.text(at)) return false;
  return true;
}

void change_member(Proposals& proposals, std::size_t at) {
  const Code& code = proposals.code();
  if (at < 2 || code.text(at - 1) != ".") return;
  if (is_builtin(code.text(at - 2))) {
    if (code.text(at) == "x" && is_first_use(code, at - 2)) proposals.replace("index", at, "y");
    return;
  }
  for (const Exchange& pair : members)
    if (code.text(at) == pair.from) proposals.replace(pair.change, at, std::string(pair.to));
}

/// 64 bits become 32 where that changes no function's type for callers in other files.
void change_width(Proposals& proposals, std::size_t at) {
  const Code& code = proposals.code();
  if (code.text(at) != "size_t") return;
  const Function* const function = code.function_at(at);
  if (function == nullptr || (at < function->open && !function->on_device)) return;
  const bool qualified = at >= 2 && code.text(at - 1) == "::" && code.text(at - 2) == "std";
  proposals.replace("width", qualified ? at - 2 : at, at, "unsigned");
}

/// The += of a for's step, whose operand `stride` changes. (With = the loop would never end.)
bool moves_a_loop(const Code& code, std::size_t at) {
  return one_of(code.text(at), {"+=", "-="}) &&
         std::any_of(code.steps().begin(), code.steps().end(),
                     [&](const Step& step) { return step.first <= at && at <= step.last; });
}

}  // namespace

void change_words(Proposals& proposals) {
  const Code& code = proposals.code();
  for (std::size_t at = 0; at < code.pieces().size(); ++at) {
    const Piece& piece = code.pieces()[at];
    if (piece.role == Role::binary && !moves_a_loop(code, at))
      for (const Exchange& pair : signs)
        if (piece.text == pair.from) proposals.replace(pair.change, at, std::string(pair.to));
    if (piece.role == Role::plain)
      for (const Exchange& pair : words)
        if (piece.text == pair.from) proposals.replace(pair.change, at, std::string(pair.to));
    change_member(proposals, at);
    change_width(proposals, at);
  }
}

}  // namespace mutants
