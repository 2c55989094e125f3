// What becomes of a submission that cannot be built, and whose fault it is.
#include "toolchain/submission.hpp"

#include <sys/stat.h>

#include "harness/catch.hpp"
#include "toolchain/failure.hpp"
#include "toolchain/process.hpp"
#include "toolchain/symbolizer.hpp"
#include "toolchain/tools.hpp"
#include "workshop.hpp"

using namespace toolchain;
using result::Verdict;

namespace {

void check_failure(const Build& build, Verdict verdict, int line, const std::string& text) {
  CAPTURE(build.output);
  CHECK_FALSE(build.ok);
  CHECK(result::name(build.verdict) == result::name(verdict));
  CHECK(build.line == line);
  CHECK(build.output.find(text) != std::string::npos);
  CHECK(build.program.empty());
  // Neither our command lines nor the places of our folders.
  CHECK(build.output.find("-fsanitize") == std::string::npos);
  CHECK(build.output.find("(build)") == std::string::npos);
}

}  // namespace

TEST_CASE("files that cannot be submissions are refused with a sentence") {
  const Workshop shop;
  const auto sentence = [](const std::filesystem::path& path) {
    return unusable(path).value_or("usable");
  };
  const auto ends_with = [](const std::string& text, const std::string& end) {
    return text.size() >= end.size() && text.substr(text.size() - end.size()) == end;
  };
  CHECK(ends_with(sentence(shop.submissions() / "none.cu"), "none.cu is not there."));
  CHECK(ends_with(sentence(shop.submissions()), "is a folder, not a .cu file."));
  CHECK(ends_with(sentence(shop.put("empty.cu", "")), "empty.cu is empty."));
  CHECK(sentence(shop.put("large.cu", std::string((1 << 20) + 1, ' '))).find("larger than 1 MiB") !=
        std::string::npos);
  CHECK(sentence(shop.put("full.cu", std::string(1 << 20, ' '))) == "usable");
  CHECK(sentence(shop.put("a b's \"c\".cu", "int x;")) == "usable");
  CHECK(sentence("/dev/zero").find("is not a regular file") != std::string::npos);
  const std::filesystem::path pipe = shop.submissions() / "pipe.cu";
  REQUIRE(mkfifo(pipe.c_str(), 0600) == 0);
  CHECK(sentence(pipe).find("is not a regular file") != std::string::npos);  // and does not hang
  check_failure(build_worker(shop.submissions() / "none.cu", lab_02, Backend::emulator,
                             shop.build_directory()),
                Verdict::build_failed, 0, "is not there.");
}

TEST_CASE("a temporary directory goes with all that is in it") {
  std::filesystem::path path;
  {
    const TemporaryDirectory directory;
    path = directory.path();
    std::ofstream(path / "file") << "x";
    CHECK(std::filesystem::is_directory(path));
  }
  CHECK_FALSE(std::filesystem::exists(path));
}

TEST_CASE("a right submission becomes a worker, whatever its path is") {
  const Workshop shop;
  const Build build = shop.build(tiny_submission());
  INFO(build.output);
  REQUIRE(build.ok);
  CHECK(build.verdict == Verdict::pass);
  CHECK(build.output.empty());
  CHECK(build.seconds > 0);
  CHECK(std::filesystem::is_regular_file(build.program));
  const auto submissions = std::filesystem::directory_iterator(shop.submissions());
  CHECK(std::distance(begin(submissions), end(submissions)) == 1);  // nothing was put beside it
}

TEST_CASE("the submission's symbols are its own: its templates do not meet the emulator's") {
  const Workshop shop;
  const Build build = shop.build(tiny_submission(
      "#include <map>\n#include <string>\n#include <vector>\n"
      "std::vector<int> numbers(3);\n"
      "void array_sum_helper() { numbers.push_back(4); numbers.insert(numbers.begin(), 2, 9); }\n"
      "std::map<std::string, int> names;\n"
      "int launch() { return names[\"x\"]++; }\n"
      "extern \"C\" void report() { names.erase(\"y\"); array_sum_helper(); launch(); }\n"
      "int main() { return 3; }\n"));
  INFO(build.output);
  CHECK(build.ok);
}

