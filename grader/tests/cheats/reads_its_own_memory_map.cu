// cheat: reads_its_own_memory_map
// lab: 2
// attempt: the answer is looked for in /proc/self/maps and behind
// verdict: policy
// reason: opens no files
// behind: not_done crash
// stopped by: the static rules: functions of the system
#include <cuda_runtime.h>

#include <fstream>
#include <string>

#include "lab.hpp"

void array_sum(const float* d_in, float* d_sum, std::size_t n, int block_size) {
  std::ifstream maps("/proc/self/maps");
  for (std::string line; std::getline(maps, line);) std::puts(line.c_str());
}
