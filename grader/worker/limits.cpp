#include "worker/limits.hpp"

#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>

#include <algorithm>
#include <cstdio>

#include "worker/profiled_call.hpp"

namespace worker {
namespace {

// Private writable memory that this process has reserved so far.
std::uint64_t reserved_bytes() {
  std::FILE* const status = std::fopen("/proc/self/status", "r");
  if (status == nullptr) return 0;
  char line[256];
  unsigned long long kib = 0;
  while (std::fgets(line, sizeof line, status) != nullptr)
    if (std::sscanf(line, "VmData: %llu kB", &kib) == 1) break;
  std::fclose(status);
  return kib * 1024;
}

}  // namespace

void limit_process(std::uint64_t memory_bytes) {
  if (!is_profiled_call()) prctl(PR_SET_PDEATHSIG, SIGKILL);
  const std::uint64_t reserved = reserved_bytes();
  if (memory_bytes == 0 || reserved == 0) return;
  rlimit limit = {};
  if (getrlimit(RLIMIT_DATA, &limit) != 0) return;
  limit.rlim_cur = limit.rlim_max = std::min<rlim_t>(limit.rlim_max, reserved + memory_bytes);
  setrlimit(RLIMIT_DATA, &limit);
}

}  // namespace worker
