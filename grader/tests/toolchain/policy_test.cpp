// What a submission may not do while it is built; and that right programs are never hit.
#include "toolchain/policy.hpp"

#include "harness/catch.hpp"
#include "toolchain/failure.hpp"
#include "toolchain/policy_words.hpp"
#include "workshop.hpp"

using namespace toolchain;
using result::Verdict;

namespace {

/// The line and sentence of the Failure that `judge` throws; "" where it throws none.
struct Refusal {
  int line = -1;
  std::string sentence;
};
template <class Judge>
Refusal refusal(Judge judge) {
  try {
    judge();
  } catch (const Failure& failure) {
    CHECK(result::name(failure.verdict()) == result::name(Verdict::policy));
    return {failure.line(), failure.what()};
  }
  return {};
}

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

Refusal of_text(const std::string& preprocessed, const std::string& source = "") {
  const AllowedFiles allowed{{"/course/lab.hpp"}, {"/usr/include"}};
  return refusal([&] {
    require_honest_text(preprocessed, {"sum.cu", source}, allowed, "/course");
  });
}

Refusal of_assembly(const std::string& assembly) {
  return refusal([&] { require_plain_assembly(assembly, {"sum.cu", ""}); });
}

void check_policy(const std::string& before, int line, const std::string& part) {
  const Workshop shop;
  const Build build = shop.build(tiny_submission(before));
  CAPTURE(before, build.output);
  CHECK(result::name(build.verdict) == result::name(Verdict::policy));
  CHECK(build.line == line);
  CHECK(has(build.output, part));
}

}  // namespace

TEST_CASE("words are found outside of comments and literals, with their lines") {
  std::vector<std::pair<std::string, int>> words;
  for_each_word("fork // kill\n\"kill \\\" kill\" 'k' /* kill\n */ x1 = 1'000'000;\nlast",
                [&](std::string_view word, int line) { words.emplace_back(word, line); });
  const std::vector<std::pair<std::string, int>> due = {{"fork", 1}, {"x1", 3},  {"1", 3},
                                                        {"000", 3},  {"000", 3}, {"last", 4}};
  CHECK(words == due);
}

TEST_CASE("a file that the submission includes is judged by where it lies") {
  const std::string begin =
      "# 0 \"/build/translated.cpp\"\n# 0 \"<built-in>\"\n# 1 \"/usr/include/cuda.h\" 1\nint x;\n"
      "# 0 \"<command-line>\" 2\n# 1 \"/build/translated.cpp\"\n# 1 \"sum.cu\"\n";
  CHECK(of_text(begin + "int main() {}\n").line == -1);
  CHECK(of_text(begin + "\n# 1 \"lab.hpp\" 1\nint y;\n# 3 \"sum.cu\" 2\nint z;\n").line == -1);
  const Refusal direct = of_text(begin + "\n\n# 1 \"/etc/passwd\" 1\nroot\n# 4 \"sum.cu\" 2\n");
  CHECK(direct.line == 3);
  CHECK(has(direct.sentence, "sum.cu:3: this line includes \"/etc/passwd\""));
  // By way of a folder that is allowed, and from inside a header that is.
  CHECK(of_text(begin + "# 1 \"/usr/include/../../etc/passwd\" 1\n").line == 1);
  CHECK(of_text(begin + "# 1 \"lab.hpp\" 1\n# 1 \"/etc/x\" 1\n").line == 1);
  // A #line of the submission enters no file and hides none.
  CHECK(of_text(begin + "# 1 \"/etc/passwd\"\nint z;\n").line == -1);
  CHECK(of_text(begin + "# 1 \"/usr/include/x.h\"\n# 1 \"/etc/passwd\" 1\n").line == 0);
  // The sentence has the name as it is written.
  CHECK(has(of_text(begin + "# 1 \"/etc/passwd\" 1\n", "#include <../../etc/passwd>\n").sentence,
            "\"../../etc/passwd\""));
}

TEST_CASE("attributes that hide code are refused in the submission and not in headers") {
  const std::string begin = "# 1 \"sum.cu\"\n";
  const Refusal own = of_text(begin + "\n__attribute__((no_sanitize(\"thread\"))) int f();\n");
  CHECK(own.line == 2);
  CHECK(of_text(begin + "[[gnu::no_sanitize_thread]] int f();\n").line == 1);
  CHECK(of_text(begin + "# 1 \"lab.hpp\" 1\n[[gnu::no_sanitize_thread]] int f();\n").line == -1);
  // Line numbers go on beyond 2^31 behind a #line with the largest one.
  CHECK(of_text(begin + "# 1 \"lab.hpp\" 1\n# 4294967291 \"sum.cu\" 2\n"
                        "[[gnu::no_sanitize_thread]] int f();\n")
            .line == 2147483647);
  CHECK(of_text(begin + "# 2147483647 \"sum.cu\"\n\n[[gnu::no_sanitize_thread]] int f();\n").line ==
        2147483647);
  CHECK(of_text(begin + "const char* text = \"no_sanitize\";\n").line == -1);
}

