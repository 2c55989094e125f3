#include <elf.h>
#include <fcntl.h>
#include <unistd.h>

#include <cmath>
#include <cstdlib>

#include "sandbox/sandbox.hpp"

namespace sandbox {
namespace {

constexpr std::uint64_t file_bytes = 1 << 20;
constexpr std::uint64_t open_files = 256;
constexpr std::uint64_t processes = 1024;  // and threads
constexpr std::uint64_t tmp_bytes = 16 << 20;

/// Which of several GPUs is meant; for the tests of the grader, how a worker shall misbehave.
constexpr const char* passed_on[] = {"CUDA_VISIBLE_DEVICES", "CUDA_DEVICE_ORDER", worker_variable};

/// Whether the program names a loader. One that cannot be read will not start anyway.
bool needs_loader(const std::filesystem::path& program) {
  const int file = open(program.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return false;
  Elf64_Ehdr header = {};
  bool found = false;
  if (pread(file, &header, sizeof header, 0) == sizeof header) {
    for (unsigned k = 0; k < header.e_phnum && !found; ++k) {
      Elf64_Phdr segment = {};
      const auto at = static_cast<off_t>(header.e_phoff + k * sizeof segment);
      if (pread(file, &segment, sizeof segment, at) != sizeof segment) break;
      found = segment.p_type == PT_INTERP;
    }
  }
  close(file);
  return found;
}

}  // namespace

Room worker_room(const std::filesystem::path& program, double processor_seconds,
                 const std::vector<std::filesystem::path>& hidden) {
  Room room;
  room.readable = {{program, "/worker"}};
  room.hidden = hidden;
  room.system = room.gpu = needs_loader(program);
  room.processes = room.gpu;  // a driver starts helpers
  room.tmp_bytes = tmp_bytes;
  room.submission = true;
  // A second later than the worker's own watchdog, which knows more.
  room.limits.processor_seconds = static_cast<std::uint64_t>(std::ceil(processor_seconds)) + 1;
  room.limits.file_bytes = file_bytes;
  room.limits.open_files = open_files;
  room.limits.processes = processes;
  for (const char* name : passed_on)
    if (const char* const value = std::getenv(name))
      room.environment.push_back(std::string(name) + "=" + value);
  return room;
}

}  // namespace sandbox
