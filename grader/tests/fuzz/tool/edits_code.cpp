// Code that no solution has, put between the lines of one.
#include <array>

#include "edits.hpp"

namespace fuzz {
namespace {

void insert_line(std::string& text, Random& random, std::string_view line) {
  text.insert(some_line_start(text, random), std::string(line) + "\n");
}

void insert_statement(std::string& text, Random& random, std::string_view statement) {
  text.insert(some_statement_start(text, random), std::string(statement) + "\n");
}

void include_oddly(std::string& text, Random& random) {
  constexpr std::array<std::string_view, 30> lines = {
      "#include \"/etc/passwd\"",
      "#include \"/dev/zero\"",
      "#include \"/dev/stdin\"",
      "#include \"/dev/tty\"",
      "#include \"/dev/random\"",
      "#include \"/proc/self/environ\"",
      "#include \"/proc/self/mem\"",
      "#include \"/\"",
      "#include \".\"",
      "#include \"\"",
      "#include <>",
      "#include <thrust/reduce.h>",
      "#include <cub/cub.cuh>",
      "#include <omp.h>",
      "#include \"lab.hpp\"\n#include \"lab.hpp\"",
      "#include __FILE__",
      "#include_next <cmath>",
      "#import <vector>",
      "#include <filesystem>",
      "#include <regex>",
      "#include <thread>",
      "#include <cuda_fp16.h>",
      "#include <cooperative_groups.h>",
      "#include <mma.h>",
      "#include \"nowhere.h\"",
      "#include nothing",
      "#include <bits/stdc++.h>",
      "#include <immintrin.h>",
      "#include \"../solutions/02_shared_reduction/shared_reduction.cu\"",
      "#if __has_include(\"/etc/passwd\")\n#error there\n#endif"};
  insert_line(text, random, random.pick(lines));
}

void attribute(std::string& text, Random& random) {
  constexpr std::array<std::string_view, 26> lines = {
      "__attribute__((constructor)) void early() {}",
      "__attribute__((constructor)) void early() { for (;;); }",
      "__attribute__((constructor(101))) void early() { __builtin_trap(); }",
      "__attribute__((destructor)) void late() { for (;;); }",
      "__attribute__((naked)) void naked() {}",
      "__attribute__((noreturn)) void never() {}",
      "__attribute__((section(\".text\"))) int in_text = 1;",
      "__attribute__((section(\".nowhere\"))) int in_nowhere = 1;",
      "__attribute__((weak)) void worker_main();",
      "extern \"C\" void aliased() __attribute__((alias(\"nothing\")));",
      "extern \"C\" void (*resolve())() { return 0; }\nextern \"C\" void chosen() "
      "__attribute__((ifunc(\"resolve\")));",
      "typedef float Wide __attribute__((vector_size(1 << 20)));\nWide wide;",
      "struct alignas(1 << 28) Aligned { char c; };\nAligned aligned_value;",
      "__attribute__((visibility(\"hidden\"))) int main() { return 0; }",
      "int main() { return 0; }",
      "__attribute__((no_sanitize(\"thread\"))) void hidden() {}",
      "__attribute__((optimize(\"O3\"))) void fast() {}",
      "__attribute__((target(\"avx512f\"))) void wide_code() {}",
      "[[gnu::always_inline, nodiscard, no_such::thing]] inline int odd() { return 0; }",
      "[[",
      "]]",
      "alignas(0) int zero_aligned;",
      "__launch_bounds__(0) __global__ void k0() {}",
      "__global__ __device__ __host__ void all_sides() {}",
      "__attribute__((cleanup(early))) int cleaned;",
      "__attribute__((tls_model(\"global-dynamic\"))) thread_local int threads_own = 1;"};
  insert_line(text, random, random.pick(lines));
}

void assembler(std::string& text, Random& random) {
  constexpr std::array<std::string_view, 30> lines = {
      "asm(\"nop\");",
      "asm(\"hlt\");",
      "asm(\"ud2\");",
      "asm(\"not an instruction\");",
      "asm(\"\");",
      "asm(\"1: jmp 1b\");",
      "asm(\"syscall\");",
      "asm(\".incbin \\\"/etc/passwd\\\"\");",
      "asm(\".include \\\"/dev/zero\\\"\");",
      "asm(\".fill 400000000, 1, 7\");",
      "asm(\".skip 0x7fffffffffff\");",
      "asm(\".org 0x10000000000\");",
      "asm(\".rept 10\\nnop\");",
      "asm(\".macro x\\nx\\n.endm\\nx\");",
      "asm(\".section .init\\n.byte 1\\n.text\");",
      "asm(\".section \\\"\");",
      "asm(\".globl main\\nmain: ret\");",
      "asm(\".symver a, b@c\");",
      "asm(\".file \\\"other.cu\\\"\");",
      "asm(\".loc 1 2147483647\");",
      "asm(\".cfi_endproc\");",
      "asm(\".end\");",
      "asm(\".if 1\");",
      "asm(\".err\");",
      "asm(\"# 1 \\\"a\\\"\");",
      "asm volatile(\"bar.sync 0;\");",
      "asm volatile(\"mov.u32 %0, %%laneid;\" : \"=r\"(x));",
      "asm volatile(\"trap;\");",
      "asm volatile(\"exit;\");",
      "asm(\"membar.gl;\" ::: \"memory\");"};
  // The frontend knows asm by its name; behind a macro it is the compiler that reads it.
  constexpr std::array<std::string_view, 3> names = {"asm", "__asm__", "PASTE(as, m)"};
  const std::string_view name = random.pick(names);
  const std::string line =
      std::string(name) + std::string(random.pick(lines).substr(std::string_view("asm").size()));
  random.chance(50) ? insert_line(text, random, line) : insert_statement(text, random, line);
  if (name.starts_with("PASTE")) text.insert(0, "#define PASTE(a, b) a##b\n");
}

void before_main(std::string& text, Random& random) {
  constexpr std::array<std::string_view, 18> lines = {
      "static int endless = [] { for (volatile int i = 0;; i = i + 1) {} return 0; }();",
      "static int aborted = [] { __builtin_abort(); return 0; }();",
      "static int thrown = [] { throw 1; return 0; }();",
      "static int trapped = *(volatile int*)8;",
      "char huge[1ull << 40];",
      "char large[1u << 30];",
      "char filled[300u << 20] = {1};",
      "char initialised[40 << 20] = {1};",
      "static float* early = [] { float* p; cudaMalloc(&p, 4); return p; }();",
      "__device__ float on_device[1 << 28];",
      "__constant__ float constants[1 << 20];",
      "__shared__ float at_file_scope[1 << 20];",
      "thread_local char threads_own[1 << 30];",
      "struct Chatty { Chatty() { printf(\"made\\n\"); } ~Chatty() { printf(\"gone\\n\"); } } "
      "chatty;",
      "constexpr int never(int n) { return never(n + 1); }\nconstexpr int value = never(0);",
      "constexpr int spin() { int s = 0; for (int i = 0; i < 100000000; ++i) s += i & 1; return s; "
      "}\n"
      "constexpr int spun = spin();",
      "template <int N> struct Deep { static constexpr int v = Deep<N + 1>::v; };\n"
      "int deep = Deep<0>::v;",
      "template <int N> int grow() { return grow<2 * N>() + grow<2 * N + 1>(); }\n"
      "template <> int grow<0>() { return 0; }\nint grown = grow<1>();"};
  insert_line(text, random, random.pick(lines));
}

void at_run_time(std::string& text, Random& random) {
  constexpr std::array<std::string_view, 34> statements = {
      "for (;;) {}",
      "while (true) printf(\"x\");",
      "for (int i = 0; i < 100000; ++i) printf(\"%d\\n\", i);",
      "printf(\"%s\", (const char*)8);",
      "printf(\"\\033[2J\\033]0;title\\007\\b\\xff\\xc3\\n\");",
      "printf(\"%n\", (int*)0);",
      "printf(\"%1000000d\\n\", 1);",
      "fprintf(stderr, \"no newline\");",
      "*(volatile int*)0 = 1;",
      "*(volatile char*)0xffffffffffffffff = 1;",
      "abort();",
      "exit(0);",
      "_exit(7);",
      "__builtin_trap();",
      "throw 1;",
      "return;",
      "return 0;",
      "cudaDeviceReset();",
      "cudaDeviceSynchronize();",
      "{ void* p; cudaMalloc(&p, ~0ull); }",
      "{ void* p = malloc(1ull << 40); *(char*)p = 1; }",
      "for (;;) malloc(1 << 20);",
      "for (;;) { void* p; cudaMalloc(&p, 1 << 20); }",
      "{ volatile int z = 0; z = 1 / z; }",
      "{ char big[100 << 20]; *(volatile char*)big = 1; }",
      "__syncthreads();",
      "__syncwarp(0);",
      "if (threadIdx.x & 1) __syncthreads();",
      "__trap();",
      "assert(false);",
      "goto nowhere;",
      "cudaMemset((void*)1, 0, ~0ull);",
      "cudaFree((void*)12345);",
      "while (cudaGetLastError() == cudaSuccess) {}"};
  insert_statement(text, random, random.pick(statements));
}

void another_kernel(std::string& text, Random& random) {
  constexpr std::array<std::string_view, 9> lines = {
      "__global__ void extra(float* p) { p[blockIdx.x * 1000000000ull] = 1; }",
      "__global__ void extra() { extra<<<1, 1>>>(); }",
      "__device__ int recursive(int n) { return recursive(n + 1) + 1; }",
      "template <class... T> __global__ void extra(T... t) {}",
      "__global__ void extra(float (&r)[4], void (*f)(int), struct { int a; } s) {}",
      "__global__ int extra() { return 1; }",
      "extern \"C\" __global__ void array_sum() {}",
      "namespace { __global__ void extra() { __shared__ float s[60000]; s[threadIdx.x] = 1; } }",
      "struct S { __global__ void member() {} virtual __device__ void v() = 0; };"};
  insert_line(text, random, random.pick(lines));
}

void launch_oddly(std::string& text, Random& random) {
  constexpr std::array<std::string_view, 10> configurations = {"<<<0, 0>>>",
                                                               "<<<1, 1025>>>",
                                                               "<<<2147483647, 1024>>>",
                                                               "<<<dim3(1, 70000), 1>>>",
                                                               "<<<1, 32, 1 << 20>>>",
                                                               "<<<1, 32, 0, (cudaStream_t)8>>>",
                                                               "<<<-1, -1>>>",
                                                               "<<<>>>",
                                                               "<<<1>>>",
                                                               "<<<1, 1, 1, 1, 1>>>"};
  const std::size_t begin = text.find("<<<", random.below(text.size() + 1));
  const std::size_t end = text.find(">>>", begin);
  if (begin == std::string::npos || end == std::string::npos) return;
  text.replace(begin, end + 3 - begin, random.pick(configurations));
}

}  // namespace

std::size_t some_statement_start(std::string_view text, Random& random) {
  for (std::size_t from = random.below(text.size() + 1);;) {
    const std::size_t at = text.find('\n', from);
    if (at == std::string_view::npos) return text.size();
    if (at > 0 && (text[at - 1] == ';' || text[at - 1] == '{')) return at + 1;
    from = at + 1;
  }
}

const std::vector<Edit>& code_edits() {
  static const std::vector<Edit> edits = {
      {"an odd include", include_oddly},  {"an attribute", attribute},
      {"assembler text", assembler},      {"something before main", before_main},
      {"a statement", at_run_time},       {"a statement", at_run_time},
      {"another kernel", another_kernel}, {"an odd launch", launch_oddly},
  };
  return edits;
}

}  // namespace fuzz
