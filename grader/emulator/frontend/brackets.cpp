#include "brackets.hpp"

#include <cstddef>
#include <utility>

namespace emulator::frontend {
namespace {

char opening_of(char closing) { return closing == ')' ? '(' : closing == ']' ? '[' : '{'; }

/// The open brackets form a list from the innermost outwards, so that a state is one index and
/// #else can go back to the state at its #if.
class Matcher {
 public:
  Matcher(const std::vector<Token>& tokens, const std::vector<Conditional>& conditionals)
      : tokens_(tokens), conditionals_(conditionals), nodes_(tokens.size()), alias_(tokens.size()) {
    result_.partner.assign(tokens.size(), -1);
    for (std::size_t i = 0; i < tokens.size(); ++i) alias_[i] = static_cast<int>(i);
  }

  Brackets run() {
    std::size_t next_conditional = 0;
    for (std::size_t i = 0; i <= tokens_.size(); ++i) {
      for (; next_conditional < conditionals_.size(); ++next_conditional) {
        if (conditionals_[next_conditional].before > i) break;
        conditional(conditionals_[next_conditional].kind);
      }
      if (i < tokens_.size()) token(static_cast<int>(i));
    }
    if (top_ >= 0) fault(top_);
    for (std::size_t i = 0; i < tokens_.size(); ++i) {
      const auto kept = static_cast<std::size_t>(alias_[i]);
      if (kept != i) result_.partner[i] = result_.partner[kept];
    }
    return std::move(result_);
  }

 private:
  struct Node {
    int outer = -1;
    int depth = 0;
    int braces = 0;  ///< Open braces from here outwards.
  };
  struct Frame {
    int at_open;
    int first_branch = -1;
    bool has_first_branch = false;
    bool dead;
  };

  Node node(int i) const { return i < 0 ? Node{} : nodes_[static_cast<std::size_t>(i)]; }
  char character(int i) const { return tokens_[static_cast<std::size_t>(i)].text[0]; }

  void fault(int i) {
    if (result_.balanced) result_.faulty_token = i;
    result_.balanced = false;
  }

  void token(int i) {
    const Token& token = tokens_[static_cast<std::size_t>(i)];
    if (token.kind != TokenKind::punctuator || token.text.size() != 1) return;
    const char c = token.text[0];
    if (c == '(' || c == '[' || c == '{') {
      const Node outer = node(top_);
      nodes_[static_cast<std::size_t>(i)] = {top_, outer.depth + 1, outer.braces + (c == '{')};
      top_ = i;
    } else if (c == ')' || c == ']' || c == '}') {
      close(i, opening_of(c));
    }
  }

  void close(int i, char opening) {
    if (opening == '{' && node(top_).braces > 0) {
      for (; character(top_) != '{'; top_ = node(top_).outer) fault(top_);
    }
    if (top_ < 0 || character(top_) != opening) return fault(i);
    result_.partner[static_cast<std::size_t>(i)] = top_;
    result_.partner[static_cast<std::size_t>(top_)] = i;
    top_ = node(top_).outer;
  }

  void conditional(Conditional::Kind kind) {
    if (kind == Conditional::Kind::open || kind == Conditional::Kind::open_dead) {
      frames_.push_back({top_, -1, false, kind == Conditional::Kind::open_dead});
      return;
    }
    if (frames_.empty()) return;
    Frame& frame = frames_.back();
    const bool closes = kind == Conditional::Kind::close;
    if (closes && !frame.has_first_branch && top_ != frame.at_open) result_.conditional = true;
    if (!frame.dead) join(frame);
    frame.dead = false;
    if (closes) {
      frames_.pop_back();
    } else {
      top_ = frame.at_open;
    }
  }

  /// A group ends: the first one's state is kept; an equally deep state of another one joins it.
  void join(Frame& frame) {
    if (!frame.has_first_branch) {
      frame.first_branch = top_;
      frame.has_first_branch = true;
      return;
    }
    int kept = frame.first_branch;
    if (node(kept).depth != node(top_).depth) result_.conditional = true;
    for (int other = top_; node(kept).depth == node(other).depth && kept != other;) {
      if (alias_[static_cast<std::size_t>(other)] == other) {
        alias_[static_cast<std::size_t>(other)] = kept;
      }
      kept = node(kept).outer;
      other = node(other).outer;
    }
    top_ = frame.first_branch;
  }

  const std::vector<Token>& tokens_;
  const std::vector<Conditional>& conditionals_;
  std::vector<Node> nodes_;
  std::vector<int> alias_;  ///< Of an opening bracket: the one that shares its closing bracket.
  std::vector<Frame> frames_;
  Brackets result_;
  int top_ = -1;
};

}  // namespace

Brackets match_brackets(const std::vector<Token>& tokens,
                        const std::vector<Conditional>& conditionals) {
  return Matcher(tokens, conditionals).run();
}

}  // namespace emulator::frontend
