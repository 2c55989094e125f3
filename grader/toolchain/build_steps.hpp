// The steps that the builds in submission.hpp are made of. A step that cannot go on throws Failure.
#pragma once

#include <filesystem>
#include <functional>
#include <string>

#include "toolchain/source.hpp"
#include "toolchain/submission.hpp"
#include "toolchain/symbols.hpp"

namespace toolchain {

/// Where one build happens; all paths are absolute.
struct BuildPlace {
  const Layout& layout;
  std::filesystem::path directory;
  std::filesystem::path file(const char* name) const { return directory / name; }
};

/// Reads the submission and puts it into `source_folder` under its own name.
Source take_source(const std::filesystem::path& submission, const BuildPlace& place);

// Emulator
// ------------------------------------------------------------------------------------------

struct Compiled {
  std::filesystem::path object;
  std::string warnings;
};

/// Frontend and g++: the object with the compiler's own names for the hooks.
/// @param lab empty for a program with its own main; library calls are `policy` in a lab and
///            `unsupported` in such a program
Compiled compile_for_emulator(const Source& source, const std::string& lab,
                              const BuildPlace& place);
/// Links a worker for `lab`, or the program itself where `lab` is empty.
void link_for_emulator(const Source& source, const Compiled& compiled, const std::string& lab,
                       const BuildPlace& place, const std::filesystem::path& program);

// CUDA
// ----------------------------------------------------------------------------------------------

/// nvcc -c, for the capability that the layout names.
Compiled compile_with_nvcc(const Source& source, const std::string& lab, const BuildPlace& place,
                           const std::filesystem::path& nvcc);
void link_for_cuda(const Source& source, const Compiled& compiled, const std::string& lab,
                   const BuildPlace& place, const std::filesystem::path& program);

// Both
// ----------------------------------------------------------------------------------------------

/// Makes the symbols that the lab's binding needs the only ones that `object` shows to the linker,
/// and renames those listed in `renames` (may be empty). `symbols` are the object's. Returns the
/// new object.
std::filesystem::path hide_symbols(const std::filesystem::path& object, const Symbols& symbols,
                                   const std::filesystem::path& binding,
                                   const std::filesystem::path& renames, const BuildPlace& place);
/// Throws the Failure that a linker's error output means: a function that is missing is the
/// submission's fault and named in a sentence, everything else the grader's.
[[noreturn]] void explain_link_errors(const std::string& linker_output,
                                      const std::filesystem::path& object, const std::string& lab,
                                      const std::filesystem::path& binding, const Source& source,
                                      const BuildPlace& place);

/// Runs `steps` and makes a Build of what they return (the program's warnings) or throw.
Build timed_build(const std::filesystem::path& program, const std::function<std::string()>& steps);

}  // namespace toolchain
