#include "toolchain/messages.hpp"

#include <algorithm>

#include "harness/catch.hpp"
#include "toolchain/symbols.hpp"

using namespace toolchain;

namespace {

MessageContext context() {
  return {"my scan.cu",
          {"#include \"lab.hpp\"", "__global__ void k() { x; }", "int y = z;"},
          {"#include \"lab.hpp\"", "EMU_KERNEL void k() { ... x; ... }", "int y = z;"},
          "/tmp/build 1",
          "/home/a b/course"};
}

}  // namespace

TEST_CASE("messages about unchanged lines stay as the compiler wrote them") {
  const Messages messages = shape_messages(
      "my scan.cu:3:9: error: 'z' was not declared\n    3 | int y = z;\n      |         ^\n",
      context());
  CHECK(messages.text ==
        "my scan.cu:3:9: error: 'z' was not declared\n    3 | int y = z;\n      |         ^\n");
  CHECK(messages.first_line == 3);
  CHECK(messages.names_submission);
}

TEST_CASE("messages about rewritten lines lose column and caret, which would mislead") {
  const Messages messages = shape_messages(
      "my scan.cu: In lambda function:\n"
      "my scan.cu:2:93: error: 'x' was not declared\n"
      "    2 | __global__ void k() { x; }\n"
      "      |                            ^\n"
      "my scan.cu:3:9: note: here\n      |  ^\n",
      context());
  CHECK(messages.text ==
        "my scan.cu: In a kernel or lambda:\n"
        "my scan.cu:2: error: 'x' was not declared\n"
        "    2 | __global__ void k() { x; }\n"
        "my scan.cu:3:9: note: here\n      |  ^\n");
  CHECK(messages.first_line == 2);
}

TEST_CASE("the first error's line counts, not an earlier warning's") {
  const Messages messages = shape_messages(
      "my scan.cu:1:1: warning: w\nmy scan.cu:3:1: error: e\nmy scan.cu:2:1: error: f\n",
      context());
  CHECK(messages.first_line == 3);
}

TEST_CASE("nvcc's form is read as well") {
  const Messages messages = shape_messages("my scan.cu(3): error: expected a \";\"\n", context());
  CHECK(messages.first_line == 3);
  CHECK(messages.names_submission);
  CHECK(messages.text == "my scan.cu(3): error: expected a \";\"\n");
}

TEST_CASE("paths are shortened; messages about other files do not name the submission") {
  const Messages messages = shape_messages(
      "In file included from /home/a b/course/labs/02_x/lab.hpp:4,\n"
      "/home/a b/course/grader/emulator/include/emulator/host_api.hpp:7:1: error: e\n"
      "/tmp/build 1/source/my scan.cu.h:1:1: error: e\n",
      context());
  CHECK(messages.text ==
        "In file included from labs/02_x/lab.hpp:4,\n"
        "emulator/host_api.hpp:7:1: error: e\n"
        "my scan.cu.h:1:1: error: e\n");
  CHECK_FALSE(messages.names_submission);
  CHECK(messages.first_line == 0);
}

TEST_CASE("at most 40 lines are kept, and the rest is counted") {
  std::string output;
  for (int k = 0; k < 50; ++k) output += "my scan.cu:3:1: error: e\n";
  const std::string text = shape_messages(output, context()).text;
  CHECK(std::count(text.begin(), text.end(), '\n') == 41);
  CHECK(text.find("... and 10 more lines\n") != std::string::npos);
}

TEST_CASE("symbols read as people write functions") {
  CHECK(readable_name("_Z9array_sumPKfPfmi") ==
        "array_sum(const float*, float*, unsigned long, int)");
  CHECK(readable_name("array_sum") == "array_sum");
  CHECK(with_leading_const("f(float const*, std::vector<int, std::allocator<int> > const&)") ==
        "f(const float*, const std::vector<int, std::allocator<int> >&)");
  CHECK(with_leading_const("f(unsigned long const*, g<char const*>)") ==
        "f(const unsigned long*, g<const char*>)");
  CHECK(with_leading_const("C::get() const") == "C::get() const");
  CHECK(function_name("array_sum(const float*)") == "array_sum");
}

TEST_CASE("a long line is cut, behind a whole character") {
  const std::string head = "my scan.cu:3:9: error: ";
  const std::string text = shape_messages(head + std::string(476, 'x') + "\u00df", context()).text;
  CHECK(text == head + std::string(476, 'x') + " ...\n");
  const std::string fits = head + std::string(477, 'x');
  CHECK(shape_messages(fits, context()).text == fits + "\n");
}
