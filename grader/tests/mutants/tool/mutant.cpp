#include "mutant.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <map>
#include <set>

#include "operators.hpp"

namespace mutants {
namespace {

/// FNV-1a of the line's tokens, in 16 bits. Blanks and comments have no part in it.
std::string hash_of_line(const Code& code, int line) {
  std::uint32_t hash = 2166136261u;
  const auto add = [&](char c) { hash = (hash ^ static_cast<unsigned char>(c)) * 16777619u; };
  for (const Piece& piece : code.pieces()) {
    if (piece.line != line) continue;
    for (const char c : piece.text) add(c);
    add(' ');
  }
  char text[8];
  std::snprintf(text, sizeof text, "%04x", (hash >> 16 ^ hash) & 0xffffu);
  return text;
}

/// The line of `text` that holds `at`, without indentation.
std::string line_at(std::string_view text, std::size_t at) {
  const std::size_t before = at == 0 ? std::string_view::npos : text.rfind('\n', at - 1);
  std::size_t begin = before == std::string_view::npos ? 0 : before + 1;
  const std::size_t end = std::min(text.find('\n', at), text.size());
  while (begin < end && text[begin] == ' ') ++begin;
  return std::string(text.substr(begin, end - begin));
}

std::string edited(std::string_view source, const Edit& edit) {
  std::string text(source.substr(0, edit.begin));
  text += edit.text;
  const std::string_view gone = source.substr(edit.begin, edit.end - edit.begin);
  const auto lost = std::count(gone.begin(), gone.end(), '\n') -
                    std::count(edit.text.begin(), edit.text.end(), '\n');
  if (lost > 0) text.append(static_cast<std::size_t>(lost), '\n');
  text += source.substr(edit.end);
  return text;
}

int column_of(std::string_view source, std::size_t at) {
  const std::size_t before = at == 0 ? std::string_view::npos : source.rfind('\n', at - 1);
  return static_cast<int>(before == std::string_view::npos ? at + 1 : at - before);
}

}  // namespace

void Proposals::replace(std::string_view change, std::size_t first, std::size_t last,
                        std::string text) {
  const auto& pieces = code_.pieces();
  if (!code_.is_beside_the_point(first))
    all_.push_back({change, first, {pieces[first].begin, pieces[last].end, std::move(text)}});
}

std::vector<Mutant> make_mutants(std::string_view source) {
  const Code code(source);
  Proposals proposals(code);
  drop_statements(proposals);
  change_control(proposals);
  change_calls(proposals);
  change_words(proposals);
  change_literals(proposals);

  std::vector<Mutant> all;
  std::set<std::string> texts{std::string(source)};
  std::map<std::string, int> counts;
  for (const Proposal& proposal : proposals.all()) {
    const Piece& piece = code.pieces()[proposal.at];
    Mutant mutant;
    mutant.text = edited(source, proposal.edit);
    if (!texts.insert(mutant.text).second) continue;
    const Function* const function = code.function_at(proposal.at);
    mutant.function = function != nullptr ? function->name : "file";
    mutant.change = proposal.change;
    const std::string stem =
        mutant.function + '.' + mutant.change + '.' + hash_of_line(code, piece.line);
    mutant.name = stem + '.' + std::to_string(++counts[stem]);
    mutant.line = piece.line;
    mutant.column = column_of(source, piece.begin);
    mutant.before = line_at(source, proposal.edit.begin);
    mutant.after = line_at(mutant.text, proposal.edit.begin);
    all.push_back(std::move(mutant));
  }
  return all;
}

}  // namespace mutants
