#include "sandbox/sandbox.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <initializer_list>

#include "sandbox/bubblewrap.hpp"
#include "sandbox_config.hpp"

namespace sandbox {
namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

void add(Words& words, std::initializer_list<std::string> more) {
  words.insert(words.end(), more.begin(), more.end());
}

/// The launcher's options, up to the program.
void add_launcher(Words& words, const Room& room, Walls walls) {
  const bool own_processes = walls == Walls::bubblewrap;
  if (own_processes) words.emplace_back("--init");
  if (room.status >= 0) add(words, {"--status", std::to_string(room.status)});
  if (room.submission) words.emplace_back("--restrict");
  if (!room.processes) words.emplace_back("--no-processes");
  const auto limit = [&](const char* name, std::uint64_t value) {
    if (value > 0) add(words, {"--limit", fmt::format("{}={}", name, value)});
  };
  add(words, {"--limit", "core=0"});
  limit("processor_seconds", room.limits.processor_seconds);
  limit("address_space", room.limits.address_space);
  limit("file_bytes", room.limits.file_bytes);
  limit("open_files", room.limits.open_files);
  if (room.limits.processes > 0)
    limit("processes",
          own_processes ? room.limits.processes : std::max(room.limits.processes, plain_processes));
  words.emplace_back("--");
}

/// command[0] as the room shows it.
std::string program_in(const Room& room, const std::string& program) {
  for (const Shown& shown : room.readable)
    if (!shown.as.empty() && shown.path == program) return shown.as.string();
  return program;
}

}  // namespace

Words confined(const Words& command, const Room& room, Walls walls) {
  Words words;
  if (walls == Walls::bubblewrap) {
    words = bubblewrap_words(room);
    add(words, {launcher_in_room});
  } else {
    words = {configuration::launcher};
  }
  add_launcher(words, room, walls);
  words.push_back(walls == Walls::bubblewrap ? program_in(room, command.at(0)) : command.at(0));
  words.insert(words.end(), command.begin() + 1, command.end());
  return words;
}

Words confined(const Words& command, const Room& room) {
  return confined(command, room, choice().walls);
}

}  // namespace sandbox
