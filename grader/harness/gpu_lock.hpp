// One grader at a time measures on a GPU: a lock that all users of the machine share.
#pragma once

#include <chrono>
#include <filesystem>
#include <ostream>
#include <string>

#include "toolchain/descriptor.hpp"

namespace harness {

/// Holds the lock of one GPU while it lives. Hold it while timing and no longer; a process that
/// dies gives it back. One thread of a process may hold the lock of a GPU at a time.
///
///     const GpuLock lock;                  // of the GPU that this grader has chosen
///     if (!lock.held()) note(lock.why_not());
///     ... timed runs ...
class GpuLock {
 public:
  /// Where and how long to wait; tests name their own folder and times.
  struct Terms {
    std::filesystem::path folder;  ///< Empty: /tmp/sum-to-scan-gpu, which everybody may use.
    std::chrono::milliseconds silent = std::chrono::seconds(1);  ///< Wait this long unannounced.
    std::chrono::milliseconds most = std::chrono::minutes(10);   ///< Then go on without it.
    std::ostream* say = nullptr;  ///< Where waiting is announced; null: stderr.
  };

  /// Waits for the lock of the GPU that choose_gpu() has chosen (gpu_choice.hpp); of one that all
  /// share where none was chosen. Throws nothing: without a lock the times are as good as the
  /// machine is quiet, and held() says so.
  GpuLock();
  /// Of the GPU with this UUID; anything but letters, digits and "-" in it counts as "_".
  GpuLock(const std::string& uuid, const Terms& terms);
  GpuLock(const GpuLock&) = delete;
  GpuLock& operator=(const GpuLock&) = delete;

  bool held() const { return static_cast<bool>(file_); }
  /// Why it is not held, as a sentence; else empty.
  const std::string& why_not() const { return why_not_; }

 private:
  toolchain::Descriptor file_;  // its end gives the lock back
  std::string why_not_;
};

/// First words of the announcement, by which `lab` knows it.
inline constexpr const char* waiting_for_gpu = "waiting for the GPU";

}  // namespace harness
