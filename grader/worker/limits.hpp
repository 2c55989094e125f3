// What a worker may use of the machine.
#pragma once

#include <cstdint>

namespace worker {

/// Ends this process with the grader's, forbids core files, and bounds the size of files, the
/// number of open files and of processes, and the memory beyond what is already reserved.
/// `memory_bytes` 0: memory is not bounded (CUDA reserves as much as it likes).
void limit_process(std::uint64_t memory_bytes);

}  // namespace worker
