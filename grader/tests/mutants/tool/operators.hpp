// The changes that are made to a solution. Each function proposes those of its kind.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "code.hpp"

namespace mutants {

/// Bytes from `begin` to `end` of the source give way to `text`.
struct Edit {
  std::size_t begin, end;
  std::string text;
};

struct Proposal {
  std::string_view change;  ///< "barrier", "relation": the operator's name.
  std::size_t at;           ///< The piece that it is named after.
  Edit edit;
};

/// Gathers proposals, and leaves out what Code calls beside the point.
class Proposals {
 public:
  explicit Proposals(const Code& code) : code_(code) {}

  /// Pieces `first` to `last` give way to `text`; named after `first`.
  void replace(std::string_view change, std::size_t first, std::size_t last, std::string text);
  void replace(std::string_view change, std::size_t at, std::string text) {
    replace(change, at, at, std::move(text));
  }

  const Code& code() const { return code_; }
  const std::vector<Proposal>& all() const { return all_; }

 private:
  const Code& code_;
  std::vector<Proposal> all_;
};

/// barrier, initialisation, statement: one that ends with `;` is dropped.
void drop_statements(Proposals& proposals);
/// condition: turned around, or always or never true. stride: a loop's step halved or doubled.
void change_control(Proposals& proposals);
/// launch, shuffle, atomic, order: what is special in CUDA.
void change_calls(Proposals& proposals);
/// relation, arithmetic, assignment, logic, minmax, index, member, direction, width.
void change_words(Proposals& proposals);
/// identity, constant, stride: literals.
void change_literals(Proposals& proposals);

}  // namespace mutants
