// The rooms in which compilers and their kin read a submission: they see the system's programs and
// headers, and of the course what this one build needs; they write into the build's folder alone.
#pragma once

#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

#include "sandbox/sandbox.hpp"
#include "toolchain/build_steps.hpp"
#include "toolchain/process.hpp"

namespace toolchain {

/// A compiler's: the emulator's headers, and lab.hpp of `lab` (may be empty). The submission that
/// take_source() has put there can be read only.
sandbox::Room compiler_room(const std::string& lab, const BuildPlace& place);

/// A linker's and objcopy's: `files` of the course, and the build's folder.
sandbox::Room linker_room(const std::vector<std::filesystem::path>& files, const BuildPlace& place);

/// Of a program that only reads `file`.
sandbox::Room reading_room(const std::filesystem::path& file);

/// Shows where a tool and what belongs to it lie, if not among the system's files: the folder above
/// its own, as of /opt/gcc/bin/g++.
void show_home(sandbox::Room& room, const std::filesystem::path& tool);

/// compiler_options() in a room, starting in `working_directory`.
ProcessOptions options_in(sandbox::Room room, const std::filesystem::path& working_directory,
                          std::chrono::seconds limit = std::chrono::seconds(60));

}  // namespace toolchain
