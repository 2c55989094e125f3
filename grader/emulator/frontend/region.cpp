#include "region.hpp"

#include <algorithm>
#include <iterator>

namespace emulator::frontend {
namespace {

bool is_word(const Token& token) { return token.kind != TokenKind::punctuator; }

bool needs_blank(const Token& left, const Token& right) {
  return right.begin > left.end || (is_word(left) && is_word(right));
}

std::string quoted(std::string_view text) { return '"' + std::string(text) + '"'; }

}  // namespace

Region::Region(std::vector<Token> tokens, const std::vector<Conditional>& conditionals,
               const Macro* macro)
    : tokens_(std::move(tokens)),
      macro_(macro),
      brackets_(match_brackets(tokens_, conditionals)),
      enclosing_(tokens_.size(), -1),
      opened_(tokens_.size(), Scope::block) {
  for (const Conditional& conditional : conditionals) {
    conditional_positions_.push_back(conditional.before);
  }
  find_scopes();
}

int Region::line(int i) const {
  return tokens_.empty() ? 1 : at(std::clamp(i, 0, size() - 1)).line;
}

std::string Region::line_text(int i) const {
  return macro_ != nullptr ? "__LINE__" : std::to_string(line(i));
}

Scope Region::scope(int i) const {
  int open = enclosing(i);
  while (open >= 0 && !is(open, "{")) open = enclosing(open);
  return open < 0 ? Scope::file_or_namespace : opened_by(open);
}

Scope Region::opened_by(int open) const {
  return in_range(open) ? opened_[static_cast<std::size_t>(open)] : Scope::block;
}

bool Region::has_conditional_between(int first, int last) const {
  const auto found = std::upper_bound(conditional_positions_.begin(), conditional_positions_.end(),
                                      static_cast<std::size_t>(std::max(first, 0)));
  return found != conditional_positions_.end() && *found <= static_cast<std::size_t>(last);
}

Name Region::name(int first, int last) const {
  Name name;
  bool pasted = false;
  for (int i = first; i <= last && in_range(i); ++i) {
    name.use += text(i);
    if (is(i, "##")) continue;
    const bool parameter =
        macro_ != nullptr && std::find(macro_->parameters.begin(), macro_->parameters.end(),
                                       text(i)) != macro_->parameters.end();
    if (parameter) {
      name.literal += (name.literal.empty() ? "#" : " #") + std::string(text(i));
    } else if (!name.literal.empty() && name.literal.back() == '"') {
      name.literal.insert(name.literal.size() - 1, text(i));
    } else {
      name.literal += (name.literal.empty() ? "" : " ") + quoted(text(i));
    }
    pasted = pasted || parameter;
  }
  if (pasted && name.use.find(':') == std::string::npos) name.suffix = "_##" + name.use;
  return name;
}

std::string Region::flat(int first, int last) const {
  std::string result;
  for (int i = std::max(first, 0); i <= last && i < size(); ++i) {
    if (i > first && needs_blank(at(i - 1), at(i))) result += ' ';
    // A string may be continued on a second line.
    std::string token(text(i));
    for (std::size_t newline; (newline = token.find("\\\n")) != std::string::npos;) {
      token.erase(newline, 2);
    }
    result += token;
  }
  return result;
}

bool Region::in_kernel(int i) const {
  const auto behind = std::upper_bound(
      kernel_bodies_.begin(), kernel_bodies_.end(), i,
      [](int index, const std::pair<int, int>& body) { return index < body.first; });
  return behind != kernel_bodies_.begin() && i <= std::prev(behind)->second;
}

void Region::replace(int i, std::string_view text_wanted) {
  if (!in_range(i)) return;
  Edit& changed = edits_[i];
  changed.replacement = text_wanted;
  changed.replaced = true;
}

void Region::erase(int first, int last) {
  for (int i = first; i <= last; ++i) erase(i);
}

std::vector<Region::Patch> Region::patches() const {
  std::vector<Patch> patches;
  auto next = edits_.begin();
  for (int i = 0; i < size(); ++i) {
    const Token& token = at(i);
    const bool edited = next != edits_.end() && next->first == i;
    if (!edited && !token.from_alias) continue;
    Patch patch{token.begin, token.end, std::string(token.from_alias ? " " : "")};
    if (edited) {
      const Edit& changed = next->second;
      patch.text += changed.before;
      patch.text += changed.replaced ? std::string_view(changed.replacement) : token.text;
      patch.text += changed.after;
      ++next;
    } else {
      patch.text += token.text;
    }
    patches.push_back(std::move(patch));
  }
  return patches;
}

}  // namespace emulator::frontend
