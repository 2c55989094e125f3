// Launches, shuffles, atomics and the order of memory.
#include <optional>

#include "operators.hpp"

namespace mutants {
namespace {

using emulator::frontend::one_of;

std::string text_of(const Code& code, const Step& part) {
  return std::string(code.between(part.first, part.last));
}

void change_launch(Proposals& proposals, std::size_t open) {
  const Code& code = proposals.code();
  const std::vector<Step> arguments = code.arguments(open);
  const auto put = [&](std::size_t k, const std::string& text) {
    proposals.replace("launch", arguments[k].first, arguments[k].last, text);
  };
  for (std::size_t k = 0; k < arguments.size() && k < 2; ++k) {
    const std::string value = text_of(code, arguments[k]);
    put(k, "(" + value + ") + 1");
    put(k, "(" + value + ") - 1");
  }
  if (arguments.size() < 3) return;
  put(2, "(" + text_of(code, arguments[2]) + ") - sizeof(float)");
  put(2, "0");
}

/// What one intrinsic is easily taken for.
std::optional<std::string> other_intrinsic(std::string_view name) {
  if (name == "__shfl_up_sync") return "__shfl_down_sync";
  if (name == "__shfl_down_sync") return "__shfl_up_sync";
  if (name == "__shfl_xor_sync") return "__shfl_down_sync";
  if (name == "__any_sync") return "__all_sync";
  if (name == "__all_sync") return "__any_sync";
  return std::nullopt;
}

void change_warp_call(Proposals& proposals, std::size_t name) {
  const Code& code = proposals.code();
  const std::vector<Step> arguments = code.arguments(name + 1);
  if (arguments.empty()) return;
  if (const auto other = other_intrinsic(code.text(name)))
    proposals.replace("shuffle", name, *other);
  proposals.replace("shuffle", arguments[0].first, arguments[0].last, "0x0000ffffu");
  if (code.text(name).starts_with("__shfl") && arguments.size() > 2)
    proposals.replace("shuffle", arguments[2].first, arguments[2].last,
                      "(" + text_of(code, arguments[2]) + ") + 1");
}

/// atomicAdd(p, v) becomes *(p) += (v), and one of the block alone.
void change_atomic(Proposals& proposals, std::size_t name) {
  const Code& code = proposals.code();
  const std::vector<Step> arguments = code.arguments(name + 1);
  if (arguments.size() != 2) return;
  const auto close = static_cast<std::size_t>(code.pieces()[name + 1].partner);
  proposals.replace(
      "atomic", name, close,
      "(*(" + text_of(code, arguments[0]) + ") += " + text_of(code, arguments[1]) + ")");
  proposals.replace("atomic", name, std::string(code.text(name)) + "_block");
}

}  // namespace

void change_calls(Proposals& proposals) {
  const Code& code = proposals.code();
  for (std::size_t at = 0; at < code.pieces().size(); ++at) {
    const std::string_view word = code.text(at);
    if (code.pieces()[at].role == Role::launch && word == "<<<") change_launch(proposals, at);
    if (one_of(word, {"memory_order_acquire", "memory_order_release", "memory_order_acq_rel",
                      "memory_order_seq_cst"}))
      proposals.replace("order", at, "memory_order_relaxed");
    if (word == "thread_scope_device") proposals.replace("order", at, "thread_scope_block");
    if (code.text(at + 1) != "(") continue;
    if (word.starts_with("__") && (word.ends_with("_sync") || word == "__syncwarp"))
      change_warp_call(proposals, at);
    if (word == "atomicAdd") change_atomic(proposals, at);
  }
}

}  // namespace mutants
