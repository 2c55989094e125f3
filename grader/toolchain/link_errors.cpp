#include <fmt/format.h>

#include <charconv>
#include <map>

#include "toolchain/build_steps.hpp"
#include "toolchain/failure.hpp"
#include "toolchain/messages.hpp"
#include "toolchain/symbols.hpp"
#include "toolchain/tools.hpp"

namespace toolchain {
namespace {

using result::Verdict;

/// The name in "... undefined reference to `NAME'" (GNU ld) or "... to 'NAME'" (gold); or empty.
std::string_view undefined_name(std::string_view line) {
  constexpr std::string_view marker = "undefined reference to ";
  const std::size_t at = line.find(marker);
  if (at == std::string_view::npos) return {};
  const std::string_view quoted = line.substr(at + marker.size());
  const std::size_t end = quoted.rfind('\'');
  return end == std::string_view::npos || end < 2 ? std::string_view() : quoted.substr(1, end - 1);
}

/// The line in "...NAME:LINE: ..." or "...NAME:LINE:function f: ..."; or 0.
int line_in_submission(std::string_view text, const std::string& name) {
  const std::size_t at = text.find(name + ":");
  int line = 0;
  if (at != std::string_view::npos) {
    std::from_chars(text.data() + at + name.size() + 1, text.data() + text.size(), line);
  }
  return line;
}

std::set<std::string> readable(const std::set<std::string>& symbols) {
  std::set<std::string> names;
  for (const std::string& symbol : symbols) names.insert(readable_name(symbol));
  return names;
}

std::string missing_function(const std::string& name, const std::string& lab,
                             const std::set<std::string>& defined) {
  std::string sentence =
      fmt::format("{} is not defined: the lab asks for it (labs/{}/lab.hpp).\n", name, lab);
  for (const std::string& other : defined) {
    if (function_name(other) == function_name(name)) {
      sentence += fmt::format("The file defines {}.\n", other);
    }
  }
  return sentence;
}

/// Code reaches 2 GiB of static memory; that there is more, GNU ld and gold say in other words.
bool is_too_large(std::string_view linker_output) {
  return linker_output.find("relocation truncated to fit") != std::string_view::npos ||
         linker_output.find("relocation overflow") != std::string_view::npos;
}

}  // namespace

void explain_link_errors(const std::string& linker_output, const std::filesystem::path& object,
                         const std::string& lab, const std::filesystem::path& binding,
                         const Source& source, const BuildPlace& place) {
  if (is_too_large(linker_output)) {
    throw Failure(Verdict::build_failed,
                  "The program does not fit into 2 GiB: how large are the arrays that the file "
                  "defines?\n");
  }
  std::map<std::string, int> missing;  // name -> line of the submission, 0 where unknown
  for (const std::string& line : lines_of(linker_output)) {
    const std::string_view name = undefined_name(line);
    if (name.empty()) continue;
    int& first = missing[with_leading_const(name)];
    if (first == 0) first = line_in_submission(line, source.name);
  }

  const Symbols own = read_symbols(place.layout.readelf, object);
  const std::set<std::string> defined = readable(own.defined);
  const std::set<std::string> called = readable(own.undefined);
  const std::set<std::string> asked_for =
      binding.empty() ? std::set<std::string>()
                      : readable(read_symbols(place.layout.readelf, binding).undefined);
  std::string sentences;
  int first_line = 0;
  bool ours = missing.empty();
  for (const auto& [name, line] : missing) {
    if (asked_for.contains(name)) {
      sentences += missing_function(name, lab, defined);
    } else if (name == "main" && lab.empty()) {
      sentences += "main is not defined: a program starts there.\n";
    } else if (called.contains(name)) {
      const std::string where = line > 0 ? fmt::format("{}:{}: ", source.name, line) : "";
      sentences += fmt::format("{}{} is used here, but nothing defines it.\n", where, name);
      if (first_line == 0) first_line = line;
    } else {
      ours = true;
    }
  }
  if (!ours) throw Failure(Verdict::build_failed, sentences, first_line);
  const MessageContext context{source.name, {}, {}, place.directory, place.layout.source_dir};
  throw Failure(Verdict::grader_error,
                "The program could not be linked:\n" + shape_messages(linker_output, context).text);
}

}  // namespace toolchain
