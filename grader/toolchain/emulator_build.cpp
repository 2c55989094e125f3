// From CUDA C++ to a static program on the emulator: frontend, g++, objcopy, linker.
#include <fmt/format.h>

#include <fstream>
#include <future>
#include <iterator>
#include <optional>

#include "frontend/frontend.hpp"
#include "toolchain/build_steps.hpp"
#include "toolchain/failure.hpp"
#include "toolchain/messages.hpp"
#include "toolchain/policy.hpp"
#include "toolchain/rooms.hpp"
#include "toolchain/symbols.hpp"
#include "toolchain/tools.hpp"

namespace toolchain {
namespace {

using emulator::frontend::IssueKind;
using result::Verdict;

Verdict verdict_of(IssueKind kind, bool in_lab) {
  if (kind == IssueKind::malformed) return Verdict::build_failed;
  if (kind == IssueKind::library_call && in_lab) return Verdict::policy;
  return Verdict::unsupported;
}

/// Translates; throws the Failure of the issue that decides, with the sentences of all like it.
emulator::frontend::Translation translate(const Source& source, bool in_lab) {
  emulator::frontend::Translation translation =
      emulator::frontend::translate(source.bytes, source.name);
  if (translation.issues.empty()) return translation;
  Verdict decided = Verdict::not_run;
  for (const auto& issue : translation.issues) {
    decided = result::worse(decided, verdict_of(issue.kind, in_lab));
  }
  std::string sentences;
  int line = 0;
  for (const auto& issue : translation.issues) {
    if (verdict_of(issue.kind, in_lab) != decided) continue;
    if (line == 0) line = issue.line;
    sentences += fmt::format("{}:{}: {}\n", source.name, issue.line, issue.message);
  }
  throw Failure(decided, sentences, line);
}

MessageContext context_of(const Source& source, const std::string& translated,
                          const BuildPlace& place) {
  MessageContext context{source.name, lines_of(source.bytes), lines_of(translated), place.directory,
                         place.layout.source_dir};
  if (!context.translated.empty() && context.translated.front().starts_with("#line")) {
    context.translated.erase(context.translated.begin());
  }
  return context;
}

std::vector<std::string> compile_command(const std::string& lab, const BuildPlace& place,
                                         bool has_own_arrays) {
  const std::filesystem::path& root = place.layout.source_dir;
  std::vector<std::string> command = {place.layout.cxx_compiler, "-std=c++17", "-O1",
                                      // One access of the source stays one place in the program,
                                      // and places keep the order of the source.
                                      "-fno-thread-jumps", "-fno-reorder-blocks"};
  const auto add = [&](std::initializer_list<std::string> arguments) {
    command.insert(command.end(), arguments);
  };
  // Version 4: in version 5, addr2line 2.40 takes the translated file for the submission.
  add({"-gdwarf-4"});
  // Addresses of the program file are program counters; thread-local variables cost one
  // instruction.
  add({"-fno-pie", "-ftls-model=local-exec", "-fno-gnu-unique", "-fno-stack-protector"});
  // Every load and store calls a hook; a struct that is copied whole stays one access.
  add({"-fsanitize=thread", "--param", "tsan-distinguish-volatile=1", "--param",
       "tsan-instrument-func-entry-exit=0", "-fno-tree-sra"});
  if (has_own_arrays) add({"-fsanitize=bounds"});  // no hook is called for these
  // Bulk operations are calls, so that they reach the emulator's checked versions.
  add({"-fno-builtin-memcpy", "-fno-builtin-memmove", "-fno-builtin-memset", "-U_FORTIFY_SOURCE"});
  // No sanitizer runtime is there for headers to talk to.
  add({"-U__SANITIZE_THREAD__"});
  add({"-Wno-tsan", "-Wno-unknown-pragmas", "-Wno-attributes"});
  add({"-fdiagnostics-color=never", "-fmessage-length=0"});
  add({"-include", "cuda_runtime.h", "-I", root / "grader/emulator/include"});
  if (!lab.empty()) add({"-I", root / "labs" / lab});
  return command;
}

/// What a lab's submission may be made of.
AllowedFiles allowed_files(const std::filesystem::path& text, const std::string& lab,
                           const BuildPlace& place) {
  const std::filesystem::path& root = place.layout.source_dir;
  AllowedFiles allowed{{text, root / "labs" / lab / "lab.hpp"}, {root / "grader/emulator/include"}};
  for (const std::filesystem::path& folder : system_include_folders(place.layout.cxx_compiler)) {
    allowed.folders.push_back(folder);
  }
  return allowed;
}

std::string text_of(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// Whether the compiler takes a file that holds nothing: then it is the submission that it refuses.
bool takes_nothing(std::vector<std::string> command, const ProcessOptions& options,
                   const BuildPlace& place) {
  const std::filesystem::path nothing = place.file("nothing.cpp");
  write_text(nothing, "\n");
  command.insert(command.end(), {"-fsyntax-only", nothing.string()});
  return run_tool(command, options).ok();
}

/// A definition of the hooks' names would switch the checks off.
void refuse_own_hooks(const Symbols& symbols) {
  for (const std::string& name : symbols.defined) {
    if (name.starts_with("__tsan_") || name.starts_with("__ubsan_") ||
        name.starts_with("emu_hook_")) {
      throw Failure(Verdict::policy,
                    fmt::format("The file defines {}: names that begin with __tsan_, __ubsan_ or "
                                "emu_hook_ belong to the emulator.\n",
                                name));
    }
  }
}

std::filesystem::path library(const BuildPlace& place, const std::string& name) {
  return place.layout.lib_dir / ("lib" + name + ".a");
}

}  // namespace

Compiled compile_for_emulator(const Source& source, const std::string& lab,
                              const BuildPlace& place) {
  const auto [translated, issues, has_own_arrays] = translate(source, !lab.empty());
  const std::filesystem::path text = place.file("translated.cpp");
  write_text(text, translated);

  Compiled compiled{place.file("compiled.o"), {}};
  const std::filesystem::path folder = place.directory / source_folder;
  const ProcessOptions options = options_in(compiler_room(lab, place), folder);
  const auto fail = [&](const Messages& messages, bool is_ours) {
    throw Failure(is_ours ? Verdict::grader_error : Verdict::build_failed, messages.text,
                  messages.first_line);
  };
  // In two steps, so that what the assembler is told can be read before it obeys.
  const std::filesystem::path assembly = place.file("compiled.s");
  std::vector<std::string> command = compile_command(lab, place, has_own_arrays);
  std::optional<PreprocessingPass> preprocessing;
  std::future<AllowedFiles> allowed;
  const bool judges = !lab.empty() && place.layout.judges_policy;
  if (judges) {
    // It sees the whole disk, so that it can say which file was meant; its text goes nowhere.
    preprocessing.emplace(command, text, compiler_options(folder));
    allowed = std::async(std::launch::async, [&] { return allowed_files(text, lab, place); });
  }
  command.insert(command.end(), {"-S", text.string(), "-o", assembly.string()});
  const ProcessResult gxx = run_tool(command, options);
  // First of all: messages would quote a file that is none of the submission's.
  if (preprocessing) preprocessing->require_honest(source, allowed.get());
  const Messages messages = shape_messages(gxx.error, context_of(source, translated, place));
  // Without a line of the submission our headers or the machine may be at fault.
  if (!gxx.ok()) {
    fail(messages, !messages.names_submission &&
                       !takes_nothing(compile_command(lab, place, has_own_arrays), options, place));
  }
  compiled.warnings = messages.text;

  if (judges) require_plain_assembly(text_of(assembly), source);
  const ProcessResult as =
      run_tool({place.layout.cxx_compiler, "-c", assembly.string(), "-o", compiled.object.string()},
               options);
  if (!as.ok()) fail(shape_messages(as.error, context_of(source, translated, place)), false);
  return compiled;
}

void link_for_emulator(const Source& source, const Compiled& compiled, const std::string& lab,
                       const BuildPlace& place, const std::filesystem::path& program) {
  const Symbols symbols = read_symbols(place.layout.readelf, compiled.object);
  refuse_own_hooks(symbols);
  if (!lab.empty() && place.layout.judges_policy) {
    const std::filesystem::path headers = place.layout.source_dir / "grader/emulator/include";
    require_allowed_symbols(symbols, source, headers);
  }
  const std::filesystem::path binding =
      lab.empty() ? std::filesystem::path() : library(place, "binding_" + lab);
  const std::filesystem::path renames = place.layout.source_dir / "grader/emulator/core/hooks.syms";
  const std::filesystem::path object =
      hide_symbols(compiled.object, symbols, binding, renames, place);

  std::vector<std::string> command = {place.layout.cxx_compiler, "-no-pie", "-static"};
  if (!place.layout.linker_flag.empty()) command.push_back(place.layout.linker_flag);
  command.insert(command.end(), {object.string(), "-Wl,--start-group"});
  if (lab.empty()) {
    command.push_back("-Wl,-u,emu_standalone");  // takes the stand-alone start from the core
  } else {
    command.insert(command.end(), {binding.string(), library(place, "worker_emulator").string()});
  }
  command.insert(command.end(), {library(place, "emulator_core").string(), "-Wl,--end-group",
                                 "-pthread", "-o", program.string()});
  const sandbox::Room room = linker_room(
      {object, binding, library(place, "worker_emulator"), library(place, "emulator_core")}, place);
  const ProcessResult linker = run_tool(command, options_in(room, place.directory));
  if (!linker.ok()) {
    explain_link_errors(linker.error, compiled.object, lab, binding, source, place);
  }
}

}  // namespace toolchain
