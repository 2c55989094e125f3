// What GPUs are here and what is built for them. No test needs a GPU; what a driver prints is made
// up by scripts.
#include "toolchain/gpu.hpp"

#include <filesystem>
#include <fstream>

#include "harness/catch.hpp"
#include "toolchain/process.hpp"

using catch_either::Contains;
using namespace toolchain;

namespace {

namespace fs = std::filesystem;

/// A folder with programs that are shell scripts.
class Programs {
 public:
  fs::path put(const std::string& name, const std::string& body) const {
    const fs::path path = folder_.path() / name;
    std::ofstream(path) << "#!/bin/sh\n" << body << '\n';
    fs::permissions(path, fs::perms::owner_all);
    return path;
  }

 private:
  TemporaryDirectory folder_;
};

/// nvcc of a toolkit that knows these cards.
std::string nvcc_script(const std::string& codes, const std::string& architectures) {
  return "case $1 in --list-gpu-code) printf '" + codes + "';; --list-gpu-arch) printf '" +
         architectures + "';; esac";
}

Layout layout_with(const fs::path& nvcc, const std::string& version, int capability = 0) {
  Layout layout = Layout::configured();
  layout.nvcc = nvcc;
  layout.cuda_version = version;
  layout.capability = capability;
  return layout;
}

const Gpu h200 = {0, "NVIDIA H200", "GPU-1", 90};
const NvccTargets toolkit_13 = {{75, 80, 86, 89, 90, 100, 103, 120},
                                {75, 80, 86, 89, 90, 100, 103, 120}};

}  // namespace

TEST_CASE("what the probe prints becomes GPUs in the driver's order", "[gpu]") {
  const Gpus gpus = parse_probe(
      "driver 13000\n"
      "gpu 0 90 GPU-8a1c5e2b-0000-1111-2222-333344445555 NVIDIA H200\n"
      "noise of a library\n"
      "gpu 1 75 - Tesla T4\n");
  CHECK(gpus.problem.empty());
  CHECK(gpus.driver_cuda == 13000);
  REQUIRE(gpus.all.size() == 2);
  CHECK(gpus.all[0].name == "NVIDIA H200");
  CHECK(gpus.all[0].uuid == "GPU-8a1c5e2b-0000-1111-2222-333344445555");
  CHECK(gpus.all[0].capability == 90);
  CHECK(gpus.all[1].index == 1);
  CHECK(gpus.all[1].uuid.empty());
  CHECK(gpus.all[1].name == "Tesla T4");
}

TEST_CASE("without a GPU the sentence says why and what mends it", "[gpu]") {
  const auto problem = [](const char* output, const Surroundings& around = {}) {
    const Gpus gpus = parse_probe(output, around);
    CHECK(gpus.all.empty());
    return gpus.problem;
  };
  const char* const no_library = "no_library libcuda.so.1: cannot open shared object file\n";
  CHECK(problem(no_library) == "There is no NVIDIA GPU here, or no driver for it.");
  CHECK_THAT(problem(no_library, {true, ""}),
             Contains("cannot open shared object file") && Contains("install the driver"));
  const char* const none = "driver 12040\nfailed cuInit 100 CUDA_ERROR_NO_DEVICE\n";
  CHECK_THAT(problem(none),
             Contains("cuInit gave CUDA_ERROR_NO_DEVICE (100)") && Contains("--gpus all"));
  CHECK_THAT(problem(none, {true, "7"}), Contains("CUDA_VISIBLE_DEVICES is \"7\""));
  CHECK_THAT(problem("driver 12040\nfailed cuInit 803 CUDA_ERROR_SYSTEM_DRIVER_MISMATCH\n"),
             Contains("restart the machine"));
  CHECK_THAT(problem("driver 12040\n"), Contains("does not answer"));  // it hung
  CHECK_FALSE(problem("").empty());
  CHECK_FALSE(problem("gpu\ngpu 0\ngpu x 90 - y\ngpu 0 0 - none\n").empty());
}

TEST_CASE("the probe of this build answers, and one that is missing is no crash", "[gpu]") {
  const Gpus here = find_gpus();
  CAPTURE(here.problem);
  CHECK(here.all.empty() != here.problem.empty());
  CHECK(here.problem.find("could not be found out") == std::string::npos);

  Layout layout = Layout::configured();
  layout.gpu_probe = "/nowhere/probe";
  CHECK_FALSE(find_gpus(layout).problem.empty());
  const Programs programs;
  layout.gpu_probe = programs.put("probe", "echo driver 13000; echo gpu 0 120 - A card");
  REQUIRE(find_gpus(layout).all.size() == 1);
  CHECK(find_gpus(layout).all[0].capability == 120);
  layout.gpu_probe = programs.put("crash", "echo driver 13000; kill -SEGV $$");
  CHECK_THAT(find_gpus(layout).problem, Contains("does not answer"));
}

