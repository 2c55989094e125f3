// What clang's CUDA mode says about sides, and what of it counts.
#include "toolchain/cuda_syntax.hpp"

#include "harness/catch.hpp"
#include "toolchain/submission.hpp"
#include "workshop.hpp"

using namespace toolchain;
using result::Verdict;

namespace {

std::vector<Mixup> read(const std::string& clang_output) {
  const Source source{"a.cu", "one\n  int i = threadIdx.x + blockDim.y;\nthree\n"};
  return read_mixups(clang_output, "/build/source/a.cu", source,
                     {"/course/grader/emulator/syntax"});
}

/// The sentences that a submission with `code` in it earns; none where it builds.
std::string verdict_on(const std::string& code, int line) {
  const Workshop shop;
  const Build build = shop.build(tiny_submission(code));
  CAPTURE(code, build.output);
  if (line == 0) {
    CHECK(build.ok);
    return build.output;
  }
  CHECK(result::name(build.verdict) == "host_device_mixup");
  CHECK(build.line == line);
  CHECK(build.program.empty());
  CHECK(build.output.find("emulator/") == std::string::npos);
  return build.output;
}

bool clang_is_here() {
  if (!Layout::configured().clang.empty()) return true;
  WARN("no clang here: nothing to test");
  return false;
}

}  // namespace

TEST_CASE("errors of sides are understood, others are passed over") {
  CHECK(read("").empty());
  CHECK(read("/build/source/a.cu:1:3: error: use of undeclared identifier 'x'\n"
             "/build/source/a.cu:1:3: fatal error: 'cub/cub.cuh' file not found\n"
             "clang: error: unsupported CUDA gpu architecture: sm_70\n"
             "a.cu:1: error:\n: error: x\n:1:2: error: y\n")
            .empty());
  const auto mixups = read(
      "/build/source/a.cu:3:1: error: kernel call to non-global function 'k'\n"
      "/build/source/a.cu:2:21: error: reference to __device__ function 'get_x' in __host__ "
      "function\n"
      "/build/source/a.cu:2:36: error: reference to __device__ function 'get_y' in __host__ "
      "function\n"
      "/build/source/a.cu:2:36: error: reference to __device__ function 'get_y' in __host__ "
      "function\n"
      "/build/source/a.cu:1:1: error: reference to __host__ variable 'v' in __global__ "
      "function\n");
  REQUIRE(mixups.size() == 4);  // by line, each once
  CHECK((mixups[0].line == 1 && mixups[0].sentence.starts_with("v is a variable of the host")));
  CHECK((mixups[1].line == 2 && mixups[1].sentence.starts_with("threadIdx exists in kernels")));
  CHECK((mixups[2].line == 2 && mixups[2].sentence.starts_with("blockDim exists in kernels")));
  CHECK((mixups[3].line == 3 && mixups[3].sentence.starts_with("k is launched with <<<...>>>")));
}

TEST_CASE("a call that fits no function counts only where sides are the reason") {
  const std::string error = "/build/source/a.cu:1:3: error: no matching function for call to 'f'\n";
  const std::string wrong_side =
      "/build/source/a.cu:3:1: note: candidate function not viable: call to __host__ function from "
      "__global__ function\n";
  const std::string other =
      ":3:1: note: candidate function not viable: requires 2 arguments, but 1 was provided\n";
  CHECK(read(error + "/build/source/a.cu" + other).empty());
  CHECK(read(error + wrong_side + "/build/source/a.cu" + other).size() == 1);
  // Perhaps our own declarations lack the one that was meant.
  CHECK(read(error + wrong_side + "/course/grader/emulator/syntax/x.hpp" + other).empty());
  // In a file that the submission includes: not its own line.
  CHECK(read("/usr/include/b.h:1:3: error: no matching function for call to 'f'\n" + wrong_side)
            .empty());
}

