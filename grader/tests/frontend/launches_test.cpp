// name<<<configuration>>>(arguments). Blanks between tokens that go stay where they are.
#include "support.hpp"

using namespace frontend_test;

TEST_CASE("a launch becomes one expression") {
  struct Case {
    std::string launch;
    std::string result;
  };
  const auto c = GENERATE(values<Case>(
      {{"k<<<1, 2>>>();", "(::emu::configure(1, 2), k());"},
       {"k <<< g, b, 4 * n, s >>> (a, b);", "(::emu::configure(  g, b, 4 * n, s ), k (a, b));"},
       {"k<T, 256><<<1, 2>>>(a);", "(::emu::configure( 1, 2), k<T, 256>(a));"},
       {"ns::k<<<1, 2>>>(a);", "(::emu::configure(1, 2), ns::k(a));"},
       {"::ns::k<(A > B)><<<1, 2>>>(a);", "(::emu::configure(  1, 2), ::ns::k<(A > B)>(a));"},
       {"k<A<1 << 3>><<<1, 2>>>(a);", "(::emu::configure(  1, 2), k<A<1 << 3>>(a));"},
       {"k<A<B<1>>><<<1, 2>>>(a);", "(::emu::configure(1, 2), k<A<B<1>>>(a));"},
       {"(k)<<<1, 2>>>(a);", "(::emu::configure(1, 2), (k)(a));"},
       {"f[i]<<<1, 2>>>(a);", "(::emu::configure(1, 2), f[i](a));"},
       {"t->f[i + 1]<<<1, 2>>>(a);", "(::emu::configure(  1, 2), t->f[i + 1](a));"},
       {"pick(n)<<<1, 2>>>(a);", "(::emu::configure(1, 2), pick(n)(a));"},
       {"C::template k<1><<<1, 2>>>(a);", "(::emu::configure( 1, 2), C::template k<1>(a));"},
       {"if (n) k<<<1, 2>>>(a);", "if (n) (::emu::configure(1, 2), k(a));"},
       {"if (n) (k)<<<1, 2>>>(a);", "if (n) (::emu::configure(1, 2), (k)(a));"},
       {"return ::k<<<1, 2>>>(a);", "return (::emu::configure(1, 2), ::k(a));"},
       {"k<<<dim3{2, 3}, {4}>>>(a);", "(::emu::configure(dim3{2, 3}, {4}), k(a));"},
       {"k<<<(n >> 8) + 1, n >> 2>>>(a);", "(::emu::configure((n >> 8) + 1, n >> 2), k(a));"},
       {"k<<<d<B<1>>>(n), C<D<E<2>>>::v>>>(a);",
        "(::emu::configure(d<B<1>>>(n), C<D<E<2>>>::v), k(a));"},
       {"k<<<n < 5, 256>>>(x), j<<<1, 2>>>(y);",
        "(::emu::configure(n < 5, 256), k(x)), (::emu::configure(1, 2), j(y));"},
       {"k<<<n < 5 ? 1 : 2, 256>>>(a > b);",
        "(::emu::configure(n < 5 ? 1 : 2, 256), k(a > b));"}}));
  CHECK(translated("void f() { " + c.launch + " }") == "void f() { " + c.result + " }");
}

TEST_CASE("a launch over several lines keeps every line") {
  CHECK(translated(
            "void f() {\n  ns::\n  k<1>  // name\n  <<<g, // grid\n  b>>>\n  (a,\n  b);\n}\n") ==
        "void f() {\n  (::emu::configure(\n    // name\n  g, // grid\n  b), ns:: k<1>\n  (a,\n  "
        "b));\n}\n");
}

TEST_CASE("a launch in a macro takes the macro's parameters") {
  CHECK(translated("#define L(kernel, grid, ...) \\\n  kernel<<<(grid), 2>>>(__VA_ARGS__)\n") ==
        "#define L(kernel, grid, ...) \\\n  (::emu::configure((grid), 2), kernel(__VA_ARGS__))\n");
}

TEST_CASE("no launch") {
  const std::string source =
      GENERATE(as<std::string>{}, "auto p = &operator<<<int>;", "A<B<C<int>>>(x);", "a = b >> 3;");
  CHECK(translated(source) == source);
}

TEST_CASE("a launch in a kernel is unsupported") {
  const Issue issue = only_issue("__global__ void k() {\n k<<<1, 2>>>();\n}\n");
  CHECK(issue.kind == IssueKind::unsupported);
  CHECK(issue.line == 2);
}

TEST_CASE("kernel addresses are registered") {
  struct Case {
    std::string expression;
    std::string result;
  };
  const auto c = GENERATE(
      values<Case>({{"(void*)k", "::emu::kernel_address(k)"},
                    {"(const void*)k", "::emu::kernel_address (k)"},
                    {"(void*)&k", "::emu::kernel_address(&k)"},
                    {"(void*)(k)", "::emu::kernel_address(k)"},
                    {"(void*)k<float, 3>", "::emu::kernel_address(k<float, 3>)"},
                    {"(void*)ns::k", "::emu::kernel_address(ns::k)"},
                    {"reinterpret_cast<void*>(k)", "::emu::kernel_address(k)"},
                    {"reinterpret_cast<const void*>(&k<1>)", "::emu::kernel_address (&k<1>)"},
                    {"(void*)other", "(void*)other"},
                    {"(void*)k.x", "(void*)k.x"},
                    {"(void**)k", "(void**)k"},
                    {"(void*)(k + 1)", "(void*)(k + 1)"}}));
  const std::string kernel = "__global__ void k();";
  CHECK(translated(kernel + "auto a = " + c.expression + ";") ==
        "EMU_KERNEL void k();auto a = " + c.result + ";");
}
