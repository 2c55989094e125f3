// This test program as a worker: started with FAKE_WORKER set, it behaves as the variable says and
// never comes to its main.
#pragma once

#include <cstdlib>
#include <filesystem>

namespace fake_worker {

inline const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe");

/// The next worker that is started behaves so.
inline void behave(const char* how) { setenv("FAKE_WORKER", how, 1); }

}  // namespace fake_worker