TEST_CASE("a list of dependencies is judged file by file") {
  const AllowedFiles allowed{{"/course/submission.cu", "/course/a b.hpp"}, {"/usr/include"}};
  const auto of = [&](const std::string& rule) {
    return refusal([&] { require_allowed_dependencies(rule, {"sum.cu", ""}, allowed, "/course"); });
  };
  CHECK(of("nvcc.o : submission.cu /usr/include/x.h \\\n  a\\ b.hpp\n").line == -1);
  CHECK(has(of("nvcc.o: submission.cu \\\n /etc/passwd\n").sentence, "/etc/passwd"));
  CHECK(has(of("nvcc.o: submission.cu ../solutions/x.cu").sentence, "../solutions/x.cu"));
  CHECK(of("").line == -1);
}

TEST_CASE("the assembler is told nothing but code and data") {
  CHECK(of_assembly("\t.text\n\t.type f, @function\nf:\n\tret\n\t.section .rodata\n\t.byte 5\n")
            .line == -1);
  CHECK(of_assembly("\t.section .init_array,\"aw\"\n\t.quad f\n").line == -1);
  CHECK(of_assembly("\t.data\n\t.ascii \"; syscall\\\"; syscall\"\n").line == -1);
  const Refusal call =
      of_assembly("#APP\n# 12 \"sum.cu\" 1\n\tnop; syscall\n# 0 \"\" 2\n#NO_APP\n");
  CHECK(call.line == 12);
  CHECK(has(call.sentence, "sum.cu:12: the assembler is told \"syscall\""));
  for (const char* statement :
       {".incbin \"/etc/passwd\"", "here: .INCBIN \"x\"", ".include \"x\"", "int $0x80", ".macro x",
        ".irp a, b", ".section .preinit_array,\"aw\"", ".section \".init\",\"ax\"",
        ".pushsection .fini", ".section .ctors.1,\"aw\"", ".byte 0x0f, 0x05",
        ".section .odd,\"ax\"; .long 5", ".type code, @object", "sysenter"}) {
    CAPTURE(statement);
    CHECK(of_assembly(std::string("\t.text\n\t") + statement + "\n").line == 0);
  }
}

TEST_CASE("functions of the system are refused, by all their names") {
  check_policy("#include <unistd.h>\nint mine() { return fork(); }\n", 3, "fork is called");
  check_policy(
      "extern \"C\" int __libc_open64(const char*, int, ...);\n"
      "int mine() { return __libc_open64(\"x\", 0); }\n",
      2, "opens no files");
  check_policy("#include <fstream>\nvoid mine() { std::ifstream file(\"x\"); }\n", 3,
               "opens no files");
  check_policy(
      "#define LABEL __asm__\n"
      "extern \"C\" int hidden(int, int) LABEL(\"kill\");\n"
      "int mine() { return hidden(0, 9); }\n",
      0, "kill is called");
  check_policy("namespace emu { void begin_tally(); }\nvoid mine() { emu::begin_tally(); }\n", 2,
               "emu::begin_tally belongs to the emulator");
  check_policy(
      "namespace worker { int control_descriptor(); }\n"
      "int mine() { return worker::control_descriptor(); }\n",
      2, "worker::control_descriptor belongs to the emulator");
}

TEST_CASE("what the standard library offers is free, and so are names of one's own") {
  const Workshop shop;
  const Build build = shop.build(tiny_submission(R"(
#include <cassert>
#include <chrono>
#include <condition_variable>
#include <csignal>
#include <fstream>
#include <future>
#include <iostream>
#include <map>
#include <random>
#include <sstream>
#include <string>
#include <thread>
#include <unistd.h>
namespace mine {
int open(int x) { return x; }
struct Log { void write(int) {} int kill = 0; };
}
static std::mutex mutex;
void use() {
  std::random_device device;
  const std::lock_guard<std::mutex> lock(mutex);
  std::condition_variable condition;
  condition.notify_all();
  std::thread thread([] { std::this_thread::sleep_for(std::chrono::milliseconds(1)); });
  thread.join();
  const int two = std::async([] { return 2; }).get();
  std::stringstream stream;
  stream << device() << mine::open(two) << std::wstring(L"wide").size();
  mine::Log().write(mine::Log().kill);
  assert(!stream.str().empty());
  std::map<std::string, double> values = {{stream.str(), std::stod("1.5")}};
  std::cout << values.size() << std::endl;
  std::cerr << std::chrono::steady_clock::now().time_since_epoch().count();
  std::printf("%s %d", std::getenv("HOME"), rand());
  std::fprintf(stderr, "%f\n", std::sin(0.5));
  if (values.empty()) std::abort();
  if (two == 3) std::exit(3);
  asm volatile("" ::: "memory");
}
)"));
  CAPTURE(build.output);
  CHECK(build.ok);
}

TEST_CASE("a layout without rules builds what they refuse") {
  const Workshop shop;
  Layout layout = Layout::configured();
  layout.judges_policy = false;
  const Build build =
      shop.build(tiny_submission("#include <unistd.h>\nint mine() { return fork(); }\n"),
                 Backend::emulator, layout);
  CAPTURE(build.output);
  CHECK(build.ok);
}
