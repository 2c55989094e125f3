// __device__, __host__, __constant__, __managed__ and their like
#include "support.hpp"

using namespace frontend_test;

namespace {

std::string symbol(int number, const std::string& name, const std::string& space, int line = 1) {
  return " static const ::emu::Symbol emu_symbol_" + std::to_string(number) + "{&" + name +
         ", sizeof(" + name + "), sizeof(std::remove_all_extents_t<decltype(" + name + ")>), \"" +
         name + "\", " + std::to_string(line) + ", ::emu::SymbolSpace::" + space + "};";
}

}  // namespace

TEST_CASE("device functions") {
  struct Case {
    std::string source;
    std::string result;
  };
  const auto c = GENERATE(values<Case>(
      {{"__device__ float f(float x) { return x; }",
        "EMU_DEVICE_FUNCTION float f(float x) { return x; }"},
       {"__host__ __device__ T ns::f();", " EMU_DEVICE_FUNCTION T ns::f();"},
       {"__host__ int main() {}", " int main() {}"},
       {"__device__ __forceinline__ int f();", "EMU_DEVICE_FUNCTION inline int f();"},
       {"inline __device__ __forceinline__ int f();", "inline EMU_DEVICE_FUNCTION  int f();"},
       {"__forceinline__ __device__ inline int f();", " EMU_DEVICE_FUNCTION inline int f();"},
       {"__device__ __noinline__ int f();", "EMU_RECURSIVE_DEVICE_FUNCTION EMU_NOINLINE int f();"},
       {"__device__ auto f() -> int { }", "EMU_DEVICE_FUNCTION auto f() -> int { }"},
       {"__device__ float (*get(int))(float);", "EMU_DEVICE_FUNCTION float (*get(int))(float);"},
       {"__device__ MY_ATTRIBUTE(1) int f() { }",
        "EMU_DEVICE_FUNCTION MY_ATTRIBUTE(1) int f() { }"},
       {"struct S { __device__ S(int a) : a{a} {} };",
        "struct S { EMU_DEVICE_FUNCTION S(int a) : a{a} {} };"},
       {"struct S { __device__ ~S(); };", "struct S { EMU_DEVICE_FUNCTION ~S(); };"},
       {"struct S { __device__ S operator+(S) const; };",
        "struct S { EMU_DEVICE_FUNCTION S operator+(S) const; };"},
       {"struct S { __device__ int operator()(int) { } };",
        "struct S { EMU_DEVICE_FUNCTION int operator()(int) { } };"},
       {"auto l = [=] __device__ (int i) { };", "auto l = [=]  (int i) { };"}}));
  CHECK(translated(c.source) == c.result);
}

TEST_CASE("functions in a call cycle are not inlined by force") {
  const std::string text = translated(
      "__device__ int odd(int n);\n"
      "__device__ int even(int n) { return n ? odd(n - 1) : 1; }\n"
      "__device__ int odd(int n) { return n ? even(n - 1) : 0; }\n"
      "template <int N> __device__ int down() { return N ? down<N - 1>() : 0; }\n"
      "#define CALL(x) through(x)\n"
      "__device__ int through(int n) { return n ? CALL(n - 1) : 0; }\n"
      "__device__ int plain(int n) { return even(n) + down<3>() + through(1); }\n");
  CHECK(text ==
        "EMU_RECURSIVE_DEVICE_FUNCTION int odd(int n);\n"
        "EMU_RECURSIVE_DEVICE_FUNCTION int even(int n) { return n ? odd(n - 1) : 1; }\n"
        "EMU_RECURSIVE_DEVICE_FUNCTION int odd(int n) { return n ? even(n - 1) : 0; }\n"
        "template <int N> EMU_RECURSIVE_DEVICE_FUNCTION int down() { return N ? down<N - 1>() : 0; "
        "}\n"
        "#define CALL(x) through(x)\n"
        "EMU_RECURSIVE_DEVICE_FUNCTION int through(int n) { return n ? CALL(n - 1) : 0; }\n"
        "EMU_DEVICE_FUNCTION int plain(int n) { return even(n) + down<3>() + through(1); }\n");
}

TEST_CASE("variables on the device are registered") {
  CHECK(translated("__device__ float x;") ==
        "EMU_DEVICE_VARIABLE float x;" + symbol(1, "x", "device"));
  CHECK(translated("static __constant__ int c[4] = {1, 2}, d;") ==
        "static EMU_CONSTANT_VARIABLE int c[4] = {1, 2}, d;" + symbol(1, "c", "constant") +
            symbol(2, "d", "constant"));
  CHECK(translated("__device__ __managed__ int m = 3;") ==
        " EMU_MANAGED_VARIABLE int m = 3;" + symbol(1, "m", "managed"));
  CHECK(translated("__device__ float (*op)(float) = f;") ==
        "EMU_DEVICE_VARIABLE float (*op)(float) = f;" + symbol(1, "op", "device"));
  CHECK(translated("namespace n {\n__device__ struct { int a; } s{1}; }") ==
        "namespace n {\nEMU_DEVICE_VARIABLE struct { int a; } s{1};" + symbol(1, "s", "device", 2) +
            " }");
}

TEST_CASE("variables that are no symbols") {
  CHECK(translated("extern __device__ int e;") == "extern EMU_DEVICE_VARIABLE int e;");
  CHECK(translated("struct S { static __device__ int m; };") ==
        "struct S { static EMU_DEVICE_VARIABLE int m; };");
  CHECK(translated("template <class T> __device__ T v = 1;") ==
        "template <class T> EMU_DEVICE_VARIABLE T v = 1;");
  CHECK(translated("void f() { static __device__ int s; }") ==
        "void f() { static EMU_DEVICE_VARIABLE int s; }");
}

TEST_CASE("specifiers in macros") {
  CHECK(translated("#define HD __host__ __device__ __forceinline__\nHD int f();\n") ==
        "#define HD   \n  EMU_DEVICE_FUNCTION inline int f();\n");
  CHECK(translated("#define F(n) __device__ int n(int a) { return a; }\n") ==
        "#define F(n) EMU_DEVICE_FUNCTION int n(int a) { return a; }\n");
  CHECK(translated("#define V(n) __device__ int n\n") ==
        "#define V(n) EMU_DEVICE_VARIABLE int n; static const ::emu::Symbol emu_symbol_1_##n{&n, "
        "sizeof(n), sizeof(std::remove_all_extents_t<decltype(n)>), #n, __LINE__, "
        "::emu::SymbolSpace::device}\n");
}

TEST_CASE("alignment may stand behind a type") {
  CHECK(translated("struct __align__(16) S { int a; };") ==
        "struct __attribute__((aligned(16))) S { int a; };");
}
