// What a program with its own main leaves behind for `lab emulate`, in a file that both map: what
// it did wrong, and what each of its kernels moved and did.
#pragma once

#include <cstdint>

#include "worker/counters.hpp"
#include "worker/report_page.hpp"

namespace worker {

/// All launches of one kernel.
struct KernelCounts {
  char kernel[80] = {};  ///< Cut where it is longer.
  Counters counts;
};

inline constexpr unsigned max_kernels = 32;

struct ProgramPage {
  ReportPage report;
  std::uint32_t kernel_count = 0;
  KernelCounts kernels[max_kernels];    ///< In the order of their first launches.
  std::uint64_t launches_left_out = 0;  ///< Of kernels for which there was no place.
};

/// Environment variable that names the file, which has the page's size.
inline constexpr const char* program_page_variable = "EMU_REPORT";

}  // namespace worker
