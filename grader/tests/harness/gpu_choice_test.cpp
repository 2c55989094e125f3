#include "harness/gpu_choice.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "harness/catch.hpp"

using catch_either::Contains;
using namespace harness;
namespace fs = std::filesystem;

namespace {

/// Sets an environment variable for a while; null takes it away.
class Variable {
 public:
  Variable(const char* name, const char* value) : name_(name) {
    if (const char* const now = std::getenv(name)) before_ = now;
    set(value);
  }
  ~Variable() { set(before_ ? before_->c_str() : nullptr); }
  Variable(const Variable&) = delete;
  Variable& operator=(const Variable&) = delete;

 private:
  void set(const char* value) const {
    if (value != nullptr)
      setenv(name_, value, 1);
    else
      unsetenv(name_);
  }
  const char* name_;
  std::optional<std::string> before_;
};

void put_program(const fs::path& path, const std::string& body) {
  std::ofstream(path) << "#!/bin/sh\n" << body << '\n';
  fs::permissions(path, fs::perms::owner_all);
}

const toolchain::Gpus two = {{{0, "First", "GPU-a", 90}, {1, "Second", "GPU-b", 75}}, 13000, ""};

}  // namespace

TEST_CASE("a device is a number, on the command line or in the variable", "[gpu]") {
  std::string error;
  {
    const Variable unset(device_variable, nullptr);
    CHECK_FALSE(wanted_device(std::nullopt, error));
    CHECK(wanted_device("0", error) == 0);
    CHECK(wanted_device("12", error) == 12);
  }
  const Variable set(device_variable, "3");
  CHECK(wanted_device(std::nullopt, error) == 3);
  CHECK(wanted_device("1", error) == 1);
  CHECK(error.empty());
  for (const char* wrong : {"", "-1", "x", "1 ", "1x", "99999999999999"}) {
    error.clear();
    CHECK_FALSE(wanted_device(wrong, error));
    CHECK_THAT(error, Contains("--device is '" + std::string(wrong) + "'"));
  }
  const Variable nonsense(device_variable, "first");
  error.clear();
  CHECK_FALSE(wanted_device(std::nullopt, error));
  CHECK_THAT(error, Contains("SUM_TO_SCAN_DEVICE is 'first'"));
}

TEST_CASE("a device that is not there is wrong use, none at all is no device", "[gpu]") {
  const toolchain::TemporaryDirectory folder;
  toolchain::Layout layout = toolchain::Layout::configured();
  layout.nvcc = folder.path() / "nvcc";
  layout.cuda_version = "13.0.48";
  layout.capability = 0;
  put_program(layout.nvcc, "printf 'sm_75\\nsm_90\\ncompute_75\\ncompute_90\\n'");

  const GpuChoice first = pick_gpu(two, std::nullopt, layout);
  REQUIRE(first.gpu);
  CHECK(first.gpu->uuid == "GPU-a");
  CHECK(first.target.text() == "sm_90");
  CHECK(first.problem.empty());
  const GpuChoice second = pick_gpu(two, 1, layout);
  REQUIRE(second.gpu);
  CHECK(second.gpu->uuid == "GPU-b");
  CHECK(second.target.text() == "sm_75");

  const GpuChoice third = pick_gpu(two, 2, layout);
  CHECK_FALSE(third.gpu);
  CHECK(third.is_there);
  CHECK(third.exit_code == result::ExitCode::usage);
  CHECK_THAT(third.problem, Contains("is 2") && Contains("2 GPUs here, 0 to 1"));
  toolchain::Gpus one = two;
  one.all.pop_back();
  CHECK_THAT(pick_gpu(one, 1, layout).problem, Contains("one GPU here, number 0"));

  const GpuChoice none = pick_gpu({{}, 0, "There is none."}, 2, layout);
  CHECK_FALSE(none.is_there);
  CHECK(none.exit_code == result::ExitCode::no_device);
  CHECK(none.problem == "There is none.");

  layout.nvcc.clear();
  const GpuChoice unusable = pick_gpu(two, std::nullopt, layout);
  CHECK_FALSE(unusable.gpu);
  CHECK(unusable.is_there);
  CHECK(unusable.exit_code == result::ExitCode::no_device);
  CHECK_THAT(unusable.problem, Contains("toolkit"));
}

TEST_CASE("a worker sees one of the GPUs that this process sees", "[gpu]") {
  CHECK(visible_device(nullptr, 0) == "0");
  CHECK(visible_device(nullptr, 3) == "3");
  CHECK(visible_device("2,5", 0) == "2");
  CHECK(visible_device("2,5", 1) == "5");
  CHECK(visible_device("GPU-8a1c, MIG-1234", 1) == "MIG-1234");
}

TEST_CASE("who else computes on the GPU is told by nvidia-smi", "[gpu]") {
  const std::string rows =
      "GPU-a, 4711, /usr/bin/python3\n"
      "GPU-b, 12, other\n"
      "GPU-a, 99, [Not Found]\n"
      "GPU-a, [N/A], x\n"
      "not a row\n"
      "GPU-a, 5, /opt/my, own/tool\x1b[2J\n";
  CHECK(users_in(rows, "GPU-a") ==
        "python3 (process 4711), a program (process 99), tool?[2J (process 5)");
  CHECK(users_in(rows, "GPU-b") == "other (process 12)");
  CHECK(users_in(rows, "GPU-c").empty());
  CHECK(users_in("", "GPU-a").empty());

  const toolchain::TemporaryDirectory folder;
  const Variable path("PATH", folder.path().c_str());
  CHECK(other_users(two.all[0]).empty());  // there is no nvidia-smi
  put_program(folder.path() / "nvidia-smi",
              "case \"$*\" in\n*--query-compute-apps=gpu_uuid,pid,process_name*csv,noheader*)\n"
              "  echo 'GPU-a, 4711, /usr/bin/python3';;\nesac");
  CHECK(other_users(two.all[0]) == "python3 (process 4711)");
  CHECK(other_users(two.all[1]).empty());
  CHECK(other_users({0, "No name", "", 90}).empty());
  put_program(folder.path() / "nvidia-smi", "echo 'GPU-a, 4711, /usr/bin/python3'; exit 9");
  CHECK(other_users(two.all[0]).empty());
}
