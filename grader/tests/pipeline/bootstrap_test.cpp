// The script ./lab, with every tool that it calls replaced by one that notes how it was called.
#include <filesystem>
#include <functional>

#include "harness/catch.hpp"
#include "miniature.hpp"
#include "pipeline/text.hpp"
#include "toolchain/process.hpp"

using Catch::Matchers::StartsWith;
using miniature::Contains;
namespace fs = std::filesystem;

namespace {

/// The course of the other tests with the script in it, and a PATH of its own.
class Clone {
 public:
  Clone() {
    fs::copy_file(fs::path(SUM_TO_SCAN_SOURCE_DIR) / "lab", course.path("lab"));
    for (const char* tool :
         {"bash", "readlink", "dirname", "basename", "sed", "sort", "head", "tail", "tee", "grep",
          "mkdir", "flock", "cat", "env", "touch", "rm", "sh", "chmod", "mv"}) {
      const fs::path found = toolchain::find_program(tool);
      REQUIRE_FALSE(found.empty());
      fs::create_directories(course.path("tools"));
      fs::create_symlink(found, course.path("tools") / tool);
    }
    tool("sudo", "[ \"$1\" = -- ] && shift; exec \"$@\"");
  }

  /// A program in PATH that notes its name and arguments before it runs `body`.
  void tool(const std::string& name, const std::string& body) const {
    course.write("tools/" + name,
                 "#!/bin/sh\necho \"" + name + " $*\" >> \"$NOTES\"\n" + body + "\n");
    fs::permissions(course.path("tools/" + name), fs::perms::owner_all);
  }

  /// All that is needed to build, and a build that yields a `lab` which prints its arguments.
  void everything() const {
    tool("g++", "[ \"$1\" = -dumpfullversion ] && echo 12.2.0; exit 0");
    tool("cmake", R"(if [ "$1" = --version ]; then echo 'cmake version 3.25.1'; exit; fi
mkdir -p build && touch build/build.ninja
echo "CMAKE_HOME_DIRECTORY:INTERNAL=$PWD" > build/CMakeCache.txt)");
    tool("ninja", R"(mkdir -p "$2/bin"
printf '#!/bin/sh\nfor word in "$@"; do echo "<$word>"; done\nexit 5\n' > "$2/bin/lab"
chmod +x "$2/bin/lab"
echo '[0/2] Re-checking globbed directories...'
echo '[1/2] Building it'
echo '[2/2] Linking it')");
    for (const char* name : {"objcopy", "nm", "addr2line"}) tool(name, "");
  }

  toolchain::ProcessResult run(const std::vector<std::string>& arguments,
                               const std::string& ci = "") const {
    std::vector<std::string> command = {course.path("lab").string()};
    command.insert(command.end(), arguments.begin(), arguments.end());
    toolchain::ProcessOptions options;
    options.working_directory = "/";
    options.environment = {"PATH=" + course.path("tools").string(),
                           "NOTES=" + course.path("notes").string(), "CI=" + ci};
    return toolchain::run(command, options);
  }

  std::string notes() const { return fs::exists(course.path("notes")) ? course.read("notes") : ""; }

  miniature::Course course;
};

}  // namespace

TEST_CASE("the script builds, hands over and keeps the exit code", "[bootstrap]") {
  const Clone clone;
  clone.everything();
  const auto first = clone.run({"grade", "two words", "--yes", "it's"});
  CAPTURE(first.error);
  CHECK(first.exit_code == 5);
  CHECK(first.output == "<grade>\n<two words>\n<it's>\n");
  CHECK(first.error == "building (log: build/log/build.log)\n");
  CHECK_THAT(clone.notes(),
             Contains("cmake --preset default\n") &&
                 Contains("/build lab grade_01_first grade_02_second grade_10_third\n"));
  CHECK_THAT(clone.course.read("build/log/build.log"), Contains("[2/2] Linking it"));

  fs::remove(clone.course.path("notes"));
  CHECK(clone.run({"list"}).exit_code == 5);
  CHECK_THAT(clone.notes(), !Contains("cmake") && StartsWith("ninja"));
}

