// The one build path: from a .cu file to a worker program that the grader can start.
// Starters, solutions and files handed in from outside all come this way.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "result/verdict.hpp"

namespace toolchain {

/// Where the pieces lie; made from the CMake configuration (see toolchain_config.hpp.in).
struct Layout {
  std::filesystem::path source_dir;   ///< The repository's root.
  std::filesystem::path lib_dir;  ///< libworker_emulator.a, libbinding_NN_slug.a, ...
  std::filesystem::path cxx_compiler;
  std::filesystem::path objcopy, readelf, addr2line;
  std::string linker_flag;       ///< "-fuse-ld=gold" or empty.
  std::filesystem::path nvcc;    ///< Empty: configured without the CUDA backend.
  std::filesystem::path cudart;  ///< libcudart_static.a; empty without the CUDA backend.
  std::filesystem::path clang;   ///< Reads submissions too; empty: none is installed.
  /// Whether the rules of policy.hpp hold; false for tests of what stops a submission behind them.
  bool judges_policy = true;
  std::filesystem::path gpu_probe = {};  ///< Tells what GPUs are here (gpu.hpp).
  std::string cuda_version = {};         ///< Of the toolkit: "13.0.48"; empty without one.
  /// What CUDA programs are built for: 90 is compute capability 9.0; 0: any from 7.5 on, by PTX.
  int capability = 0;
  static const Layout& configured();
};

/// Folder in a build's directory that holds the submission, as it was read, under its own name:
/// compiler messages quote it and debug information names it.
inline constexpr const char* source_folder = "source";

enum class Backend { emulator, cuda };

struct Build {
  bool ok = false;
  result::Verdict verdict = result::Verdict::build_failed;  ///< pass where ok; else build_failed,
                                                            ///< policy, unsupported, grader_error,
                                                            ///< host_device_mixup (by clang).
  std::string output;  ///< The compiler's words about the student's own lines, or our sentence.
  int line = 0;        ///< First line named, or 0.
  double seconds = 0;
  std::filesystem::path program;  ///< The worker (or stand-alone program), where ok.
};

/// Reads and checks a submission before any compiler sees it. Returns the sentence that says what
/// is wrong (not there, a folder, empty, unreadable, larger than 1 MiB), or nothing.
std::optional<std::string> unusable(const std::filesystem::path& submission);

/// Builds `submission` with the binding of `lab` ("02_shared_reduction") into `directory`, which
/// must exist and receives only files of this build. Reads the submission once; never writes beside
/// it.
Build build_worker(const std::filesystem::path& submission, const std::string& lab, Backend backend,
                   const std::filesystem::path& directory,
                   const Layout& layout = Layout::configured());

/// Builds a CUDA program with its own main for the emulator.
Build build_program(const std::filesystem::path& source, const std::filesystem::path& directory,
                    const Layout& layout = Layout::configured());

/// What nvcc says of the same file: compile only (`program` is the object), for
/// `layout.capability`. Nothing where no nvcc is installed. `lab` may be empty.
std::optional<Build> compile_with_nvcc(const std::filesystem::path& submission,
                                       const std::string& lab,
                                       const std::filesystem::path& directory,
                                       const Layout& layout = Layout::configured());

/// A fresh directory under TMPDIR, removed with all that is in it when the object dies.
class TemporaryDirectory {
 public:
  TemporaryDirectory();  ///< Throws std::runtime_error where none can be made (full disk).
  ~TemporaryDirectory();
  TemporaryDirectory(const TemporaryDirectory&) = delete;
  TemporaryDirectory& operator=(const TemporaryDirectory&) = delete;
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace toolchain
