// Rooms in which programs run that read or are a submission: what they see of the disk, what they
// may write, and how much of the machine they may use.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace sandbox {

/// What keeps a room closed.
enum class Walls {
  plain,       ///< Limits and a filter of system calls; the disk stays as visible as it is to us.
  bubblewrap,  ///< Namespaces of its own, made by bwrap, and with them a disk of its own.
};

/// The walls of this machine, and why they are no better.
struct Choice {
  Walls walls = Walls::plain;
  std::string why_not;        ///< Why not bubblewrap, as the end of a sentence; else empty.
  bool installed = false;     ///< bwrap is there, whether it works or not.
  bool switched_off = false;  ///< By the variable.
};

/// Environment variable that chooses: `auto` (as if it were not set), `bubblewrap`, `off`.
inline constexpr const char* choice_variable = "SUM_TO_SCAN_SANDBOX";

/// Decides once for this process: tries a room, where the variable does not say `off`. Throws
/// std::runtime_error, each time, where it says `bubblewrap` and no room can be made, and where it
/// says something unknown.
const Choice& choice();

/// The sentence that a report owes its reader where walls are plain; else empty. Throws as
/// choice().
std::string warning();

/// Of each process in the room; 0 is no limit. Core files are never written.
struct Limits {
  std::uint64_t processor_seconds = 0;  ///< SIGXCPU then, SIGKILL a second later.
  std::uint64_t address_space = 0;      ///< Bytes.
  std::uint64_t file_bytes = 0;         ///< Size of a file. A submission's write beyond it
                                        ///< fails; other programs get SIGXFSZ.
  std::uint64_t open_files = 0;
  std::uint64_t processes = 0;  ///< In the room. With plain walls: `plain_processes` of the user.
};
/// With plain walls all processes of the user count: a bound for runaways, far above honest use.
inline constexpr std::uint64_t plain_processes = 8192;

/// A file or folder that can be read, under another path where `as` is not empty.
struct Shown {
  std::filesystem::path path;
  std::filesystem::path as = {};
};

struct Room {
  std::vector<Shown> readable;                  ///< What is not there is left out.
  std::vector<std::filesystem::path> writable;  ///< Folders, under their own paths.
  /// The system's programs, libraries and headers (/usr, /lib, ...), and, where these would show
  /// one of `hidden`, not that.
  bool system = false;
  std::vector<std::filesystem::path> hidden;
  bool gpu = false;              ///< The devices of NVIDIA's driver and what it reads of /sys.
  std::uint64_t tmp_bytes = 0;   ///< Size of an empty /tmp; 0: there is none.
  std::filesystem::path folder;  ///< Where the program starts; empty: / or, with plain walls, here.
  std::vector<std::string> environment;  ///< "NAME=value": all that the program has.
  Limits limits;
  bool submission = false;  ///< The program is one: no network, no signals to others, no tracing.
  bool processes = true;    ///< It may start others; a submission's threads are always its own.
  int status = -1;          ///< Descriptor for the launcher (launch_status.hpp), or none.
};

/// The command that runs `command` in the room; to be started with the room's environment. Its exit
/// code is the program's, or 128 + N where signal N ended it in a room of bubblewrap's. command[0]
/// is a path; where the room shows it under another, it is started by that.
std::vector<std::string> confined(const std::vector<std::string>& command, const Room& room,
                                  Walls walls);
std::vector<std::string> confined(const std::vector<std::string>& command, const Room& room);

/// The only variable, beside those that choose a GPU, that a worker has of our environment: by it
/// the grader's tests say how a worker of theirs shall misbehave.
inline constexpr const char* worker_variable = "FAKE_WORKER";

/// The room of a program that holds a submission. A static one sees itself (as /worker) and an
/// empty /tmp; one that needs a loader was built for a GPU: it sees the system's libraries and the
/// devices, too.
/// @param processor_seconds limit for all that it does
/// @param hidden            folders of the course
Room worker_room(const std::filesystem::path& program, double processor_seconds,
                 const std::vector<std::filesystem::path>& hidden);

}  // namespace sandbox
