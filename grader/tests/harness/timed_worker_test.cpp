// Timed calls with real workers. On the emulator nothing is measured, but every step is taken.
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>

#include "harness/catch.hpp"
#include "harness/timed_runs.hpp"
#include "toolchain/submission.hpp"

using namespace harness;
using result::Verdict;

namespace {

const std::vector<Function>& functions() {
  static const std::vector<Function> all = {{"array_sum", {"d_in"}, {"d_sum"}}};
  return all;
}
std::vector<ExpectedOutput> reference(const Problem& problem) {
  ExpectedOutput sum;
  sum.values = {0};
  for (const float x : problem.inputs[0]) sum.values[0] += static_cast<double>(x);
  if (!problem.exact) sum.bound = {1};
  return {sum};
}
TimingPlan timing() { return {}; }
const LabCode lab_code = {&functions, &reference, nullptr, nullptr, &timing};

constexpr char kernel[] = R"(
#include <cuda_runtime.h>
#include "lab.hpp"
__global__ void add(const float* d_in, float* d_sum, std::size_t n) {
  float sum = 0;
  for (std::size_t i = 0; i < n; ++i) sum += d_in[i];
  *d_sum = sum;
}
)";
constexpr char honest[] = R"(
void array_sum(const float* d_in, float* d_sum, std::size_t n, int) {
  add<<<1, 1>>>(d_in, d_sum, n);
}
)";
constexpr char remembers[] = R"(
void array_sum(const float* d_in, float* d_sum, std::size_t n, int) {
  static const float* last_in = nullptr;
  static float last_sum = 0;
  if (d_in == last_in) {
    cudaMemcpy(d_sum, &last_sum, sizeof(float), cudaMemcpyHostToDevice);
    return;
  }
  add<<<1, 1>>>(d_in, d_sum, n);
  cudaMemcpy(&last_sum, d_sum, sizeof(float), cudaMemcpyDeviceToHost);
  last_in = d_in;
}
)";
constexpr char says_that_it_is_called[] = R"(
#include <cstdio>
void array_sum(const float* d_in, float* d_sum, std::size_t n, int) {
  std::puts("called");
  add<<<1, 1>>>(d_in, d_sum, n);
}
)";
constexpr char throws[] = R"(
void array_sum(const float*, float*, std::size_t, int) { throw 1; }
)";
constexpr char writes_input[] = R"(
__global__ void spoil(float* d_in) { d_in[7] += 1; }
void array_sum(const float* d_in, float* d_sum, std::size_t n, int) {
  add<<<1, 1>>>(d_in, d_sum, n);
  spoil<<<1, 1>>>(const_cast<float*>(d_in));
}
)";

TimedResult time_on_the_emulator(const std::string& function, std::size_t n = 1000,
                                 std::string* printed = nullptr) {
  prepare_this_process();
  const toolchain::TemporaryDirectory directory;
  const std::filesystem::path source = directory.path() / "sum.cu";
  std::ofstream(source) << kernel << function;
  const toolchain::Build build = toolchain::build_worker(
      source, "02_shared_reduction", toolchain::Backend::emulator, directory.path());
  INFO(build.output);
  REQUIRE(build.ok);
  const TimedPlan plan = {.n = n, .repeats = 4};
  TimedData data(lab_code, plan, 1);
  TimedProgram program(build.program, data, Compared::yes);
  while (data.next())
    if (!program.run()) break;
  if (printed != nullptr) *printed = program.printed();
  return program.result();
}

}  // namespace

TEST_CASE("a real worker takes the steps of timed calls") {
  const TimedResult timed = time_on_the_emulator(honest);
  CHECK(timed.complete());
  CHECK(timed.wall_ms.size() == 4);
  CHECK(timed.kernel_ms.empty());  // an emulated time is none
  CHECK(timed.messages_ms > 0);    // the steps without a call
  CHECK(timed.median_ms == 0);
  CHECK(timed.outcome == Verdict::pass);
  CHECK_FALSE(timed.pageable_ms);
  CHECK(timed.device.starts_with("emulator"));
}

TEST_CASE("a sum that is remembered is wrong in the second timed run") {
  const TimedResult timed = time_on_the_emulator(remembers);
  CHECK(timed.verdict == Verdict::wrong_answer);
  REQUIRE(timed.finding);
  CHECK(timed.finding->at_case == "n = 1000, block_size = 256, warm-up 2 of the timed runs");
}

TEST_CASE("of long arrays a real worker hands back windows") {
  const TimedResult timed = time_on_the_emulator(honest, TimedData::most_fresh + 5);
  CHECK(timed.complete());
  CHECK(timed.wall_ms.size() == 4);
  const TimedResult remembered = time_on_the_emulator(remembers, TimedData::most_fresh + 5);
  CHECK(remembered.verdict == Verdict::wrong_answer);
  REQUIRE(remembered.finding);
  CHECK(remembered.finding->at_case == "n = 16777221, block_size = 256, timed run 1 of 4");
}

TEST_CASE("where messages alone are measured, nothing of the submission is called") {
  std::string printed;
  const TimedResult timed = time_on_the_emulator(says_that_it_is_called, 1000, &printed);
  CHECK(timed.complete());
  CHECK(timed.messages_ms > 0);
  std::size_t calls = 0;
  for (std::size_t at = 0; (at = printed.find("called", at)) != std::string::npos; ++at) ++calls;
  CHECK(calls == 2 + 4 + 1);  // warm-ups, timed runs, end to end
}

TEST_CASE("what a timed call throws, and what it writes to, is judged as in any other") {
  CHECK(time_on_the_emulator(throws).verdict == Verdict::crash);
  CHECK(time_on_the_emulator(writes_input).verdict == Verdict::input_modified);
}
