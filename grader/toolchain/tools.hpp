// Running the programs of a build, with the failures that are not the submission's told apart.
#pragma once

#include <chrono>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "toolchain/process.hpp"

namespace toolchain {

/// Options for a compiler or linker that reads the submission: messages in English, limits on time
/// and memory (a submission can make a compiler run for ever). They have no room yet: rooms.hpp.
ProcessOptions compiler_options(const std::filesystem::path& working_directory,
                                std::chrono::seconds limit = std::chrono::seconds(60));

/// Runs a program and returns what came of it, also where its exit code is not 0. Throws Failure:
/// grader_error where it is not installed, the disk is full or it died of the machine's doing;
/// build_failed where it did not end in its time.
ProcessResult run_tool(const std::vector<std::string>& command, const ProcessOptions& options);

/// Runs a program that has no reason to fail, in a room. Throws Failure (grader_error) where it
/// does.
ProcessResult run_our_tool(const std::vector<std::string>& command, const sandbox::Room& room);

/// Writes a file whole; throws Failure (grader_error) with the system's reason.
void write_text(const std::filesystem::path& path, std::string_view text);

}  // namespace toolchain
