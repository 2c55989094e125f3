// A worker without a grader: the call that a profiler looks at.
#include "harness/profile_command.hpp"

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "harness/catch.hpp"
#include "harness/data.hpp"
#include "toolchain/process.hpp"
#include "toolchain/submission.hpp"
#include "worker/profiled_call.hpp"

using namespace harness;
namespace fs = std::filesystem;

namespace {

const std::vector<Function>& functions() {
  static const std::vector<Function> all = {{"array_sum", {"d_in"}, {"d_sum"}}};
  return all;
}
std::vector<ExpectedOutput> reference(const Problem&) { return {{{0.0}, {}, Element::f32}}; }
const LabCode lab_code = {&functions, &reference, nullptr, nullptr, nullptr};

/// `worker --profiled-call` of a submission whose array_sum does this.
toolchain::ProcessResult profiled(const std::string& body, bool with_inputs = true) {
  const toolchain::TemporaryDirectory directory;
  const fs::path& folder = directory.path();
  const fs::path source = folder / "sum.cu";
  std::ofstream(source) << "#include \"lab.hpp\"\n#include <stdexcept>\n"
                           "__global__ void add(const float* in, float* sum, std::size_t n) {\n"
                           "  float all = 0;\n"
                           "  for (std::size_t k = 0; k < n; ++k) all += in[k];\n"
                           "  printf(\"sum %g of %d\\n\", all, static_cast<int>(n));\n"
                           "  *sum = all;\n}\n"
                           "void array_sum(const float* d_in, float* d_sum, std::size_t n, int) {\n"
                        << body << "}\n";
  fs::create_directory(folder / "build");
  const toolchain::Build build = toolchain::build_worker(
      source, "02_shared_reduction", toolchain::Backend::emulator, folder / "build");
  INFO(build.output);
  REQUIRE(build.ok);
  Case asked;
  asked.data = Data::literal;
  asked.literal = {1, 2, 3.5};
  asked.n = asked.literal.size();
  ArrayFiles files;
  const PreparedCall call = prepare_call(asked, 1, lab_code, files);
  write_profiled_call(folder, call, files);
  if (!with_inputs) fs::remove(folder / worker::profiled_inputs_file);
  return toolchain::run({build.program.string(), worker::profiled_call_option, folder.string()});
}

}  // namespace

TEST_CASE("a worker makes the call of a folder, with its data", "[profile]") {
  const auto result = profiled("  add<<<1, 1>>>(d_in, d_sum, n);\n  cudaGetLastError();\n");
  INFO(result.error);
  CHECK(result.exit_code == 0);
  CHECK(result.output == "sum 6.5 of 3\n");
  CHECK(result.error.empty());
}

TEST_CASE("a profiled call that fails says so", "[profile]") {
  const auto threw = profiled("  throw std::runtime_error(\"no way\");\n");
  CHECK(threw.exit_code == 1);
  CHECK(threw.error == "profiled call: no way\n");
  const auto failed = profiled("  add<<<1, 4096>>>(d_in, d_sum, n);\n");
  CHECK(failed.exit_code == 1);
  CHECK(failed.error == "profiled call: cudaErrorInvalidValue\n");
  const auto nothing = profiled("", false);
  CHECK(nothing.exit_code == 1);
  CHECK(nothing.error == "profiled call: the files of the call cannot be opened\n");
}

TEST_CASE("counters that a profile is compared with", "[profile]") {
  worker::Counters counters;
  counters.loads.requests = 3;
  counters.loads.sectors = 12;
  counters.stores.requests = 1;
  counters.shared_loads.wavefronts = 40;
  counters.shared_loads.ideal_wavefronts = 8;
  const nlohmann::json json = to_json(counters);
  CHECK(json.at("global_loads").at("requests") == 3);
  CHECK(json.at("global_loads").at("sectors") == 12);
  CHECK(json.at("global_stores").at("requests") == 1);
  CHECK(json.at("shared_loads").at("bank_conflicts") == 32);
  CHECK(json.at("shared_stores").at("bank_conflicts") == 0);
}
