// Headers and names of libraries
#include "support.hpp"

using namespace frontend_test;

TEST_CASE("what belongs to the exercise or to C++ is allowed") {
  const std::string source =
      GENERATE(as<std::string>{}, "#include <cuda_runtime.h>", "#include <cooperative_groups.h>",
               "#include <cooperative_groups/reduce.h>", "#include <cuda/atomic>",
               "#include \"lab.hpp\"", "// #include <cub/cub.cuh>", "int cub = 3; cub = 4;",
               "namespace thrust { }", "x.cub::y;", "int tex1D = 3;");
  CHECK(translated(source) == source);
}

TEST_CASE("libraries that do the work are calls of a library") {
  const std::string source =
      GENERATE(as<std::string>{}, "#include <cub/block/block_scan.cuh>", "#include <thrust/scan.h>",
               "#include <moderngpu/kernel_scan.hxx>", "cub::BlockScan<int, 3> s; cub::X y;",
               "::thrust::sort(a, b);", "using namespace thrust;", "namespace c = cub;");
  const Issue issue = only_issue("\n" + source);
  CHECK(issue.kind == IssueKind::library_call);
  CHECK(issue.line == 2);
}

TEST_CASE("what the emulator does not offer is unsupported") {
  const std::string source =
      GENERATE(as<std::string>{}, "#include <cuda.h>", "#include <mma.h>", "#include <cuda_fp16.h>",
               "#include <cublas_v2.h>", "#include <curand_kernel.h>", "#include <cuda/std/array>",
               "float a = tex2D<float>(t, 1, 2);", "surf2Dwrite(a, s, 1, 2);",
               "cudaTextureObject_t t;", "using namespace nvcuda;");
  const Issue issue = only_issue("\n" + source);
  CHECK(issue.kind == IssueKind::unsupported);
  CHECK(issue.line == 2);
  CHECK(issue.message.back() == '.');
}
