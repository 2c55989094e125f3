// Which GPU a grader works on.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "result/verdict.hpp"
#include "toolchain/gpu.hpp"
#include "toolchain/submission.hpp"

namespace harness {

/// Environment variable that chooses where --device does not.
inline constexpr const char* device_variable = "SUM_TO_SCAN_DEVICE";

/// What --device or the variable says: which of the GPUs that CUDA shows, or nothing. Sets `error`
/// to a sentence where it is no number of one.
std::optional<int> wanted_device(const std::optional<std::string>& option, std::string& error);

struct GpuChoice {
  std::optional<toolchain::Gpu> gpu;  ///< Nothing where none can be used.
  bool is_there = false;              ///< There is one, whether it can be used or not.
  /// Why not: usage, where a number was given and there are fewer; no_device else.
  result::ExitCode exit_code = result::ExitCode::pass;
  std::string problem;           ///< The sentence; empty where there is a GPU.
  toolchain::CudaTarget target;  ///< What is built for it.
};

/// Picks number `wanted` (or the first) of `gpus`, if programs of this build can run on it.
GpuChoice pick_gpu(const toolchain::Gpus& gpus, std::optional<int> wanted,
                   const toolchain::Layout& layout = toolchain::Layout::configured());

/// What CUDA_VISIBLE_DEVICES has to be, so that a program sees only GPU `index` of those that it
/// would see where the variable has this value (null: where it is not set).
std::string visible_device(const char* visible_now, int index);

/// Asks for the GPUs and picks one. Workers that are started from now on see that one alone, by
/// CUDA_VISIBLE_DEVICES in this process's environment: call it before there are other threads, and
/// once.
GpuChoice choose_gpu(std::optional<int> wanted);
/// What choose_gpu() has chosen in this process; null before.
const toolchain::Gpu* chosen_gpu();

/// Who else computes on the GPU, by nvidia-smi: "python3 (process 4711)" for each, or empty where
/// nobody does or nothing tells (no nvidia-smi, a container, WSL). Ask while no worker of this
/// process runs: a worker would be one of them.
std::string other_users(const toolchain::Gpu& gpu);
/// The same from nvidia-smi's rows "uuid, pid, name".
std::string users_in(const std::string& rows, const std::string& uuid);

}  // namespace harness
