#include "equivalents.hpp"

#include <algorithm>
#include <fstream>
#include <stdexcept>
#include <string_view>

namespace mutants {
namespace {

[[noreturn]] void fail(const std::filesystem::path& file, int line, const std::string& what) {
  throw std::runtime_error(file.string() + ":" + std::to_string(line) + ": " + what);
}

}  // namespace

Equivalents read_equivalents(const std::filesystem::path& file) {
  constexpr std::string_view unreachable = "unreachable:";
  Equivalents all;
  std::ifstream in(file);
  if (!in && std::filesystem::exists(file))
    throw std::runtime_error(file.string() + ": unreadable");
  Listed* last = nullptr;
  int number = 0, begun = 0;
  const auto finish = [&] {
    if (last == nullptr) return;
    if (last->reason.starts_with(unreachable)) {
      last->fate = Fate::unreachable;
      last->reason.erase(0, unreachable.size());
      last->reason.erase(0, last->reason.find_first_not_of(' '));
    }
    if (!last->reason.ends_with('.')) fail(file, begun, "the reason is no sentence.");
  };
  for (std::string line; std::getline(in, line);) {
    ++number;
    const std::size_t text = line.find_first_not_of(' ');
    if (text == std::string::npos || line[text] == '#') continue;
    if (text > 0) {
      if (last == nullptr) fail(file, number, "it continues nothing.");
      last->reason += (last->reason.empty() ? "" : " ") + line.substr(text);
      continue;
    }
    finish();
    const std::size_t blank = std::min(line.find(' '), line.size());
    const std::size_t begin = std::min(line.find_first_not_of(' ', blank), line.size());
    const auto [at, is_new] =
        all.emplace(line.substr(0, blank), Listed{Fate::equivalent, line.substr(begin)});
    if (!is_new) fail(file, number, at->first + " is listed twice.");
    last = &at->second;
    begun = number;
  }
  finish();
  return all;
}

}  // namespace mutants
