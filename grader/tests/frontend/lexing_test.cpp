// What is text and what is code; what cannot be read at all.
#include "support.hpp"

using namespace frontend_test;

TEST_CASE("plain C++ stays as it is") {
  const std::string source = GENERATE(
      as<std::string>{}, "", "\n", "int a = 1 << 3, b = a >> 2;\n", "A<B<C<1>>> x;\n",
      "std::cout << 1 << 2;", "auto s = \"a\" \"b\" u8\"c\" L'd';\n",
      "int n = 1'000'000 + 0x1p-3 + 1e+5;\r\nint m;\r\n", "#if A\nint b;\n#else\nint c;\n#endif\n",
      "#include <vector>\n#pragma unroll\n#error don't\n");
  CHECK(translated(source) == source);
}

TEST_CASE("comments, strings and characters are never touched") {
  const std::string source =
      GENERATE(as<std::string>{}, "// __shared__ int x; k<<<1, 2>>>(3)\n",
               "/* __global__ void k() {\n} */ int a;\n",
               "auto s = \"k<<<1, 2>>>(3) // \\\" __device__\";\n",
               "auto s = R\"(__shared__ \" <<<1,2>>>(x))\";\n",
               "auto s = R\"--(a)\" __global__ )--\";\n", "char c = '\"', d = '\\'', e = '{';\n",
               "// a comment \\\n __shared__ int still_a_comment;\nint x;\n");
  CHECK(translated(source) == source);
}

TEST_CASE("a byte order mark is left out") {
  CHECK(translated("\xEF\xBB\xBFint a;\n") == "int a;\n");
}

TEST_CASE("the path of the #line directive is escaped") {
  CHECK(translate("", "a\\b \"c\".cu").text == "#line 1 \"a\\\\b \\\"c\\\".cu\"\n");
}

TEST_CASE("what the preprocessor drops by #if 0 is not read") {
  const std::string source =
      "#if 0\nit's { __global__ k<<<\n#if X\n#endif\n#else\nint a;\n#endif\n";
  CHECK(translated(source) == source);
}

TEST_CASE("directives are no code, and constructs do not leave them") {
  CHECK(translated("#ifdef __device__\n#endif\n") == "#ifdef __device__\n#endif\n");
  CHECK(translated("#define __device__ 1\n") == "#define __device__ 1\n");
  CHECK(translated("#define BEGIN {\nvoid f() BEGIN }\n") == "#define BEGIN {\nvoid f() BEGIN }\n");
  CHECK(translated("%:define BEGIN {\nvoid f() BEGIN }\n") ==
        "%:define BEGIN {\nvoid f() BEGIN }\n");
  CHECK(translated("#line 7\n#pragma once\n#\n") == "#line 7\n#pragma once\n#\n");
}

TEST_CASE("text that cannot be CUDA C++ is malformed, with its line") {
  struct Case {
    std::string source;
    int line;
    std::string part;
  };
  const auto c = GENERATE(values<Case>(
      {{"int a;\n/* never", 2, "/*"},
       {"int a;\n\nauto s = \"abc;\nint b;\n", 3, "string"},
       {"char c = 'a;\n", 1, "character"},
       {"\nauto s = R\"x(abc)\";\n", 2, "raw string"},
       {"int a;\nvoid f() {\n", 2, "{"},
       {"__global__ void k()\n{\n a();\n", 2, "The { of kernel k on this line has no }."},
       {"__global__ void k() {\n if (a) {\n}\n__global__ void l() {}\nint main() {}\n", 1, "k"},
       {"namespace {\n\n__global__ void k() {\n\n__global__ void l() {}\n}\n", 3, "kernel k"},
       {"void f() {\n__global__ void k(int n) { __shared__ int s[2]; }", 1, "{"},
       {"__global__ void k() {\n a();\n}\n}\n", 4, "}"},
       {"void f() { g(1; }\n", 1, "("},
       {"__global__ void k() {\n f(a[1;\n}\n", 2, "["},
       {"int a;\n}\n", 2, "}"},
       {"void f() {\n k<<<1, 2;\n}\n", 2, "<<<"},
       {"int a;\n# 1 \"/usr/include/stdio.h\" 1\nint b;\n", 2, "mark"},
       {"int a;\n%: /* */ \\\n1 \"a.h\" 1\nint b;\n", 3, "mark"},
       {"#if 0\n%:endif\n# 1 \"a.h\" 1\n%:if 1\n#endif\n", 3, "mark"},
       {"int a;\n\xC3 b;\n", 2, "UTF-8"},
       {"void f() {\n k<<<1, 2>>>;\n}\n", 2, "arguments"},
       {"__global__ void k() {\n __shared__ int a = 0;\n}\n", 2, "initialiser"},
       {"__global__ void k() {\n __shared__ int a[2]\n int b = 0;\n}\n", 2, "; is missing"}}));
  CAPTURE(c.source);
  const Issue issue = only_issue(c.source);
  CHECK(issue.kind == IssueKind::malformed);
  CHECK(issue.line == c.line);
  CAPTURE(issue.message);
  CHECK(contains(issue.message, c.part));
}

TEST_CASE("a null character is malformed") {
  CHECK(only_issue(std::string_view("int a;\n\0", 8)).line == 2);
}

TEST_CASE("text is complete even with issues, and issues are in the order of the lines") {
  const Translation translation = translate("#include <cub/cub.cuh>\nint a;\n/* never", "a.cu");
  CHECK(translation.text == "#line 1 \"a.cu\"\n#include <cub/cub.cuh>\nint a;\n/* never");
  REQUIRE(translation.issues.size() == 2);
  CHECK(translation.issues[0].line == 1);
  CHECK(translation.issues[1].line == 3);
}

TEST_CASE("brackets that #if opens twice are no mistake") {
  const std::string source =
      "#if A\nvoid f() {\n#else\nvoid g() {\n#endif\n}\n#ifdef B\nvoid h() {\n#endif\n";
  CHECK(translated(source) == source);
}
