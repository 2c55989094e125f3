#include "worker/limits.hpp"

#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>

#include <cstdio>

namespace worker {
namespace {

constexpr rlim_t file_bytes = 1 << 20;
constexpr rlim_t open_files = 256;
constexpr rlim_t processes = 8192;  // of the user: a bound for runaways, far above honest use

void lower(__rlimit_resource which, rlim_t value) {
  rlimit limit = {};
  if (getrlimit(which, &limit) != 0) return;
  if (limit.rlim_max != RLIM_INFINITY && limit.rlim_max < value) value = limit.rlim_max;
  limit.rlim_cur = limit.rlim_max = value;
  setrlimit(which, &limit);
}

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
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  signal(SIGXFSZ, SIG_IGN);  // a write beyond the limit fails instead of ending the process
  lower(RLIMIT_CORE, 0);
  lower(RLIMIT_FSIZE, file_bytes);
  lower(RLIMIT_NOFILE, open_files);
  lower(RLIMIT_NPROC, processes);
  const std::uint64_t reserved = reserved_bytes();
  if (memory_bytes > 0 && reserved > 0) lower(RLIMIT_DATA, reserved + memory_bytes);
}

}  // namespace worker
