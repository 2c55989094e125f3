// What the assembler is told. The compiler itself writes none of what is refused here, so it does
// not matter whether a line came from an asm statement, and none can hide behind a forged end of
// one.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>

#include "toolchain/failure.hpp"
#include "toolchain/policy.hpp"

namespace toolchain {
namespace {

using result::Verdict;

template <std::size_t size>
bool is_one_of(std::string_view word, const std::array<std::string_view, size>& words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

constexpr std::array<std::string_view, 2> reads_files = {".incbin", ".include"};
/// What could spell the names of the others.
constexpr std::array<std::string_view, 6> writes_text = {".macro", ".altmacro", ".irp",
                                                         ".irpc",  ".rept",     ".linkonce"};
constexpr std::array<std::string_view, 4> calls_system = {"syscall", "sysenter", "svc", "sysret"};
constexpr std::array<std::string_view, 13> lays_down_data = {
    ".byte", ".2byte", ".4byte", ".8byte", ".value", ".short", ".word",
    ".long", ".int",   ".quad",  ".octa",  ".ascii", ".string"};
/// Sections that the system runs before the constructors of C++, or that a linker obeys.
constexpr std::array<std::string_view, 6> early_sections = {
    ".preinit_array", ".init", ".fini", ".ctors", ".dtors", ".gnu.lto_"};

std::string_view trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \t\r");
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t\r") - begin + 1);
}

/// Name and flags of `.section name,"flags",@type`.
struct Section {
  std::string_view name;
  bool holds_code = false;
};

Section section_named(std::string_view operands) {
  Section section;
  section.name = trimmed(operands.substr(0, operands.find(',')));
  if (section.name.starts_with('"')) {
    section.name.remove_prefix(1);
    section.name = section.name.substr(0, section.name.find('"'));
  }
  const std::size_t flags = operands.find(",\"");
  const std::string_view letters =
      flags == std::string_view::npos
          ? std::string_view()
          : operands.substr(flags + 2, operands.find('"', flags + 2) - flags - 2);
  section.holds_code =
      section.name.starts_with(".text") || letters.find('x') != std::string_view::npos;
  return section;
}

bool is_early(std::string_view section) {
  return std::any_of(early_sections.begin(), early_sections.end(), [&](std::string_view early) {
    if (!section.starts_with(early)) return false;
    // .init_array is what constructors are made of.
    return section.size() == early.size() || early.ends_with('_') || section[early.size()] == '.';
  });
}

class AssemblyReader {
 public:
  explicit AssemblyReader(const Source& source) : source_(source) {}

  void take(std::string_view line) {
    if (line.starts_with("#")) return take_comment(line);
    // "label: name operands; name operands # comment", with none of these inside of strings.
    std::size_t begin = 0;
    bool quoted = false;
    for (std::size_t k = 0; k <= line.size(); ++k) {
      const char c = k < line.size() ? line[k] : ';';
      if (c == '\\' && quoted) {
        ++k;
      } else if (c == '"') {
        quoted = !quoted;
      } else if (k == line.size() || (!quoted && (c == ';' || c == '#'))) {
        take_statement(trimmed(line.substr(begin, k - begin)));
        if (c == '#') return;
        begin = k + 1;
      } else if (!quoted && c == ':' && is_label(line.substr(begin, k - begin))) {
        begin = k + 1;
      }
    }
  }

 private:
  // "# 12 \"file.cu\" 1" stands in front of an asm statement, "# 0 \"\" 2" behind it.
  void take_comment(std::string_view line) {
    if (line.starts_with("#NO_APP")) line_ = 0;
    if (!line.starts_with("# ") || line.find('"' + source_.name + '"') == std::string_view::npos)
      return;
    int number = 0;
    std::from_chars(line.data() + 2, line.data() + line.size(), number);
    line_ = std::max(number, 0);  // the file's own asm statements may write such comments, too
  }

  static bool is_label(std::string_view text) {
    text = trimmed(text);
    return !text.empty() && std::all_of(text.begin(), text.end(), [](unsigned char c) {
      return std::isalnum(c) != 0 || c == '_' || c == '.' || c == '$' || c == '@';
    });
  }

  void take_statement(std::string_view statement) {
    if (statement.empty()) return;
    const std::size_t end = std::min(statement.find_first_of(" \t"), statement.size());
    std::string name(statement.substr(0, end));
    std::transform(name.begin(), name.end(), name.begin(), [](char c) {
      return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    });
    const std::string_view operands = trimmed(statement.substr(end));
    if (is_one_of(name, reads_files)) refuse(statement, "a submission reads no other file");
    if (is_one_of(name, writes_text)) refuse(statement, "a submission writes no assembler text");
    if (is_one_of(name, calls_system) || (name == "int" && is_interrupt(operands)))
      refuse(statement, "a submission makes no system calls");
    if (name == ".text" || name == ".data" || name == ".bss") {
      section_ = {".text", name == ".text"};
    } else if (name == ".section" || name == ".pushsection") {
      section_ = section_named(operands);
      if (is_early(section_.name))
        refuse(statement, "nothing runs before a program's constructors");
    }
    const bool is_data = is_one_of(name, lays_down_data) ||
                         (name == ".type" && operands.find("object") != std::string_view::npos);
    if (is_data && section_.holds_code) refuse(statement, "code is written in C++ and not as data");
  }

  static bool is_interrupt(std::string_view operands) {
    return operands.starts_with("$") || operands.starts_with("0x") || operands.starts_with("128");
  }

  [[noreturn]] void refuse(std::string_view statement, const char* rule) const {
    constexpr std::size_t shown = 60;
    throw Failure(Verdict::policy,
                  fmt::format("{}the assembler is told \"{}\": {}.\n", where_in(source_, line_),
                              statement.substr(0, shown), rule),
                  line_);
  }

  const Source& source_;
  Section section_ = {".text", true};
  int line_ = 0;  // of the asm statement at hand; 0 outside
};

}  // namespace

void require_plain_assembly(std::string_view assembly, const Source& source) {
  AssemblyReader reader(source);
  while (!assembly.empty()) {
    const std::size_t end = std::min(assembly.find('\n'), assembly.size());
    reader.take(assembly.substr(0, end));
    assembly.remove_prefix(std::min(end + 1, assembly.size()));
  }
}

}  // namespace toolchain
