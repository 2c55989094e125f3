#include "sandbox/bubblewrap.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <initializer_list>
#include <string_view>
#include <system_error>

#include "sandbox_config.hpp"

namespace sandbox {
namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

constexpr const char* shared_memory_bytes = "67108864";  // of a GPU's driver, between its threads

constexpr const char* system_names[] = {"/usr",
                                        "/bin",
                                        "/sbin",
                                        "/lib",
                                        "/lib32",
                                        "/lib64",
                                        "/libx32",
                                        "/etc/alternatives",
                                        "/etc/ld.so.conf.d"};

void add(Words& words, std::initializer_list<std::string> more) {
  words.insert(words.end(), more.begin(), more.end());
}

bool lies_in(const fs::path& path, const fs::path& folder) {
  const auto [end, ignored] = std::mismatch(folder.begin(), folder.end(), path.begin(), path.end());
  return end == folder.end();
}

void show(Words& words, const fs::path& path, const fs::path& as) {
  add(words, {"--ro-bind-try", path.string(), as.string()});
}

bool lies_in_any(const fs::path& path, const std::vector<fs::path>& folders) {
  return std::any_of(folders.begin(), folders.end(),
                     [&](const fs::path& folder) { return lies_in(path, folder); });
}

/// Where the system's files lie; links among them apart.
std::vector<fs::path> system_folders() {
  std::vector<fs::path> folders;
  for (const char* name : system_names) {
    std::error_code error;
    if (!fs::is_symlink(name, error) && fs::is_directory(name, error)) folders.emplace_back(name);
  }
  return folders;
}

/// The hidden folders that the system's would show, by their real names.
std::vector<fs::path> covered_folders(const Room& room) {
  const std::vector<fs::path> shown = system_folders();
  std::vector<fs::path> covered;
  for (const fs::path& folder : room.hidden) {
    std::error_code error;
    const fs::path real = fs::canonical(folder, error);
    if (!error && lies_in_any(real, shown)) covered.push_back(real);
  }
  return covered;
}

/// Whether the system's files include this one: it cannot be shown twice.
bool is_shown_by_system(const Room& room, const fs::path& path) {
  std::error_code error;
  const fs::path real = fs::canonical(path, error);
  return room.system && !error && lies_in_any(real, system_folders()) &&
         !lies_in_any(real, covered_folders(room));
}

/// Programs, libraries and headers of the system. Where /bin and its like are links into /usr, they
/// are the same links in the room.
void show_system(Words& words, const Room& room) {
  for (const char* name : system_names) {
    std::error_code error;
    if (fs::is_symlink(name, error))
      add(words, {"--symlink", fs::read_symlink(name, error).string(), name});
  }
  for (const fs::path& folder : system_folders()) show(words, folder, folder);
  for (const char* name : {"/etc/ld.so.cache", "/etc/ld.so.conf"}) show(words, name, name);
  for (const fs::path& folder : covered_folders(room)) add(words, {"--tmpfs", folder.string()});
}

void show_devices(Words& words, const Room& room) {
  for (const char* name : {"/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom"})
    add(words, {"--dev-bind-try", name, name});
  if (!room.gpu) return;
  add(words, {"--dev-bind-try", "/dev/dxg", "/dev/dxg"});  // WSL
  std::error_code error;
  for (const auto& entry : fs::directory_iterator("/dev", error)) {
    const std::string path = entry.path().string();
    if (entry.path().filename().string().starts_with("nvidia"))
      add(words, {"--dev-bind-try", path, path});
  }
  add(words, {"--size", shared_memory_bytes, "--tmpfs", "/dev/shm"});
  show(words, "/sys", "/sys");
}

}  // namespace

fs::path find_bubblewrap() {
  const char* const variable = std::getenv("PATH");
  std::string_view rest = variable != nullptr ? variable : "/usr/local/bin:/usr/bin:/bin";
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find(':'), rest.size());
    const fs::path folder = rest.substr(0, end);
    const fs::path program = folder / "bwrap";
    if (folder.is_absolute() && access(program.c_str(), X_OK) == 0) return program;
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return {};
}

Words bubblewrap_words(const Room& room) {
  Words words = {find_bubblewrap().string()};
  add(words, {"--unshare-user", "--unshare-pid", "--unshare-net", "--unshare-ipc", "--unshare-uts",
              "--unshare-cgroup-try", "--disable-userns", "--hostname", "room"});
  add(words, {"--cap-drop", "ALL", "--die-with-parent", "--as-pid-1"});
  if (room.system) show_system(words, room);
  show_devices(words, room);
  // Root's own number is enough to write some files there, also without root's rights. A GPU's
  // driver writes to its own process's: then all but processes is closed.
  add(words, {"--proc", "/proc"});
  if (!room.gpu) {
    add(words, {"--remount-ro", "/proc"});
  } else {
    for (const char* name : {"/proc/sys", "/proc/sysrq-trigger", "/proc/irq", "/proc/bus",
                             "/proc/fs", "/proc/acpi", "/proc/scsi", "/proc/driver"})
      show(words, name, name);
  }
  if (room.tmp_bytes > 0) add(words, {"--size", std::to_string(room.tmp_bytes), "--tmpfs", "/tmp"});
  for (const fs::path& folder : room.writable)
    add(words, {"--bind", folder.string(), folder.string()});
  for (const Shown& shown : room.readable) {
    if (!shown.as.empty())
      show(words, shown.path, shown.as);
    else if (!is_shown_by_system(room, shown.path))
      show(words, shown.path, shown.path);
  }
  show(words, configuration::launcher, launcher_in_room);
  add(words, {"--remount-ro", "/", "--chdir", room.folder.empty() ? "/" : room.folder.string()});
  words.emplace_back("--");
  return words;
}

}  // namespace sandbox
