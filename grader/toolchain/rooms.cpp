#include "toolchain/rooms.hpp"

#include <system_error>
#include <utility>

#include "toolchain/tools.hpp"

namespace toolchain {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t file_bytes = std::uint64_t{256} << 20;
constexpr std::uint64_t processes = 512;  // nvcc starts some for each architecture, with threads
constexpr const char* search_path = "PATH=/usr/local/bin:/usr/bin:/bin";

sandbox::Room base_room(const Layout& layout) {
  sandbox::Room room;
  room.system = true;
  room.hidden = {layout.source_dir, layout.lib_dir};
  // ccache and its kin answer under the names of compilers, and write elsewhere.
  room.environment = {search_path, "CCACHE_DISABLE=1"};
  room.limits.file_bytes = file_bytes;
  room.limits.processes = processes;
  for (const fs::path& tool : {layout.cxx_compiler, layout.clang, layout.nvcc, layout.objcopy,
                               layout.readelf, layout.addr2line})
    show_home(room, tool);
  return room;
}

sandbox::Room building_room(const BuildPlace& place) {
  sandbox::Room room = base_room(place.layout);
  room.writable = {place.directory};
  room.folder = place.directory;
  room.environment.push_back("TMPDIR=" + place.directory.string());
  room.readable.push_back({place.directory / source_folder});
  return room;
}

}  // namespace

void show_home(sandbox::Room& room, const fs::path& tool) {
  if (tool.empty()) return;
  const fs::path found = find_program(tool.string());
  std::error_code error;
  const fs::path home = fs::canonical(found, error).parent_path();
  if (error) return;
  // The folder above its own, and that of a link by whose name it is started.
  for (const fs::path& folder : {home.parent_path(), found.parent_path()}) {
    if (folder.is_absolute() && folder.has_relative_path()) room.readable.push_back({folder});
  }
}

sandbox::Room compiler_room(const std::string& lab, const BuildPlace& place) {
  sandbox::Room room = building_room(place);
  const fs::path& root = place.layout.source_dir;
  room.readable.push_back({root / "grader/emulator/include"});
  room.readable.push_back({root / "grader/emulator/syntax"});
  if (!lab.empty()) room.readable.push_back({root / "labs" / lab / "lab.hpp"});
  return room;
}

sandbox::Room linker_room(const std::vector<fs::path>& files, const BuildPlace& place) {
  sandbox::Room room = building_room(place);
  for (const fs::path& file : files)
    if (!file.empty()) room.readable.push_back({file});
  return room;
}

sandbox::Room reading_room(const fs::path& file) {
  sandbox::Room room = base_room(Layout::configured());
  room.readable.push_back({file});
  return room;
}

ProcessOptions options_in(sandbox::Room room, const fs::path& working_directory,
                          std::chrono::seconds limit) {
  ProcessOptions options = compiler_options(working_directory, limit);
  options.room = std::move(room);
  return options;
}

}  // namespace toolchain
