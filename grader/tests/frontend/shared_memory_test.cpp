// __shared__
#include "support.hpp"

using namespace frontend_test;

namespace {

/// The text between the braces of a kernel's body.
std::string in_kernel(const std::string& body) {
  const std::string text = translated("__global__ void k() {" + body + "}");
  const std::size_t begin = text.find("[]() { {") + 8;
  return text.substr(begin, text.rfind("} ::emu::end_of_kernel") - begin);
}

std::string in_function(const std::string& body) {
  const std::string text = translated("void f() {" + body + "}");
  return text.substr(10, text.size() - 11);
}

std::string reference(const std::string& name, int structure, int id) {
  return " auto& " + name + " = ::emu::shared<decltype(emu_sh_" + std::to_string(structure) +
         "::" + name + "), emu_kernel, " + std::to_string(id) + ">(\"" + name + "\", 1);";
}

}  // namespace

TEST_CASE("shared variables of every form") {
  struct Case {
    std::string declaration;
    std::string member;
    std::string name;
  };
  const auto c = GENERATE(values<Case>(
      {{"__shared__ float s[B];", " float s[B]; };", "s"},
       {"static __shared__ int n;", "  int n; };", "n"},
       {"volatile __shared__ float s[2][3 + 1];", "volatile  float s[2][3 + 1]; };", "s"},
       {"__shared__ volatile T v;", " volatile T v; };", "v"},
       {"float __shared__ s[4];", "float  s[4]; };", "s"},
       {"__shared__ ns::P<int, 3> p;", " ns::P<int, 3> p; };", "p"},
       {"__shared__ float *p[2];", " float *p[2]; };", "p"},
       {"__shared__ float (*rows)[4];", " float (*rows)[4]; };", "rows"},
       {"__shared__ typename S::T t;", " typename S::T t; };", "t"},
       {"__shared__ struct { int a, b; } pair;", " struct { int a, b; } pair; };", "pair"},
       {"__shared__ __align__(16) float s[4];", " __attribute__((aligned(16))) float s[4]; };",
        "s"},
       {"alignas(16) __shared__ float s[4];", "alignas(16)  float s[4]; };", "s"}}));
  CHECK(in_kernel(c.declaration) == "struct emu_sh_1 { " + c.member + reference(c.name, 1, 1));
}

TEST_CASE("each variable of a declaration has its reference") {
  CHECK(in_kernel("__shared__ float s[B], *p, extra[1]; __shared__ int t;") ==
        "struct emu_sh_1 {  float s[B], *p, extra[1]; };" + reference("s", 1, 1) +
            reference("p", 1, 2) + reference("extra", 1, 3) + " struct emu_sh_2 {  int t; };" +
            reference("t", 2, 4));
}

TEST_CASE("a declaration over two lines keeps its lines") {
  CHECK(count_lines(in_kernel("\n  __shared__ float\n      s[4];\n")) == 3);
}

TEST_CASE("shared memory of other functions counts for no kernel") {
  CHECK(in_function("__shared__ int n;") ==
        "struct emu_sh_1 {  int n; }; auto& n = ::emu::shared<decltype(emu_sh_1::n), "
        "emu_sh_1, 1>(\"n\", 1);");
}

TEST_CASE("dynamic shared memory") {
  CHECK(in_kernel("extern __shared__ float s[];") ==
        "struct emu_sh_1 {   float s[1]; }; auto* s = "
        "::emu::dynamic_shared<decltype(emu_sh_1::s)>(\"s\");");
  CHECK(in_kernel("extern __shared__ float s[][32];") ==
        "struct emu_sh_1 {   float s[1][32]; }; auto* s = "
        "::emu::dynamic_shared<decltype(emu_sh_1::s)>(\"s\");");
  CHECK(in_kernel("extern __shared__ Storage s;") ==
        "struct emu_sh_1 {   Storage s; }; auto& s = "
        "*::emu::dynamic_shared<decltype(emu_sh_1::s)>(\"s\");");
}

TEST_CASE("shared memory at file scope stands for every block's") {
  CHECK(translated("__shared__ int s[4];\nnamespace a { extern __shared__ char d[]; }\n") ==
        "struct emu_sh_1 {  int s[4]; }; static const "
        "::emu::SharedAtFileScope<decltype(emu_sh_1::s), 1> s{\"s\", 1};\n"
        "namespace a { struct emu_sh_2 {   char d[1]; }; static const "
        "::emu::DynamicSharedAtFileScope<decltype(emu_sh_2::d)> d{\"d\"}; }\n");
}

TEST_CASE("a declaration in a macro may be used many times, with or without its semicolon") {
  CHECK(translated("#define SH(T, name) __shared__ T name[4]\n") ==
        "#define SH(T, name) struct emu_sh_1_##name {  T name[4]; }; auto& name = "
        "::emu::shared<decltype(emu_sh_1_##name::name), emu_sh_1_##name, 1000000 + "
        "__COUNTER__>(#name, "
        "__LINE__)\n");
}

TEST_CASE("a macro that stands for __shared__ is seen through") {
  CHECK(contains(translated("#define SHARED __shared__\nvoid f() { SHARED int a; }\n"),
                 "::emu::shared<decltype(emu_sh_1::a), emu_sh_1, 1>(\"a\", 2)"));
}

TEST_CASE("lambdas see shared variables without a copy") {
  struct Case {
    std::string lambda;
    std::string result;
  };
  const auto c = GENERATE(values<Case>(
      {{"[=](int i) { return s[i]; }", "[=, &s](int i) { return s[i]; }"},
       {"[]() { return s[0] + d[0]; }", "[&s, d]() { return s[0] + d[0]; }"},
       {"[x] { return s[0] + x; }", "[x, &s] { return s[0] + x; }"},
       {"[=] __device__ (int i) { return s[d[0]]; }", "[=, &s]  (int i) { return s[d[0]]; }"},
       {"[&]() { return s[0]; }", "[&]() { return s[0]; }"},
       {"[&s]() { return s[0]; }", "[&s]() { return s[0]; }"},
       {"[](float* s) { return s[0]; }", "[](float* s) { return s[0]; }"},
       {"[=]() { return p.s + q->s; }", "[=]() { return p.s + q->s; }"},
       {"a[s[0]] + (s)[0]", "a[s[0]] + (s)[0]"}}));
  const std::string text =
      in_kernel("__shared__ float s[4]; extern __shared__ int d[]; auto f = " + c.lambda + ";");
  CHECK(text.substr(text.find("auto f = ")) == "auto f = " + c.result + ";");
}

TEST_CASE("a lambda behind the block of a shared variable is none of its business") {
  CHECK(contains(in_kernel("{ __shared__ int s; } auto f = [=] { return s; };"),
                 "[=] { return s; }"));
}
