// The command line of bwrap for a room.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "sandbox/sandbox.hpp"

namespace sandbox {

/// Where the launcher lies in a room.
inline constexpr const char* launcher_in_room = "/launcher";

/// bwrap in PATH, or empty.
std::filesystem::path find_bubblewrap();

/// bwrap with all switches of the room, up to the program that it starts. Whether bwrap is
/// installed is not asked.
std::vector<std::string> bubblewrap_words(const Room& room);

}  // namespace sandbox
