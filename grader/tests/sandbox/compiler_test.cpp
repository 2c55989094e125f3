// What a compiler can read while it compiles a submission, and what becomes part of it.
#include <fstream>
#include <string>

#include "harness/catch.hpp"
#include "tests/sandbox/walls.hpp"
#include "toolchain/submission.hpp"

namespace fs = std::filesystem;
using result::Verdict;

namespace {

constexpr const char* lab = "02_shared_reduction";

const std::string function =
    "__global__ void kernel(float* d_sum) { *d_sum = 0; }\n"
    "void array_sum(const float*, float* d_sum, std::size_t, int) { kernel<<<1, 1>>>(d_sum); }\n";

/// Of a file in a folder with a neighbour, judged by its room alone.
class Desk {
 public:
  Desk() : layout_(toolchain::Layout::configured()) {
    layout_.judges_policy = false;
    fs::create_directories(folder_.path() / "handed_in");
    fs::create_directories(folder_.path() / "build");
    std::ofstream(neighbour()) << "\"neighbour\"\n";
  }
  fs::path neighbour() const { return folder_.path() / "handed_in/neighbour.hpp"; }

  toolchain::Build build(const std::string& before,
                         const std::string& head = "#include \"lab.hpp\"\n") {
    const fs::path file = folder_.path() / "handed_in/sum.cu";
    std::ofstream(file) << head << before << function;
    return toolchain::build_worker(file, lab, toolchain::Backend::emulator,
                                   folder_.path() / "build", layout_);
  }

 private:
  toolchain::TemporaryDirectory folder_;
  toolchain::Layout layout_;
};

}  // namespace

TEST_CASE("a submission that asks for nothing builds") {
  Desk desk;
  const toolchain::Build build = desk.build("");
  CAPTURE(build.output);
  CHECK(build.ok);
}

TEST_CASE("no file but the system's, the emulator's and lab.hpp can be included") {
  if (!walls::bubblewrap_here("including other files")) return;
  Desk desk;
  const std::string course = SUM_TO_SCAN_SOURCE_DIR;
  const std::string files[] = {"/etc/passwd",
                               desk.neighbour().string(),
                               "neighbour.hpp",
                               course + "/solutions/02_shared_reduction/shared_reduction.cu",
                               course + "/labs/02_shared_reduction/reference.cpp",
                               "reference.cpp",
                               course + "/labs/01_atomic_sum/lab.hpp"};
  for (const std::string& file : files) {
    const toolchain::Build build = desk.build("#include \"" + file + "\"\n");
    CAPTURE(file, build.output);
    CHECK(build.verdict == Verdict::build_failed);
    CHECK(build.line == 2);
    CHECK(build.output.find("sum.cu:2:10: fatal error: ") == 0);
    CHECK(build.output.find("No such file or directory") != std::string::npos);
  }
}

TEST_CASE("the assembler reads nothing else") {
  if (!walls::bubblewrap_here("assembling other files")) return;
  Desk desk;
  const std::string course = SUM_TO_SCAN_SOURCE_DIR;
  for (const std::string& file :
       {std::string("/etc/passwd"), course + "/labs/02_shared_reduction/reference.cpp"}) {
    const toolchain::Build build = desk.build("__attribute__((section(\".data\\n.incbin \\\"" +
                                              file + "\\\"\\n.section .data#\"))) int sum = 1;\n");
    CAPTURE(file, build.output);
    CHECK(build.verdict == Verdict::build_failed);
    CHECK(build.output.find("file not found") != std::string::npos);
  }
}

TEST_CASE("with plain walls the same files are there: it is the room that hides them") {
  if (sandbox::choice().walls != sandbox::Walls::plain) return;
  Desk desk;
  CHECK(desk.build("const char* text =\n#include \"" + desk.neighbour().string() + "\"\n;\n").ok);
}

TEST_CASE("an object as large as a disk is the submission's fault") {
  Desk desk;
  const toolchain::Build build = desk.build("int big[100 << 20] = {1};\n");
  CAPTURE(build.output);
  CHECK(build.verdict == Verdict::build_failed);
  CHECK(build.output.find("more than 256 MiB") != std::string::npos);
}
