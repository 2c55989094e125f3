// __global__
#include <regex>

#include "support.hpp"

using namespace frontend_test;

namespace {

/// The text that opens a kernel's body.
std::string opened(const std::string& info, const std::string& parameters) {
  return " struct emu_kernel {}; ::emu::launch<emu_kernel>({" + info + "}, [](" + parameters +
         ") { {";
}

/// The text behind a kernel's body, its closing brace included.
std::string closed(const std::string& names) {
  return "} ::emu::end_of_kernel(); }" + names + "); }";
}

/// The translation without the parameters' names in the kernel's info, which have a test of their
/// own.
std::string without_names(std::string_view source) {
  static const std::regex names(R"(, ""( "[^"]*"| #\w+)*\})");
  return std::regex_replace(translated(source), names, "}");
}

}  // namespace

TEST_CASE("a kernel's info names its parameters, for findings") {
  const auto has = [](std::string_view source, std::string_view info) {
    return translated(source).find(info) != std::string::npos;
  };
  CHECK(has("__global__ void k(const float* in, int n) {}", R"({"k", 1, 0, "" "in" "," "n" ","})"));
  CHECK(has("__global__ void k() {}", R"({"k", 1, 0, ""})"));
  CHECK(has("__global__ void k(int, float* out) {}", R"({"k", 1, 0, "" "," "out" ","})"));
  CHECK(has("template <class... T> __global__ void k(T... all) {}", R"("" "all" "..."})"));
}

TEST_CASE("a kernel's body becomes a lambda of the same parameters") {
  CHECK(without_names("__global__ void k(const float* in, int n) { a(); }\n") ==
        "EMU_KERNEL void k(const float* in, int n) {" +
            opened("\"k\", 1, 0", "const float* in, int n") + " a(); " + closed(", in, n") + "\n");
}

TEST_CASE("a parameter list over several lines is flattened and keeps its lines") {
  CHECK(without_names(
            "__global__ void\nk(const float* in, // input\n  int n /* size */ = 3)\n{\n}\n") ==
        "EMU_KERNEL void\nk(const float* in, // input\n  int n /* size */ = 3)\n{" +
            opened("\"k\", 2, 0", "const float* in, int n") + "\n" + closed(", in, n") + "\n");
}

TEST_CASE("parameters of every form keep their meaning") {
  struct Case {
    std::string list;
    std::string flat;
    std::string names;
  };
  const auto c = GENERATE(
      values<Case>({{"", "", ""},
                    {"void", "", ""},
                    {"float a[]", "float a[]", ", a"},
                    {"float (*op)(float, float)", "float (*op)(float, float)", ", op"},
                    {"const T* const __restrict__ in", "const T* const __restrict__ in", ", in"},
                    {"std::pair<int, float> p, unsigned long long q",
                     "std::pair<int, float> p, unsigned long long q", ", p, q"},
                    {"Ts... args", "Ts... args", ", args..."},
                    {"struct P p, typename T::type x", "struct P p, typename T::type x", ", p, x"},
                    {"T const x, Op op = Op{1, 2}", "T const x, Op op", ", x, op"},
                    {"bool b = (a, c), decltype(x) d", "bool b, decltype(x) d", ", b, d"},
                    {"[[maybe_unused]] int n", "[[maybe_unused]] int n", ", n"}}));
  CHECK(without_names("__global__ void k(" + c.list + ") {}") ==
        "EMU_KERNEL void k(" + c.list + ") {" + opened("\"k\", 1, 0", c.flat) + closed(c.names));
}

TEST_CASE("parameters without a name get one") {
  struct Case {
    std::string list;
    std::string named;
  };
  const auto c = GENERATE(values<Case>({{"int", "int emu_parameter_1"},
                                        {"const T", "const T emu_parameter_1"},
                                        {"ns::T", "ns::T emu_parameter_1"},
                                        {"T<int>", "T<int> emu_parameter_1"},
                                        {"const float*", "const float* emu_parameter_1"},
                                        {"unsigned int", "unsigned int emu_parameter_1"},
                                        {"float[]", "float emu_parameter_1[]"},
                                        {"void (*)(int)", "void (* emu_parameter_1)(int)"}}));
  CHECK(without_names("__global__ void k(" + c.list + ") {}") ==
        "EMU_KERNEL void k(" + c.named + ") {" + opened("\"k\", 1, 0", c.named) +
            closed(", emu_parameter_1"));
}

TEST_CASE("specifiers, attributes and scopes around a kernel") {
  struct Case {
    std::string head;
    std::string result;
    std::string info;
  };
  const auto c = GENERATE(values<Case>(
      {{"static __global__ void k", "static EMU_KERNEL void k", "\"k\", 1, 0"},
       {"void __global__ k", "void EMU_KERNEL k", "\"k\", 1, 0"},
       {"extern \"C\" __global__ void k", "extern \"C\" EMU_KERNEL void k", "\"k\", 1, 0"},
       {"template <class T, int N> __global__ void k",
        "template <class T, int N> EMU_KERNEL void k", "\"k\", 1, 0"},
       {"template <> __global__ void k<int, 3>", "template <> EMU_KERNEL void k<int, 3>",
        "\"k\", 1, 0"},
       {"__global__ void __launch_bounds__(256) k", "EMU_KERNEL void  k", "\"k\", 1, 256"},
       {"__global__ __launch_bounds__(2 * B, 4) void k", "EMU_KERNEL     void k",
        "\"k\", 1, static_cast<long>(2 * B)"},
       {"__launch_bounds__(N) __global__ void k", " EMU_KERNEL void k", "\"k\", 1, N"},
       {"__global__ void __maxnreg__(32) __cluster_dims__(2, 1, 1) k", "EMU_KERNEL void     k",
        "\"k\", 1, 0"},
       {"__global__ __attribute__((cold)) void k", "EMU_KERNEL __attribute__((cold)) void k",
        "\"k\", 1, 0"},
       {"namespace a { __global__ void b::k", "namespace a { EMU_KERNEL void b::k",
        "\"b::k\", 1, 0"}}));
  const std::string end = c.head.substr(0, 9) == "namespace" ? "}" : "";
  CHECK(without_names(c.head + "() {}" + end) ==
        c.result + "() {" + opened(c.info, "") + closed("") + end);
}

TEST_CASE("the grid constant word goes, its parameter stays") {
  const std::string text = without_names("__global__ void k(const __grid_constant__ P p) {}");
  CHECK(contains(text, "void k(const  P p) {"));
  CHECK(contains(text, "[](const P p) { {"));
}

TEST_CASE("a declaration only loses its keywords") {
  CHECK(without_names("__global__ void __launch_bounds__(64) k(int, float* p = nullptr);") ==
        "EMU_KERNEL void  k(int, float* p = nullptr);");
}

TEST_CASE("a kernel in a macro is told apart by the macro's parameters") {
  CHECK(without_names(
            "#define K(name, T) \\\n  __global__ void name##_k(T* x) { *x = 1; }\nK(a, int)\n") ==
        "#define K(name, T) \\\n  EMU_KERNEL void name##_k(T* x) {" +
            opened("#name \"_k\", __LINE__, 0", "T* x") + " *x = 1; " + closed(", x") +
            "\nK(a, int)\n");
}

TEST_CASE("a macro that stands for specifiers is seen through") {
  CHECK(without_names("#define KERNEL __global__ void\nKERNEL k() {}\n") ==
        "#define KERNEL  \n EMU_KERNEL void k() {" + opened("\"k\", 2, 0", "") + closed("") + "\n");
}

TEST_CASE("a macro with a kernel's head alone is unsupported") {
  const Issue issue = only_issue("#define HEAD(n) __global__ void n(int a)\nHEAD(k) {}\n");
  CHECK(issue.kind == IssueKind::unsupported);
  CHECK(issue.line == 1);
  CHECK(contains(issue.message, "HEAD"));
}

TEST_CASE("two heads with one body are unsupported") {
  const Issue issue = only_issue(
      "#if A\n__global__ void k(int a) {\n#else\n__global__ void k(int a, int b) {\n#endif\n}\n");
  CHECK(issue.kind == IssueKind::unsupported);
  CHECK(issue.line == 4);
}

TEST_CASE("where a parameter is declared again, the compiler is left to refuse it") {
  const std::string statement =
      GENERATE(as<std::string>{}, "int n = 1;", "if (a) {} float b = 2, n;", "T* n(a);",
               "a(); ns::T<int> n[2];", "__shared__ float n[32];", "for (;;) a(); auto& n{a};");
  const std::string text = without_names("__global__ void k(int n) { " + statement + " }");
  CHECK(contains(text, "[](int n) { "));
  CHECK_FALSE(contains(text, "{ {"));
  CHECK(contains(text, " ::emu::end_of_kernel(); }, n); }"));
}

TEST_CASE("a parameter that is used or hidden in a block is not declared again") {
  const std::string statement = GENERATE(
      as<std::string>{}, "int i = t * n;", "for (int n = 0; n < 1; ++n) { int n; }", "{ int n; }",
      "x[i] = n;", "f(n);", "n = 1;", "if (i < n) return;", "auto f = [](int n) { return n; };");
  CHECK(without_names("__global__ void k(int n) { " + statement + " }") ==
        "EMU_KERNEL void k(int n) {" + opened("\"k\", 1, 0", "int n") + " " + statement + " " +
            closed(", n"));
}

TEST_CASE("a kernel's body that a macro closes is unsupported") {
  const Issue issue = only_issue("#define END }\n__global__ void k() {\nEND\n");
  CHECK(issue.kind == IssueKind::unsupported);
  CHECK(issue.line == 2);
}

TEST_CASE("a function's own name in a kernel is the kernel's") {
  CHECK(contains(without_names("__global__ void k() { f(__func__); }"), " f(\"k\"); "));
  CHECK(without_names("void h() { f(__func__); }") == "void h() { f(__func__); }");
}
