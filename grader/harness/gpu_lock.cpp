#include "harness/gpu_lock.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cctype>
#include <cerrno>
#include <cstring>
#include <iostream>
#include <thread>

#include "harness/gpu_choice.hpp"
#include "harness/interrupt.hpp"

namespace harness {
namespace {

using Clock = std::chrono::steady_clock;
using toolchain::Descriptor;

constexpr const char* shared_folder = "/tmp/sum-to-scan-gpu";
constexpr auto look_again = std::chrono::milliseconds(50);

std::string file_name(const std::string& uuid) {
  std::string name = uuid.empty() ? std::string("any") : uuid;
  for (char& c : name)
    if (std::isalnum(static_cast<unsigned char>(c)) == 0 && c != '-') c = '_';
  return name + ".lock";
}

/// The folder that every user may put a lock into and nobody may take another's out of (1777, as
/// /tmp). Whoever comes first makes it.
Descriptor open_folder(const std::filesystem::path& folder) {
  if (mkdir(folder.c_str(), 0700) == 0) chmod(folder.c_str(), 01777);  // whatever the umask is
  return Descriptor(open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
}

/// A lock needs a descriptor and no right to write. So a file that is there is opened without
/// O_CREAT, which Linux refuses for another user's file in such a folder (fs.protected_regular).
Descriptor open_lock(int folder, const std::string& name) {
  constexpr int how = O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK;
  for (int attempt = 0; attempt < 3; ++attempt) {
    Descriptor there(openat(folder, name.c_str(), how));
    if (there || errno != ENOENT) return there;
    Descriptor made(openat(folder, name.c_str(), how | O_CREAT | O_EXCL, 0444));
    if (made) fchmod(made.get(), 0444);  // whatever the umask is
    if (made || errno != EEXIST) return made;
  }
  return {};
}

}  // namespace

GpuLock::GpuLock() : GpuLock(chosen_gpu() != nullptr ? chosen_gpu()->uuid : "", Terms()) {}

GpuLock::GpuLock(const std::string& uuid, const Terms& terms) {
  const std::filesystem::path folder = terms.folder.empty() ? shared_folder : terms.folder;
  const std::filesystem::path path = folder / file_name(uuid);
  const Descriptor inside = open_folder(folder);
  Descriptor file;
  if (inside) file = open_lock(inside.get(), file_name(uuid));
  if (!file) {
    why_not_ = "other graders may measure at the same time: " + path.string() +
               " cannot be opened: " + std::strerror(errno) + '.';
    return;
  }
  const auto begin = Clock::now();
  bool said = false;
  while (flock(file.get(), LOCK_EX | LOCK_NB) != 0) {
    const auto waited = Clock::now() - begin;
    if (errno != EWOULDBLOCK && errno != EINTR) {
      why_not_ = "other graders may measure at the same time: " + path.string() +
                 " cannot be locked: " + std::strerror(errno) + '.';
      return;
    }
    if (interrupt::requested() || waited >= terms.most) {
      why_not_ = "another grader measures on this GPU at the same time: it has held " +
                 path.string() + " all the while.";
      return;
    }
    if (!said && waited >= terms.silent) {
      (terms.say != nullptr ? *terms.say : std::cerr)
          << waiting_for_gpu << ": another grader measures on it (" << path.string() << ")"
          << std::endl;
      said = true;
    }
    std::this_thread::sleep_for(look_again);
  }
  file_ = std::move(file);
}

}  // namespace harness