TEST_CASE("the tests alone build everything", "[bootstrap]") {
  const Clone clone;
  clone.everything();
  clone.run({"test"});
  CHECK_THAT(clone.notes(), Contains("/build all\n"));
}

TEST_CASE("a build folder that came from elsewhere is configured anew", "[bootstrap]") {
  const Clone clone;
  clone.everything();
  clone.run({"list"});
  fs::remove(clone.course.path("notes"));
  clone.course.write("build/CMakeCache.txt", "CMAKE_HOME_DIRECTORY:INTERNAL=/somewhere/else\n");
  clone.run({"list"});
  CHECK_THAT(clone.notes(), Contains("cmake --preset default --fresh\n"));
}

TEST_CASE("a build that fails shows its words and no ninja noise", "[bootstrap]") {
  const Clone clone;
  clone.everything();
  clone.tool("ninja", "echo '[1/2] Building it'\necho 'checks.cpp:3: error: no'\nexit 1");
  const auto outcome = clone.run({"grade"});
  CHECK(outcome.exit_code == 11);
  CHECK(outcome.output.empty());
  CHECK_THAT(outcome.error,
             Contains("checks.cpp:3: error: no\nlab: the build failed") && !Contains("[1/2]"));
}

TEST_CASE("what is missing is named, and nothing is installed unasked", "[bootstrap]") {
  const Clone clone;
  clone.tool("apt-get", "exit 0");
  const auto outcome = clone.run({"grade"});
  CHECK(outcome.exit_code == 11);
  CHECK_THAT(outcome.error, StartsWith("lab: these packages are missing: g++ cmake ninja-build "
                                       "binutils") &&
                                Contains("--yes"));
  CHECK_THAT(clone.notes(), !Contains("apt-get"));

  const auto doctor = clone.run({"doctor"});
  CHECK(doctor.exit_code == 11);
  CHECK_THAT(doctor.output, StartsWith("next: ") && Contains("\n  ninja-build "));
  CHECK_THAT(clone.notes(), !Contains("apt-get"));
}

TEST_CASE("with --yes or in CI the packages are installed", "[bootstrap]") {
  for (const bool ci : {false, true}) {
    const Clone clone;
    clone.everything();
    const fs::path tools = clone.course.path("tools"), packages = clone.course.path("packages");
    fs::create_directory(packages);
    for (const char* name : {"g++", "cmake", "ninja", "objcopy", "nm", "addr2line"}) {
      fs::rename(tools / name, packages / name);
    }
    clone.tool("apt-get", "[ \"$1\" = update ] || mv \"$PATH\"/../packages/* \"$PATH\"");
    const auto outcome = ci ? clone.run({"list"}, "true") : clone.run({"list", "--yes"});
    CAPTURE(ci, outcome.error);
    CHECK(outcome.exit_code == 5);
    CHECK_THAT(outcome.error, StartsWith("installing: g++ cmake ninja-build binutils"));
    CHECK_THAT(clone.notes(), Contains("apt-get update -qq\n") &&
                                  Contains("apt-get install -y -qq --no-install-recommends g++ "));
  }
}

TEST_CASE("a tool that went away after the build is missed", "[bootstrap]") {
  const Clone clone;
  clone.everything();
  clone.run({"list"});
  fs::remove(clone.course.path("tools/ninja"));
  const auto outcome = clone.run({"list"});
  CHECK(outcome.exit_code == 11);
  CHECK_THAT(outcome.error, StartsWith("lab: these are missing") && Contains("ninja-build"));
}

TEST_CASE("an installation that fails says how to do it by hand", "[bootstrap]") {
  const Clone clone;
  clone.tool("apt-get", "[ \"$1\" = update ] || { echo 'E: no such package'; exit 100; }");
  const auto outcome = clone.run({"grade", "--yes"});
  CHECK(outcome.exit_code == 11);
  CHECK_THAT(outcome.error, Contains("E: no such package") &&
                                Contains("the packages could not be installed") &&
                                Contains("apt-get install -y --no-install-recommends g++"));
}

TEST_CASE("other systems are told what to install", "[bootstrap]") {
  const Clone clone;
  const auto outcome = clone.run({"grade", "--yes"});
  CHECK(outcome.exit_code == 11);
  CHECK_THAT(outcome.error, Contains("this system's package manager"));
}