TEST_CASE("functions on the wrong side end the build with their lines") {
  if (!clang_is_here()) return;
  const auto has = [](const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
  };
  CHECK(has(verdict_on("float square(float x) { return x * x; }\n"
                       "__global__ void k(float* d) { d[0] = square(d[1]); }\n",
                       3),
            "square is for the host, and device code calls it."));
  CHECK(has(verdict_on("__device__ float square(float x) { return x * x; }\n"
                       "float twice() {\n  return 2 * square(1);\n}\n",
                       4),
            "    4 |   return 2 * square(1);\n"));
  CHECK(has(verdict_on("void k(float* d) { d[0] = 1; }\n"
                       "void run(float* d) { k<<<1, 1>>>(d); }\n",
                       3),
            "it is not marked __global__"));
  CHECK(has(verdict_on("__global__ void k(float* d) { d[0] = 1; }\n"
                       "void run(float* d) { k(d); }\n",
                       3),
            "k is a kernel and is called like a function"));
  CHECK(has(verdict_on("int limit;\n__global__ void k(int* d) { d[0] = limit; }\n", 3),
            "limit is a variable of the host"));
  CHECK(has(verdict_on("void count(int* n) {\n  atomicAdd(n, 1);\n  __syncthreads();\n}\n", 3),
            "__syncthreads is for device code"));
  CHECK(has(verdict_on("int first() { return blockIdx.x; }\n", 2), "blockIdx exists in kernels"));
  CHECK(has(verdict_on("template <class F> __global__ void k(float* d, F f) { d[0] = f(d[1]); }\n"
                       "struct Host { float operator()(float x) const { return x; } };\n"
                       "void run(float* d) { k<<<1, 1>>>(d, Host{}); }\n",
                       2),
            "device code calls it"));
}

TEST_CASE("what is right on both sides stays right") {
  if (!clang_is_here()) return;
  CHECK(
      verdict_on("#include <algorithm>\n#include <cmath>\n#include <cassert>\n#include <cstdio>\n"
                 "const int tile = 32; const float half = 0.5f; constexpr int two() { return 2; }\n"
                 "__device__ int total; __managed__ int shared_by_both; __constant__ float c[4];\n"
                 "__host__ __device__ float square(float x) { return x * x; }\n"
                 "struct Pair { float a = 0, b = 0; };\n"
                 "template <class F> __global__ void apply(float* d, F f) { *d = f(*d); }\n"
                 "__global__ void k(float* d) {\n"
                 "  __shared__ float s[tile];\n"
                 "  Pair p; p.a = std::max(half, std::sqrt(square(d[0]))) + std::fabs(d[1]);\n"
                 "  s[threadIdx.x] = min(3, two()) * c[0] + p.a + powf(2.0f, 3.0f);\n"
                 "  __syncthreads();\n"
                 "  assert(s[0] > 0); printf(\"%f\\n\", s[1]); memset(d, 0, 4);\n"
                 "  auto own = [=](float x) { return x + d[0]; };\n"
                 "  d[0] = own(1); atomicAdd(&total, 1); shared_by_both = 1; long t = clock();\n"
                 "  d[1] = static_cast<float>(t) + __ldg(d);\n"
                 "}\n"
                 "void run(float* d) {\n"
                 "  apply<<<1, 1>>>(d, [] __device__(float x) { return x + 1; });\n"
                 "  std::printf(\"%f %d\\n\", square(2), shared_by_both); clock();\n"
                 "  cudaMemcpyToSymbol(total, d, 4); cudaLaunchKernel((void*)k, 1, 1, nullptr);\n"
                 "}\n",
                 0) == "");
}

TEST_CASE("without clang, or with one that is broken, builds go on") {
  const std::string code =
      "float square(float x) { return x; }\n__global__ void k(float* d) { *d = square(*d); }\n";
  for (const char* clang : {"", "/nowhere/clang++", "/bin/false"}) {
    Layout layout = Layout::configured();
    layout.clang = clang;
    const Workshop shop;
    const Build build = shop.build(tiny_submission(code), Backend::emulator, layout);
    CAPTURE(clang, build.output);
    CHECK(build.ok);
  }
}
