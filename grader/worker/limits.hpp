// What a worker may use of the machine.
#pragma once

#include <cstdint>

namespace worker {

/// The limit that cannot hold from the start (sandbox::worker_room has the others): memory beyond
/// what is reserved by now. `memory_bytes` 0: memory is not bounded (CUDA reserves as much as it
/// likes). The process also ends with its parent.
void limit_process(std::uint64_t memory_bytes);

}  // namespace worker
