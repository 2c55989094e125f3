// A submission's symbols are its own: what it defines neither replaces anything of ours nor meets
// it.
#include "toolchain/build_steps.hpp"
#include "toolchain/rooms.hpp"
#include "toolchain/symbols.hpp"
#include "toolchain/tools.hpp"

namespace toolchain {
namespace {

/// The names that the object defines for the binding, one a line.
std::string asked_for(const Symbols& own, const std::filesystem::path& binding,
                      const BuildPlace& place) {
  if (binding.empty()) return "main\n";
  std::string names;
  for (const std::string& name : read_symbols(place.layout.readelf, binding).undefined) {
    if (own.defined_globally.contains(name)) names += name + "\n";
  }
  // objcopy takes an empty list for no list: name something that is nowhere.
  return names.empty() ? "sum_to_scan_keeps_nothing\n" : names;
}

}  // namespace

std::filesystem::path hide_symbols(const std::filesystem::path& object, const Symbols& symbols,
                                   const std::filesystem::path& binding,
                                   const std::filesystem::path& renames, const BuildPlace& place) {
  const std::filesystem::path list = place.file("kept_symbols");
  write_text(list, asked_for(symbols, binding, place));

  // Templates and inline functions lie in groups of which the linker keeps the first of all
  // objects. With its symbols hidden, such a group would replace that of libstdc++ or of the
  // emulator and leave their references without a target; so the groups are dissolved first.
  const std::filesystem::path dissolved = place.file("dissolved.o"),
                              hidden = place.file("hidden.o");
  const sandbox::Room room = linker_room({object, renames}, place);
  run_our_tool({place.layout.cxx_compiler, "-r", "-nostdlib", "-no-pie",
                "-Wl,--force-group-allocation", object, "-o", dissolved},
               room);
  std::vector<std::string> command = {place.layout.objcopy,
                                      "--keep-global-symbols=" + list.string()};
  if (!renames.empty()) command.push_back("--redefine-syms=" + renames.string());
  command.insert(command.end(), {dissolved.string(), hidden.string()});
  run_our_tool(command, room);
  return hidden;
}

}  // namespace toolchain