TEST_CASE("nvcc's lists are read, whatever their order", "[gpu]") {
  const NvccTargets targets =
      parse_targets("sm_75\nsm_110\nsm_103\nsm_90\n", "compute_75\ncompute_90\ncompute_103\n");
  CHECK(targets.machine_code == std::vector<int>{75, 90, 103, 110});
  CHECK(targets.ptx == std::vector<int>{75, 90, 103});
  CHECK(parse_targets("nvcc fatal: unknown option\n", "").machine_code.empty());
}

TEST_CASE("programs are built for the card: machine code where nvcc can, else PTX", "[gpu]") {
  struct Row {
    int capability;
    const char* option;
  };
  // Machine code runs on cards of its major version from its minor one on, PTX on all newer cards
  // (CUDA C++ Programming Guide, binary and PTX compatibility).
  for (const Row& row : {Row{90, "-gencode=arch=compute_90,code=sm_90"},
                         {120, "-gencode=arch=compute_120,code=sm_120"},
                         {121, "-gencode=arch=compute_120,code=sm_120"},
                         {87, "-gencode=arch=compute_86,code=sm_86"},
                         {130, "-gencode=arch=compute_120,code=compute_120"},
                         {110, "-gencode=arch=compute_103,code=compute_103"},
                         {0, "-arch=sm_75"}}) {
    CAPTURE(row.capability);
    const auto target = cuda_target(toolkit_13, row.capability);
    REQUIRE(target);
    CHECK(target->option == row.option);
    if (row.capability != 0) CHECK(runs_on(*target, row.capability));
  }
  CHECK_FALSE(cuda_target(toolkit_13, 70));  // older than all
  CHECK_FALSE(cuda_target(toolkit_13, 61));
  const auto any = cuda_target({{50, 60, 75, 80}, {50, 60, 75, 80}}, 0);
  REQUIRE(any);
  CHECK(any->option == "-arch=sm_75");
  CHECK(runs_on(*any, 75));
  CHECK(runs_on(*any, 120));
  CHECK_FALSE(runs_on(*any, 70));
  CHECK_FALSE(runs_on(*cuda_target(toolkit_13, 100), 90));
  CHECK_FALSE(runs_on(*cuda_target(toolkit_13, 90), 100));
  CHECK_FALSE(runs_on(*cuda_target(toolkit_13, 86), 80));
  CHECK(any->text() == "sm_75 and PTX for 7.5 and newer");
}

TEST_CASE("where card, driver and toolkit do not fit, the sentence names them", "[gpu]") {
  const Programs programs;
  const fs::path nvcc = programs.put(
      "nvcc", nvcc_script("sm_75\\nsm_90\\nsm_100\\n", "compute_75\\ncompute_90\\ncompute_100\\n"));
  const auto problem = [](const Gpu& gpu, int driver, const Layout& layout) {
    const Service service = service_for(gpu, driver, layout);
    CHECK(service.target.has_value() == service.problem.empty());
    return service.problem;
  };

  const Service good = service_for(h200, 13000, layout_with(nvcc, "13.0.48"));
  REQUIRE(good.target);
  CHECK(good.target->text() == "sm_90");
  CHECK(problem(h200, 13010, layout_with(nvcc, "13.0.48")).empty());
  CHECK(problem(h200, 12000, layout_with(nvcc, "12.8.1")).empty());  // machine code: minor is free

  CHECK_THAT(problem(h200, 12040, layout_with(nvcc, "13.0.48")),
             Contains("The driver serves CUDA 12.4") && Contains("toolkit 13.0") &&
                 Contains("NVIDIA H200 (compute capability 9.0)"));
  CHECK_THAT(problem(h200, 13000, layout_with("", "")), Contains("no CUDA toolkit was found"));
  CHECK_THAT(problem(h200, 13000, layout_with("/nowhere/nvcc", "13.0")),
             Contains("/nowhere/nvcc does not answer"));
  CHECK_THAT(problem({0, "Quadro P4000", "", 61}, 13000, layout_with(nvcc, "13.0.48")),
             Contains("7.5 to 10.0") && Contains("Quadro P4000 (compute capability 6.1)"));
  CHECK_THAT(problem(h200, 13000, layout_with(nvcc, "13.0.48", 100)),
             Contains("built for sm_100") && Contains("compute capability 9.0") &&
                 Contains(capability_variable));
  const Gpu newer = {0, "A newer card", "", 130};
  CHECK(problem(newer, 13020, layout_with(nvcc, "13.0.48")).empty());  // by PTX
  CHECK_THAT(problem(newer, 13000, layout_with(nvcc, "13.2.1")),
             Contains("A newer card") && Contains("13.2") && Contains("newer driver"));
}

TEST_CASE("versions and capabilities as people write them", "[gpu]") {
  CHECK(capability_text(75) == "7.5");
  CHECK(capability_text(103) == "10.3");
  CHECK(cuda_version_text(12040) == "12.4");
  CHECK(cuda_version_text(13000) == "13.0");
}
