#include "toolchain/cuda_syntax.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>

#include "toolchain/failure.hpp"
#include "toolchain/process.hpp"
#include "toolchain/rooms.hpp"
#include "toolchain/source.hpp"
#include "toolchain/tools.hpp"

namespace toolchain {
namespace {

constexpr std::chrono::seconds limit{10};

/// "FILE:LINE:COLUMN: KIND: TEXT"
struct Message {
  std::string_view file, kind, text;
  int line = 0, column = 0;
};

std::optional<int> number(std::string_view text) {
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::optional<Message> parse_message(std::string_view line) {
  for (const std::string_view kind : {": error: ", ": fatal error: ", ": note: "}) {
    const std::size_t at = line.find(kind);
    if (at == std::string_view::npos) continue;
    const std::string_view head = line.substr(0, at);
    const std::size_t column = head.rfind(':');
    if (column == std::string_view::npos || column == 0) continue;
    const std::size_t row = head.rfind(':', column - 1);
    if (row == std::string_view::npos) continue;
    const auto line_number = number(head.substr(row + 1, column - row - 1));
    const auto column_number = number(head.substr(column + 1));
    if (!line_number || !column_number) continue;
    return Message{head.substr(0, row), kind, line.substr(at + kind.size()), *line_number,
                   *column_number};
  }
  return std::nullopt;
}

/// An error and the notes that belong to it.
struct Diagnostic {
  Message error;
  std::vector<Message> notes;
};

std::vector<Diagnostic> parse_output(const std::vector<std::string>& lines) {
  std::vector<Diagnostic> all;
  for (const std::string& line : lines) {
    const auto message = parse_message(line);
    if (!message) continue;
    if (message->kind != ": note: ") {
      all.push_back({*message, {}});
    } else if (!all.empty()) {
      all.back().notes.push_back(*message);
    }
  }
  return all;
}

/// What stands between the first two single quotes; our stand-in for a function of clang's own has
/// a name of its own.
std::string quoted(std::string_view text) {
  const std::size_t begin = text.find('\'');
  const std::size_t end = text.find('\'', begin + 1);
  if (begin == std::string_view::npos || end == std::string_view::npos) return "this";
  const std::string_view name = text.substr(begin + 1, end - begin - 1);
  return name == "emu_syncthreads" ? "__syncthreads" : std::string(name);
}

/// threadIdx or a relative of it, whose member stands at `column`; or empty.
std::string_view builtin_variable(std::string_view line, int column) {
  const std::string_view before = line.substr(0, static_cast<std::size_t>(std::max(column - 1, 0)));
  std::string_view last;
  std::size_t last_at = 0;
  for (const std::string_view name : {"threadIdx", "blockIdx", "blockDim", "gridDim"}) {
    const std::size_t at = before.rfind(name);
    if (at != std::string_view::npos && at >= last_at) last = name, last_at = at;
  }
  return last;
}

constexpr std::string_view from_device = "call to __host__ function from __";
constexpr std::string_view from_host = "call to __device__ function from __host__ function";

std::string host_used_on_device(std::string_view what, const std::string& name) {
  if (what == "variable") {
    return fmt::format(
        "{} is a variable of the host, and device code uses it. A kernel gets values as arguments, "
        "or from variables marked __device__, __constant__ or __managed__.",
        name);
  }
  return fmt::format(
      "{} is for the host, and device code calls it. Code that runs on the GPU calls only what is "
      "marked __device__.",
      name);
}

std::string device_used_on_host(const std::string& name) {
  return fmt::format(
      "{} is for device code, and host code calls it. The host reaches the GPU only by launching a "
      "kernel.",
      name);
}

/// Of "reference to SIDE function|variable 'NAME' in SIDE function".
std::optional<std::string> wrong_reference(const Message& error, std::string_view source_line) {
  constexpr std::string_view to_host = "reference to __host__ ",
                             to_device = "reference to __device__ ";
  if (error.text.starts_with(to_host)) {
    const std::string_view rest = error.text.substr(to_host.size());
    if (rest.starts_with("__device__")) return std::nullopt;
    return host_used_on_device(rest.starts_with("variable") ? "variable" : "function",
                               quoted(error.text));
  }
  if (!error.text.starts_with(to_device)) return std::nullopt;
  const std::string name = quoted(error.text);
  if (name == "get_x" || name == "get_y" || name == "get_z" || name.starts_with("operator ")) {
    const std::string_view variable = builtin_variable(source_line, error.column);
    if (!variable.empty()) {
      return fmt::format("{} exists in kernels alone, and host code reads it.", variable);
    }
  }
  return device_used_on_host(name);
}

/// Of "no matching function for call to 'NAME'" and its kin, where a note says why.
std::optional<std::string> no_match(const Diagnostic& diagnostic,
                                    const std::vector<std::filesystem::path>& own_headers) {
  if (!diagnostic.error.text.starts_with("no matching ")) return std::nullopt;
  std::optional<std::string> sentence;
  for (const Message& note : diagnostic.notes) {
    const bool to_host = note.text.find(from_device) != std::string_view::npos &&
                         note.text.find("from __host__ function") == std::string_view::npos;
    const bool to_device = note.text.find(from_host) != std::string_view::npos;
    if (to_host || to_device) {
      const std::string name = quoted(diagnostic.error.text);
      if (!sentence)
        sentence = to_host ? host_used_on_device("function", name) : device_used_on_host(name);
      continue;
    }
    if (note.text.starts_with("expanded from macro")) continue;
    for (const std::filesystem::path& folder : own_headers) {
      if (note.file.starts_with(folder.string())) return std::nullopt;
    }
  }
  return sentence;
}

std::optional<std::string> sentence_of(const Diagnostic& diagnostic, std::string_view source_line,
                                       const std::vector<std::filesystem::path>& own_headers) {
  const std::string_view text = diagnostic.error.text;
  if (text.starts_with("kernel call to non-global function")) {
    return fmt::format(
        "{} is launched with <<<...>>> and is no kernel: it is not marked __global__.",
        quoted(text));
  }
  if (text.starts_with("call to global function")) {
    return fmt::format(
        "{} is a kernel and is called like a function: a launch says how many blocks and threads.",
        quoted(text));
  }
  if (auto sentence = wrong_reference(diagnostic.error, source_line)) return sentence;
  return no_match(diagnostic, own_headers);
}

std::vector<std::filesystem::path> header_folders(const Layout& layout) {
  return {layout.source_dir / "grader/emulator/syntax",
          layout.source_dir / "grader/emulator/include"};
}

std::vector<std::string> clang_command(const char* side, const std::string& lab,
                                       const BuildPlace& place, const std::string& file) {
  std::vector<std::string> command = {place.layout.clang, "-x",        "cuda", side,
                                      "-fsyntax-only",    "-std=c++17"};
  // No toolkit, also where one is installed. What the device is does not matter.
  for (const char* option : {"-nocudainc", "-nocudalib", "--cuda-path=/nonexistent",
                             "--cuda-gpu-arch=sm_70", "-fdeclspec"}) {
    command.emplace_back(option);
  }
  for (const char* option :
       {"-w", "-fno-color-diagnostics", "-fno-caret-diagnostics", "-ferror-limit=200"}) {
    command.emplace_back(option);
  }
  for (const std::filesystem::path& folder : header_folders(place.layout)) {
    command.insert(command.end(), {"-I", folder});
  }
  if (!lab.empty()) command.insert(command.end(), {"-I", place.layout.source_dir / "labs" / lab});
  command.insert(command.end(), {"-include", "cuda_runtime.h", file});
  return command;
}

void sort_by_line(std::vector<Mixup>& mixups) {
  std::stable_sort(mixups.begin(), mixups.end(),
                   [](const Mixup& a, const Mixup& b) { return a.line < b.line; });
  std::vector<Mixup> once;
  for (Mixup& mixup : mixups) {
    if (std::find(once.begin(), once.end(), mixup) == once.end()) once.push_back(std::move(mixup));
  }
  mixups = std::move(once);
}

}  // namespace

std::vector<Mixup> read_mixups(std::string_view clang_output, const std::filesystem::path& file,
                               const Source& source,
                               const std::vector<std::filesystem::path>& own_headers) {
  const std::vector<std::string> output = lines_of(std::string(clang_output));
  const std::vector<std::string> text = lines_of(source.bytes);
  std::vector<Mixup> mixups;
  for (const Diagnostic& diagnostic : parse_output(output)) {
    const int line = diagnostic.error.line;
    if (diagnostic.error.file != file.string() || line < 1) continue;
    const auto index = static_cast<std::size_t>(line - 1);
    const std::string_view source_line = index < text.size() ? text[index] : std::string_view();
    if (auto sentence = sentence_of(diagnostic, source_line, own_headers)) {
      mixups.push_back({line, std::move(*sentence)});
    }
  }
  sort_by_line(mixups);
  return mixups;
}

SyntaxPass::SyntaxPass(const Source& source, const std::string& lab, const BuildPlace& place)
    : source_(source) {
  if (place.layout.clang.empty()) return;
  const std::filesystem::path file = place.directory / source_folder / source.name;
  // Each side is its own compile: what only one of them generates code for is judged only there.
  for (const char* side : {"--cuda-host-only", "--cuda-device-only"}) {
    sides_.push_back(std::async(std::launch::async, [&source, &place, lab, side, file] {
      const ProcessResult clang =
          run(clang_command(side, lab, place, file.string()),
              options_in(compiler_room(lab, place), place.directory / source_folder, limit));
      return read_mixups(clang.error, file, source, header_folders(place.layout));
    }));
  }
}

void SyntaxPass::require_no_mixups() {
  std::vector<Mixup> mixups;
  for (auto& side : sides_) {
    try {
      std::vector<Mixup> found = side.get();
      std::move(found.begin(), found.end(), std::back_inserter(mixups));
    } catch (const std::system_error&) {
      // No pipe or process could be made for a second opinion: the first stands.
    }
  }
  if (mixups.empty()) return;
  sort_by_line(mixups);
  const std::vector<std::string> text = lines_of(source_.bytes);
  std::string sentences;
  for (std::size_t k = 0; k < mixups.size(); ++k) {
    const int line = mixups[k].line;
    sentences += fmt::format("{}:{}: {}\n", source_.name, line, mixups[k].sentence);
    const bool last_of_line = k + 1 == mixups.size() || mixups[k + 1].line != line;
    const auto index = static_cast<std::size_t>(line - 1);
    if (last_of_line && index < text.size()) {
      sentences += fmt::format("{:5} | {}\n", line, text[index]);
    }
  }
  throw Failure(result::Verdict::host_device_mixup, sentences, mixups.front().line);
}

std::filesystem::path find_clang() {
  constexpr int newest = 22, oldest = 14;
  for (int version = newest; version >= oldest; --version) {
    if (auto found = find_program(fmt::format("clang++-{}", version)); !found.empty()) return found;
  }
  return find_program("clang++");
}

}  // namespace toolchain
