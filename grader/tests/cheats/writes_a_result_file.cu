// cheat: writes_a_result_file
// lab: 2
// attempt: the result document is written where the grader would write it
// verdict: policy
// reason: opens no files
// behind: not_done crash
// stopped by: the static rules: functions of the system
#include <cuda_runtime.h>

#include <cstdio>

#include "lab.hpp"

void array_sum(const float* d_in, float* d_sum, std::size_t n, int block_size) {
  if (FILE* result = std::fopen("result.json", "w")) {
    std::fputs("[{\"verdict\": \"pass\", \"points\": 100}]", result);
    std::fclose(result);
  }
}
