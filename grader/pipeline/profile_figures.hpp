// The three figures of a profiled kernel, and its counters beside the emulator's.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "pipeline/profile_csv.hpp"

namespace pipeline {

/// Why warps did not go on, and how much of their time that took.
struct StallReason {
  std::string name;    ///< ncu's: "long_scoreboard"
  double percent = 0;  ///< Of the time of all active warps.
};

struct KernelFigures {
  std::string name;  ///< Without parameters: "reduce_kernel"
  std::optional<double> microseconds;
  std::optional<double> memory_percent;     ///< Of the peak throughput of the GPU's memory.
  std::optional<double> occupancy_percent;  ///< Warps that were active, of those there is room for.
  std::vector<StallReason> stalls;          ///< Falling; without the time in which warps went on.
};
KernelFigures figures_of(const ProfiledKernel& kernel);

/// "waits for data of global memory": what a reason of ncu's means.
std::string stall_text(const std::string& name);
/// One sentence each on what the figure says and where to look.
std::string memory_text(double percent);
std::string occupancy_text(double percent);

/// One counter, by the emulator and by the hardware, over all kernels of the call.
struct Comparison {
  std::string what;  ///< "global load sectors"
  double emulator = 0, hardware = 0;
  /// Of the emulator's from the hardware's; nothing where the hardware counted none.
  std::optional<double> difference_percent() const;
};
/// Those that both have. `counted`: what the grader's profile_command has written.
std::vector<Comparison> comparisons_of(const nlohmann::json& counted,
                                       const std::vector<ProfiledKernel>& kernels);

/// What ncu is asked for. `with_ideal`: also what shared memory would need without conflicts, which
/// some versions do not know.
std::vector<std::string> ncu_options(bool with_ideal);

}  // namespace pipeline
