// From CUDA C++ to a worker that runs on a GPU: nvcc, objcopy, linker.
#include <fmt/format.h>
#include <unistd.h>

#include <cctype>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <system_error>

#include "toolchain/build_steps.hpp"
#include "toolchain/failure.hpp"
#include "toolchain/gpu.hpp"
#include "toolchain/messages.hpp"
#include "toolchain/policy.hpp"
#include "toolchain/rooms.hpp"
#include "toolchain/tools.hpp"

namespace toolchain {
namespace {

using result::Verdict;

/// nvcc and its parts pass file names through a shell and into PTX without quoting them, also the
/// full path of the folder they run in. So they see plain names only, whatever the paths of the
/// submission, the course and the build are.
bool is_plain(const std::string& path) {
  for (const char c : path) {
    if (std::isalnum(static_cast<unsigned char>(c)) == 0 && !std::strchr("/._-+", c)) return false;
  }
  return true;
}

std::string plain_name(std::string name) {
  for (char& c : name) {
    if (!is_plain(std::string(1, c)) || c == '/') c = '_';
  }
  return name;
}

/// `text` with `name` for `plain` at the beginnings of its lines, where compilers name files.
std::string renamed(const std::string& text, const std::string& plain, const std::string& name) {
  std::string result;
  for (const std::string& line : lines_of(text)) {
    result += line.starts_with(plain) ? name + line.substr(plain.size()) : line;
    result += '\n';
  }
  return result;
}

/// A folder with a plain path: the build's own, or one in /tmp.
class PlainFolder {
 public:
  explicit PlainFolder(const std::filesystem::path& directory) : path_(directory) {
    if (is_plain(directory.string())) return;
    std::string name = "/tmp/sum-to-scan-XXXXXX";
    if (mkdtemp(name.data()) == nullptr) {
      throw Failure(Verdict::grader_error, fmt::format("no folder could be made in /tmp: {}.",
                                                       std::generic_category().message(errno)));
    }
    path_ = name;
    made_ = true;
  }
  ~PlainFolder() {
    std::error_code ignored;
    if (made_) std::filesystem::remove_all(path_, ignored);
  }
  PlainFolder(const PlainFolder&) = delete;
  PlainFolder& operator=(const PlainFolder&) = delete;
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
  bool made_ = false;
};

void link_folder(const std::filesystem::path& from, const std::filesystem::path& to) {
  std::error_code error;
  std::filesystem::remove(from, error);
  std::filesystem::create_directory_symlink(to, from, error);
  if (error) {
    throw Failure(Verdict::grader_error,
                  fmt::format("{} could not be made: {}.", from.string(), error.message()));
  }
}

/// A compiler's room, whose folder may be another.
sandbox::Room nvcc_room(const std::string& lab, const BuildPlace& place,
                        const std::filesystem::path& nvcc, const std::filesystem::path& folder) {
  sandbox::Room room = compiler_room(lab, place);
  show_home(room, nvcc);
  room.writable = {folder};
  return room;
}

/// Judges the files that nvcc and its host compiler read, all of them: the list names the system's
/// headers too.
void require_allowed_files(const Source& source, const std::string& lab, const BuildPlace& place,
                           const std::filesystem::path& nvcc, const std::filesystem::path& folder) {
  // The submission stands there under the name that its #line gives it as well.
  AllowedFiles allowed{{folder / "submission.cu", folder / plain_name(source.name)},
                       {"/usr/include", "/usr/lib/gcc"}};
  if (!lab.empty()) allowed.files.push_back(place.layout.source_dir / "labs" / lab / "lab.hpp");
  std::error_code error;
  const std::filesystem::path found = find_program(nvcc.string());
  const std::filesystem::path program = std::filesystem::canonical(found, error);
  if (!error) allowed.folders.push_back(program.parent_path().parent_path());
  for (const std::filesystem::path& compiler : {place.layout.cxx_compiler, {"g++"}}) {
    for (const std::filesystem::path& headers : system_include_folders(compiler))
      allowed.folders.push_back(headers);
  }
  std::ifstream list(folder / "nvcc.d");
  const std::string rule{std::istreambuf_iterator<char>(list), {}};
  require_allowed_dependencies(rule, source, allowed, folder);
}

}  // namespace

Compiled compile_with_nvcc(const Source& source, const std::string& lab, const BuildPlace& place,
                           const std::filesystem::path& nvcc) {
  const PlainFolder folder(place.directory);
  const std::string name = plain_name(source.name);
  write_text(folder.path() / "submission.cu",
             fmt::format("#line 1 \"{}\"\n{}", name, source.bytes));
  const auto target = cuda_target(nvcc_targets(nvcc), place.layout.capability);
  if (!target) {
    throw Failure(Verdict::no_device,
                  fmt::format("{} cannot build for compute capability {}.", nvcc.string(),
                              capability_text(place.layout.capability)));
  }
  std::vector<std::string> command = {nvcc, "-std=c++17", "-O3", "-lineinfo", target->option};
  if (!lab.empty()) {
    link_folder(folder.path() / "lab", place.layout.source_dir / "labs" / lab);
    command.insert(command.end(), {"-I", "lab"});
  }
  command.insert(command.end(), {"-MD", "-MF", "nvcc.d", "-c", "submission.cu", "-o", "nvcc.o"});
  ProcessOptions options = options_in(nvcc_room(lab, place, nvcc, folder.path()), folder.path(),
                                      std::chrono::seconds(120));
  options.memory_limit = 0;  // nvcc's parts reserve far more than they use
  options.environment.push_back("TMPDIR=.");
  const ProcessResult compiler = run_tool(command, options);
  if (place.layout.judges_policy) require_allowed_files(source, lab, place, nvcc, folder.path());

  const MessageContext context{source.name, {}, {}, place.directory, place.layout.source_dir};
  const Messages messages =
      shape_messages(renamed(compiler.error + compiler.output, name, source.name), context);
  if (!compiler.ok()) {
    throw Failure(messages.names_submission ? Verdict::build_failed : Verdict::grader_error,
                  messages.text, messages.first_line);
  }
  const std::filesystem::path object = place.file("nvcc.o");
  if (folder.path() != place.directory) {
    std::filesystem::copy_file(folder.path() / "nvcc.o", object,
                               std::filesystem::copy_options::overwrite_existing);
  }
  return {object, messages.text};
}

void link_for_cuda(const Source& source, const Compiled& compiled, const std::string& lab,
                   const BuildPlace& place, const std::filesystem::path& program) {
  const std::filesystem::path& libraries = place.layout.lib_dir;
  const std::filesystem::path binding = libraries / ("libbinding_cuda_" + lab + ".a");
  const Symbols symbols = read_symbols(place.layout.readelf, compiled.object);
  if (place.layout.judges_policy) require_allowed_symbols(symbols, source, {});
  const std::filesystem::path object = hide_symbols(compiled.object, symbols, binding, {}, place);
  // By the C++ compiler and not by nvcc: no path passes a shell.
  std::vector<std::string> command = {place.layout.cxx_compiler, object.string(),
                                      "-Wl,--start-group", binding.string(),
                                      (libraries / "libworker_cuda.a").string()};
  command.insert(command.end(), {"-Wl,--end-group", place.layout.cudart.string(), "-ldl", "-lrt",
                                 "-pthread", "-o", program.string()});
  const sandbox::Room room =
      linker_room({object, binding, libraries / "libworker_cuda.a", place.layout.cudart}, place);
  const ProcessResult linker = run_tool(command, options_in(room, place.directory));
  if (!linker.ok()) {
    explain_link_errors(linker.error, compiled.object, lab, binding, source, place);
  }
}

}  // namespace toolchain
