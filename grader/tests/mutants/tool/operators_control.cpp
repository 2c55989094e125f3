// What is done, and whether.
#include <algorithm>

#include "operators.hpp"

namespace mutants {
namespace {

using emulator::frontend::one_of;
using emulator::frontend::TokenKind;

/// Is one of `words` called or assigned anywhere in the statement?
template <typename Predicate>
bool any_piece(const Code& code, const Statement& statement, Predicate predicate) {
  for (std::size_t at = statement.first; at <= statement.last; ++at)
    if (predicate(code.text(at))) return true;
  return false;
}

std::string_view name_of_drop(const Code& code, const Statement& statement) {
  if (any_piece(code, statement, [](std::string_view word) {
        return one_of(word, {"__syncthreads", "__syncwarp", "sync", "arrive_and_wait"}) ||
               word.starts_with("__threadfence") || word.ends_with("thread_fence");
      }))
    return "barrier";
  for (std::size_t at = statement.first; at <= statement.last; ++at) {
    const Piece& piece = code.pieces()[at];
    const bool outermost = piece.parent == code.pieces()[statement.first].parent;
    if (piece.text.starts_with("cudaMemset") || (outermost && piece.text == "="))
      return "initialisation";
  }
  return "statement";
}

bool prints(const Code& code, const Statement& statement) {
  return any_piece(code, statement, [](std::string_view word) {
    return one_of(word, {"printf", "fprintf", "fputs", "puts", "cout", "cerr"});
  });
}

/// One == or != and nothing that binds more loosely: turning it around is `relation`.
bool is_equality(const Code& code, const Condition& condition) {
  int equalities = 0;
  for (std::size_t at = condition.first; at <= condition.last; ++at) {
    equalities += one_of(code.text(at), {"==", "!="});
    if (one_of(code.text(at), {"&&", "||", "?"})) return false;
  }
  return equalities == 1;
}

/// The first piece of the condition that stands before a `?`.
std::size_t begin_of_choice(const Code& code, std::size_t question) {
  const int parent = code.pieces()[question].parent;
  std::size_t first = question;
  while (first > 0) {
    const Piece& before = code.pieces()[first - 1];
    if (static_cast<int>(first - 1) == parent || before.parent < parent) break;
    if (before.parent == parent &&
        one_of(before.text, {"=", ",", ";", "return", ":", "?", "+=", "-=", "*=", "/="}))
      break;
    --first;
  }
  return first;
}

void change_condition(Proposals& proposals, const Condition& condition) {
  const Code& code = proposals.code();
  const std::size_t first = condition.first, last = condition.last;
  const auto force = [&](const char* value) {
    if (code.between(first, last) != value) proposals.replace("condition", first, last, value);
  };
  if (condition.kind == Condition::Kind::loop_at_end) return force("false");
  if (condition.kind == Condition::Kind::loop) return;  // its body is dropped anyway
  if (!is_equality(code, condition))
    proposals.replace("condition", first, last,
                      "!(" + std::string(code.between(first, last)) + ")");
  force("true");
  if (!condition.guards_one_statement) force("false");  // else the statement is dropped anyway
}

}  // namespace

void drop_statements(Proposals& proposals) {
  const Code& code = proposals.code();
  for (const Statement& statement : code.statements()) {
    const bool stays = statement.kind == Statement::Kind::declaration ||
                       statement.kind == Statement::Kind::other ||
                       (statement.kind == Statement::Kind::returns && statement.ends_function);
    if (stays || prints(code, statement)) continue;
    proposals.replace(name_of_drop(code, statement), statement.first, statement.last, ";");
  }
}

void change_control(Proposals& proposals) {
  const Code& code = proposals.code();
  for (const Condition& condition : code.conditions()) change_condition(proposals, condition);
  for (std::size_t at = 0; at < code.pieces().size(); ++at) {
    if (code.text(at) != "?") continue;
    const std::size_t first = begin_of_choice(code, at);
    proposals.replace("condition", first, at - 1, "true");
  }
  for (const Step& step : code.steps()) {
    if (step.last < step.first + 2 || !one_of(code.text(step.first + 1), {"+=", "-="})) continue;
    if (step.first + 2 == step.last && code.pieces()[step.last].kind == TokenKind::number)
      continue;  // a literal is scaled anyway
    const std::string by(code.between(step.first + 2, step.last));
    proposals.replace("stride", step.first + 2, step.last, "2 * (" + by + ")");
    proposals.replace("stride", step.first + 2, step.last, "(" + by + ") / 2");
  }
}

}  // namespace mutants
