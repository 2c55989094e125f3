// cheat: fills_the_disk
// lab: 2
// attempt: a file grows until the disk is full, or to 1 GiB
// verdict: policy
// reason: opens no files
// behind: not_done crash
// stopped by: the static rules: functions of the system
#include <cuda_runtime.h>

#include <fcntl.h>
#include <unistd.h>

#include "lab.hpp"

void array_sum(const float* d_in, float* d_sum, std::size_t n, int block_size) {
  const int file = open("/tmp/full", O_CREAT | O_WRONLY, 0600);
  static char block[1 << 16];
  for (int k = 0; k < 1 << 14 && write(file, block, sizeof block) > 0; ++k) {
  }
}
