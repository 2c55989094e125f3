#include "equivalents.hpp"

#include <fstream>
#include <stdexcept>

namespace mutants {
namespace {

[[noreturn]] void fail(const std::filesystem::path& file, int line, const std::string& what) {
  throw std::runtime_error(file.string() + ":" + std::to_string(line) + ": " + what);
}

}  // namespace

std::map<std::string, std::string> read_equivalents(const std::filesystem::path& file) {
  std::map<std::string, std::string> reasons;
  std::ifstream in(file);
  if (!in && std::filesystem::exists(file))
    throw std::runtime_error(file.string() + ": unreadable");
  std::string* reason = nullptr;
  int number = 0, begun = 0;
  const auto finish = [&] {
    if (reason != nullptr && !reason->ends_with('.'))
      fail(file, begun, "the reason is no sentence.");
  };
  for (std::string line; std::getline(in, line);) {
    ++number;
    const std::size_t text = line.find_first_not_of(' ');
    if (text == std::string::npos || line[text] == '#') continue;
    if (text > 0) {
      if (reason == nullptr) fail(file, number, "it continues nothing.");
      *reason += (reason->empty() ? "" : " ") + line.substr(text);
      continue;
    }
    finish();
    const std::size_t blank = std::min(line.find(' '), line.size());
    const std::size_t begin = std::min(line.find_first_not_of(' ', blank), line.size());
    const auto [at, is_new] = reasons.emplace(line.substr(0, blank), line.substr(begin));
    if (!is_new) fail(file, number, at->first + " is listed twice.");
    reason = &at->second;
    begun = number;
  }
  finish();
  return reasons;
}

}  // namespace mutants
