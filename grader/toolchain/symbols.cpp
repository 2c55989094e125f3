#include "toolchain/symbols.hpp"

#include <cxxabi.h>

#include <cstdlib>
#include <memory>
#include <sstream>

#include "toolchain/rooms.hpp"
#include "toolchain/tools.hpp"

namespace toolchain {

Symbols read_symbols(const std::filesystem::path& readelf, const std::filesystem::path& file) {
  const ProcessResult listing =
      run_our_tool({readelf, "--symbols", "--wide", file.string()}, reading_room(file));
  Symbols symbols;
  std::istringstream lines(listing.output);
  for (std::string line; std::getline(lines, line);) {
    // "12: 0000000000000000 5 FUNC GLOBAL DEFAULT 1 name"
    std::istringstream fields(line);
    std::string number, value, size, type, binding, visibility, section, name;
    fields >> number >> value >> size >> type >> binding >> visibility >> section >> name;
    if (name.empty() || number.back() != ':' || type == "FILE" || type == "SECTION") continue;
    if (section == "UND") {
      symbols.undefined.insert(name);
      continue;
    }
    symbols.defined.insert(name);
    if (binding != "LOCAL") symbols.defined_globally.insert(name);
  }
  return symbols;
}

std::string readable_name(const std::string& symbol) {
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> demangled(
      abi::__cxa_demangle(symbol.c_str(), nullptr, nullptr, &status), std::free);
  return demangled ? with_leading_const(demangled.get()) : symbol;
}

std::string with_leading_const(std::string_view demangled) {
  constexpr std::string_view marker = " const";
  std::string text(demangled);
  for (std::size_t at = 0; (at = text.find(marker, at)) != std::string::npos;) {
    const std::size_t behind = at + marker.size();
    const bool of_pointed_to = behind < text.size() && (text[behind] == '*' || text[behind] == '&');
    if (!of_pointed_to) {
      at = behind;
      continue;
    }
    // The type's words reach back to the parameter list's last separator of the same depth.
    std::size_t begin = at;
    int depth = 0;
    while (begin > 0) {
      const char c = text[begin - 1];
      if (c == '>') ++depth;
      if (depth == 0 && (c == '(' || c == ',' || c == '<')) break;
      if (c == '<') --depth;
      --begin;
    }
    while (begin < at && text[begin] == ' ') ++begin;
    text.erase(at, marker.size());
    text.insert(begin, "const ");
    at += marker.size();
  }
  return text;
}

std::string_view function_name(std::string_view readable) {
  return readable.substr(0, readable.find('('));
}

}  // namespace toolchain
