// The second compiler, where it is installed.
#include "harness/catch.hpp"
#include "toolchain/process.hpp"
#include "toolchain/submission.hpp"
#include "workshop.hpp"

using namespace toolchain;
using result::Verdict;

TEST_CASE("nvcc compiles a right submission and explains a wrong one") {
  const Workshop shop;
  const auto right = compile_with_nvcc(shop.put("it's \"a b\".cu", tiny_submission()), lab_02,
                                       shop.build_directory());
  if (!right) {
    WARN("no nvcc here: nothing to test");
    CHECK(find_program("nvcc").empty());
    return;
  }
  INFO(right->output);
  CHECK(right->ok);
  CHECK(right->output.empty());
  CHECK(std::filesystem::is_regular_file(right->program));

  const auto wrong = compile_with_nvcc(
      shop.put("wrong.cu", "#include \"lab.hpp\"\n__global__ void k() {\n  int x = 1\n}\n"), lab_02,
      shop.build_directory());
  REQUIRE(wrong);
  INFO(wrong->output);
  CHECK_FALSE(wrong->ok);
  CHECK(wrong->verdict == Verdict::build_failed);
  CHECK(wrong->line == 4);
  CHECK(wrong->output.find("wrong.cu(4): error: expected a \";\"") != std::string::npos);
}

TEST_CASE("the CUDA worker links where the CUDA backend was configured") {
  if (Layout::configured().nvcc.empty()) return;
  const Workshop shop;
  const Build build =
      shop.build(tiny_submission("#include <vector>\nstd::vector<int> v(3);\n"), Backend::cuda);
  INFO(build.output);
  CHECK(build.ok);
  CHECK(std::filesystem::is_regular_file(build.program));

  const Build missing = shop.build("int x;\n", Backend::cuda);
  INFO(missing.output);
  CHECK(missing.verdict == Verdict::build_failed);
  CHECK(missing.output.find("array_sum(const float*, float*, unsigned long, int) is not defined") !=
        std::string::npos);
}