TEST_CASE("a syntax error is shown in the compiler's words at the student's line") {
  const Workshop shop;
  const Build build = shop.build("#include \"lab.hpp\"\n\nvoid f() {\n  int x = 1 +;\n}\n");
  check_failure(build, Verdict::build_failed, 4, "my \"sum\".cu:4:");
  CHECK(build.output.find("expected primary-expression before ';'") != std::string::npos);
  CHECK(build.output.find("    4 |   int x = 1 +;") != std::string::npos);
}

TEST_CASE("an error in a rewritten line has the line, and no caret that would mislead") {
  const Workshop shop;
  const Build build = shop.build("__global__ void kernel(int* p) { *p = y; }\n");
  check_failure(build, Verdict::build_failed, 1, "my \"sum\".cu:1: error: 'y' was not declared");
  CHECK(build.output.find('^') == std::string::npos);
  CHECK(build.output.find("__global__ void kernel(int* p) { *p = y; }") != std::string::npos);
}

TEST_CASE("a header that is not there, and one that has no end") {
  const Workshop shop;
  check_failure(shop.build("#include \"mine.h\"\n"), Verdict::build_failed, 1, "mine.h");
  check_failure(shop.build("\n#include \"my \\\"sum\\\".cu\"\n"), Verdict::build_failed, 2, "");
}

TEST_CASE("a function that the lab asks for is missed in our words") {
  const Workshop shop;
  const std::string asked = "array_sum(const float*, float*, unsigned long, int)";
  check_failure(shop.build("int x;\n"), Verdict::build_failed, 0,
                asked + " is not defined: the lab asks for it (labs/02_shared_reduction/lab.hpp).");
  const Build near_miss = shop.build("void array_sum(const float*, float*, int, int) {}\n");
  check_failure(near_miss, Verdict::build_failed, 0, asked + " is not defined");
  CHECK(near_miss.output.find("The file defines array_sum(const float*, float*, int, int).") !=
        std::string::npos);
  check_failure(shop.build("static void array_sum(const float*, float*, unsigned long, int) {}\n"),
                Verdict::build_failed, 0, asked + " is not defined");
}

TEST_CASE("a function that is only declared is missed at the line that uses it") {
  const Workshop shop;
  const Build build =
      shop.build(tiny_submission("int helper(const float*);\nint y = helper(nullptr);\n"));
  check_failure(build, Verdict::build_failed, 3,
                "my \"sum\".cu:3: helper(const float*) is used here, but nothing defines it.");
}

TEST_CASE("library calls and the hooks' own names are against the rules") {
  const Workshop shop;
  check_failure(shop.build("\n#include <thrust/reduce.h>\nint x;\n"), Verdict::policy, 2,
                "my \"sum\".cu:2: ");
  check_failure(shop.build(tiny_submission("extern \"C\" void __tsan_read4(void*) {}\n")),
                Verdict::policy, 0, "The file defines __tsan_read4");
}

TEST_CASE("text that is no source is refused by the frontend") {
  const Workshop shop;
  check_failure(shop.build("int a;\n// \xFF\xFE\n"), Verdict::build_failed, 2, "UTF-8");
}

TEST_CASE("what the machine lacks is the grader's error") {
  const Workshop shop;
  Layout layout = Layout::configured();
  layout.cxx_compiler = "/no/such/folder/g++";
  check_failure(shop.build(tiny_submission(), Backend::emulator, layout), Verdict::grader_error, 0,
                "g++ is not installed; ./lab doctor says how to get it.");
  layout = Layout::configured();
  layout.source_dir = "/no/such/course";
  check_failure(shop.build(tiny_submission(), Backend::emulator, layout), Verdict::grader_error, 0,
                "cuda_runtime.h: No such file");
  layout = Layout::configured();
  layout.lib_dir = "/no/such/libraries";
  check_failure(shop.build(tiny_submission(), Backend::emulator, layout), Verdict::grader_error, 0,
                "libbinding_02_shared_reduction.a");
  layout = Layout::configured();
  layout.nvcc.clear();
  check_failure(shop.build(tiny_submission(), Backend::cuda, layout), Verdict::grader_error, 0,
                "no CUDA toolkit was found");
}

