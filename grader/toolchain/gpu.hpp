// The GPUs that CUDA offers to programs started here, as the driver tells them, and whether the
// toolkit of this build can serve them. Nothing here is linked with CUDA: a small program asks.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "toolchain/submission.hpp"

namespace toolchain {

/// Environment variable that names the compute capability to build for ("90") instead of that of
/// the card: for tests, and for programs that run elsewhere.
inline constexpr const char* capability_variable = "SUM_TO_SCAN_CUDA_ARCH";

struct Gpu {
  int index = 0;       ///< Its place among those that CUDA_VISIBLE_DEVICES leaves: --device.
  std::string name;    ///< "NVIDIA H200"
  std::string uuid;    ///< "GPU-8a1c5e2b-..."; empty where the driver tells none.
  int capability = 0;  ///< Compute capability times 10: 90 is 9.0.
};

struct Gpus {
  std::vector<Gpu> all;  ///< In CUDA's order.
  int driver_cuda = 0;   ///< Newest CUDA that the driver serves: 13000 is 13.0; 0: no driver.
  std::string problem;   ///< Where there is none: why, and what mends it. One or two sentences.
};

/// Asks the driver in a process of its own (`layout.gpu_probe`), as often as it is called: some
/// milliseconds without a GPU, up to seconds with several. Never throws.
Gpus find_gpus(const Layout& layout = Layout::configured());

/// What else is known of the machine where the probe has found no GPU.
struct Surroundings {
  bool has_device_file = false;  ///< /dev/nvidia0, or WSL's /dev/dxg.
  std::string visible_devices;   ///< CUDA_VISIBLE_DEVICES where it is set.
};
/// What the probe printed, made into Gpus. Lines that are none of its own are passed over.
Gpus parse_probe(std::string_view output, const Surroundings& around = {});

/// "9.0" for 90.
std::string capability_text(int capability);
/// "12.4" for 12040.
std::string cuda_version_text(int version);

/// What nvcc can build for, from `nvcc --list-gpu-code` and `--list-gpu-arch`.
struct NvccTargets {
  std::vector<int> machine_code;  ///< Capabilities, rising: 75, 80, ...
  std::vector<int> ptx;           ///< Likewise; the driver compiles PTX for newer cards.
};
/// Empty where nvcc does not answer.
NvccTargets nvcc_targets(const std::filesystem::path& nvcc);
NvccTargets parse_targets(std::string_view codes, std::string_view architectures);

/// How nvcc is called for a card.
struct CudaTarget {
  std::string option;    ///< "-gencode=arch=compute_90,code=sm_90"
  int machine_code = 0;  ///< Capability of the machine code; 0: there is none.
  int ptx = 0;           ///< Capability of the PTX; 0: there is none.
  /// "sm_90" or "sm_75 and PTX for 7.5"
  std::string text() const;
};
/// @param capability of the card; 0: any from 7.5 on, by PTX. A card that nvcc does not know gets
/// machine code of an older one of its generation, else PTX of an older generation; nothing where
/// it is older than all that nvcc knows.
std::optional<CudaTarget> cuda_target(const NvccTargets& known, int capability);

/// Whether a program that was built for `target` has an image for the card.
bool runs_on(const CudaTarget& target, int capability);

struct Service {
  std::optional<CudaTarget> target;  ///< Nothing where the card cannot be served.
  std::string problem;               ///< Why not, naming card and toolkit, and what mends it.
};
/// What programs are built for, so that they run on the card. Runs nvcc where it gets that far.
Service service_for(const Gpu& gpu, int driver_cuda, const Layout& layout = Layout::configured());

}  // namespace toolchain