TEST_CASE("what makes a compiler give up is the submission's") {
  const Workshop shop;
  // No message names a line of the file.
  check_failure(shop.build("#pragma GCC dependency \"/nowhere\"\n"), Verdict::build_failed, 0,
                "/nowhere: No such file");
  check_failure(shop.build(tiny_submission("char huge[3ull << 30];\n")), Verdict::build_failed, 0,
                "does not fit into 2 GiB");
  check_failure(shop.build(tiny_submission("#define PASTE(a, b) a##b\n"
                                           "PASTE(as, m)(\".fill 400000000, 1, 7\");\n")),
                Verdict::build_failed, 0, "would write a file of more than 256 MiB");
  // Words of the file are none of a compiler's own.
  for (const char* words : {"No space left on device", "out of memory", "internal compiler error"})
    check_failure(shop.build(std::string("#error ") + words + "\n"), Verdict::build_failed, 1,
                  std::string("my \"sum\".cu:1:2: error: #error ") + words);
}

TEST_CASE("a compiler's own words say that it gave up") {
  const auto verdict_of = [](const std::string& says) {
    try {
      run_tool({"/bin/sh", "-c", "echo \"$0\" >&2; exit 1", says}, compiler_options("/"));
    } catch (const Failure& failure) {
      return std::string(result::name(failure.verdict()));
    }
    return std::string("none");
  };
  CHECK(
      verdict_of("cc1plus: out of memory allocating 65536 bytes after a total of 8000000 bytes") ==
      "build_failed");
  CHECK(verdict_of("g++: internal compiler error: Segmentation fault signal terminated program "
                   "cc1plus") == "build_failed");
  CHECK(verdict_of("cc1plus: fatal error: error writing to x.s: No space left on device") ==
        "grader_error");
  CHECK(verdict_of("    1 | #error No space left on device") == "none");
  CHECK(verdict_of("sum.cu:1:1: error: 'a' was not declared in this scope") == "none");
}

TEST_CASE("a line end in the file's name cuts no message") {
  const Workshop shop;
  const auto build = build_worker(shop.put("my\nsum.cu", "int x = y;\n"), lab_02, Backend::emulator,
                                  shop.build_directory());
  check_failure(build, Verdict::build_failed, 1, "my sum.cu:1:9: error: 'y' was not declared");
}

TEST_CASE("a full disk is the grader's error, at each step that writes") {
  for (const char* output : {"translated.cpp", "compiled.o", "kept_symbols"}) {
    const Workshop shop;
    CAPTURE(output);
    std::filesystem::create_symlink("/dev/full", shop.build_directory() / output);
    const Build build = shop.build(tiny_submission());
    CHECK(result::name(build.verdict) == "grader_error");
    CHECK(build.output.find("No space left on device") != std::string::npos);
  }
}

TEST_CASE("a program with its own main runs, and its addresses have lines") {
  const Workshop shop;
  const auto source =
      shop.put("own main.cu",
               "#include <cstdio>\n"
               "int deep(int x) {\n"
               "  return x + 1;\n"
               "}\n"
               "[[gnu::noinline]] void* here() { return __builtin_return_address(0); }\n"
               "int main() {\n"
               "  void* address = here();\n"
               "  std::printf(\"%p\", address);\n"
               "  return deep(4);\n"
               "}\n");
  const Build build = build_program(source, shop.build_directory());
  INFO(build.output);
  REQUIRE(build.ok);
  const ProcessResult program = run({build.program.string()});
  CHECK(program.exit_code == 5);
  REQUIRE_FALSE(program.output.empty());
  const std::uint64_t address = std::stoull(program.output, nullptr, 16);
  const auto lines = source_lines(build.program, source, {address, 0, ~std::uint64_t{0}, 1});
  REQUIRE(lines.size() == 4);
  CHECK(lines[0].line == 7);
  CHECK(lines[0].file == "own main.cu");
  CHECK(lines[1].line == 0);
  CHECK(lines[2].line == 0);
  CHECK(source_lines(build.program, source, {}).empty());
  CHECK(source_text(source, 3) == "  return x + 1;");
  CHECK(source_text(source, 0).empty());
  CHECK(source_text(source, 11).empty());

  check_failure(build_program(shop.put("none.cu", "int x;\n"), shop.build_directory()),
                Verdict::build_failed, 0, "main is not defined: a program starts there.");
}
