// What a submission's process can reach, tried by `inmate` (inmate/inmate.cpp). The same holds for
// both kinds of walls, unless a test says that it does not.
#include <arpa/inet.h>
#include <dirent.h>
#include <netinet/in.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <sstream>
#include <string>
#include <thread>

#include "harness/catch.hpp"
#include "sandbox/sandbox.hpp"
#include "tests/sandbox/walls.hpp"
#include "toolchain/process.hpp"
#include "toolchain/submission.hpp"

namespace fs = std::filesystem;
using namespace std::chrono_literals;
using toolchain::ProcessResult;
using walls::bubblewrap_here;

namespace {

constexpr int could = 0, refused = 1;

sandbox::Room room_of_inmate() {
  return sandbox::worker_room(walls::inmate, 5, {SUM_TO_SCAN_SOURCE_DIR});
}

ProcessResult try_to(const std::string& what, const std::string& object = "",
                     const sandbox::Room& room = room_of_inmate()) {
  toolchain::ProcessOptions options;
  options.room = room;
  options.limit = 20s;
  ProcessResult result = toolchain::run({walls::inmate, what, object}, options);
  CAPTURE(what, object, result.error, result.start_error);
  CHECK(result.error.empty());
  return result;
}

/// Processes anywhere on this machine that have `word` on their command line.
int processes_with(const std::string& word) {
  int count = 0;
  for (const auto& entry : fs::directory_iterator("/proc")) {
    std::ifstream file(entry.path() / "cmdline", std::ios::binary);
    std::ostringstream text;
    text << file.rdbuf();
    count += text.str().find(word) != std::string::npos ? 1 : 0;
  }
  return count;
}

bool all_gone(const std::string& word) {
  for (int k = 0; k < 200; ++k) {
    if (processes_with(word) == 0) return true;
    std::this_thread::sleep_for(10ms);  // killed processes need a moment to go
  }
  return false;
}

/// A socket that waits for connections, of either family.
class Listener {
 public:
  Listener() : socket_(socket(AF_INET, SOCK_STREAM, 0)) {
    sockaddr_in address = {};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    REQUIRE(bind(socket_, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0);
    REQUIRE(listen(socket_, 1) == 0);
  }
  explicit Listener(const std::string& name) : socket_(socket(AF_UNIX, SOCK_STREAM, 0)) {
    sockaddr_un address = {};
    address.sun_family = AF_UNIX;
    std::memcpy(address.sun_path + 1, name.data(), name.size());
    const std::size_t length = offsetof(sockaddr_un, sun_path) + 1 + name.size();
    REQUIRE(bind(socket_, reinterpret_cast<sockaddr*>(&address), static_cast<socklen_t>(length)) ==
            0);
    REQUIRE(listen(socket_, 1) == 0);
  }
  ~Listener() { close(socket_); }
  Listener(const Listener&) = delete;
  Listener& operator=(const Listener&) = delete;
  std::string port() const {
    sockaddr_in address = {};
    socklen_t length = sizeof address;
    getsockname(socket_, reinterpret_cast<sockaddr*>(&address), &length);
    return std::to_string(ntohs(address.sin_port));
  }

 private:
  int socket_;
};

}  // namespace

TEST_CASE("the disk of a submission is empty") {
  const std::string course = SUM_TO_SCAN_SOURCE_DIR;
  const toolchain::TemporaryDirectory neighbour;
  std::ofstream(neighbour.path() / "other.cu") << "x";
  const std::string files[] = {"/etc/passwd", course + "/labs/02_shared_reduction/reference.cpp",
                               course + "/solutions/02_shared_reduction/shared_reduction.cu",
                               (neighbour.path() / "other.cu").string(), "/usr/bin/env"};
  for (const std::string& file : files) {
    REQUIRE(fs::exists(file));
    if (bubblewrap_here("reading " + file)) CHECK(try_to("read", file).exit_code == refused);
  }
  if (!bubblewrap_here("the list of what is there")) return;
  const ProcessResult root = try_to("list", "/");
  for (const char* name : {"\nusr\n", "\nhome\n", "\netc\n", "\nwork\n"})
    CHECK(("\n" + root.output).find(name) == std::string::npos);
  CHECK(root.output.find("worker\n") != std::string::npos);
  CHECK(try_to("list", "/tmp").output.find("sum-to-scan") == std::string::npos);
}

TEST_CASE("the system's files are shown once, and without what is hidden") {
  if (!bubblewrap_here("a room with the system's files")) return;
  toolchain::ProcessOptions options;
  options.room = sandbox::Room();
  options.room->system = true;
  const auto lists = [&](const char* folder) {
    return toolchain::run({"/usr/bin/ls", folder}, options);
  };
  const std::string all = lists("/usr").output;
  CHECK(all.find("share\n") != std::string::npos);
  CHECK_FALSE(lists("/usr/share").output.empty());
  // Shown already: there is no place for it to be shown at.
  options.room->readable = {{"/usr/bin/ls"}, {"/bin/ls"}, {"/usr/no/such/file"}};
  CHECK(lists("/usr").output == all);
  options.room->hidden = {"/usr/share"};
  const ProcessResult hidden = lists("/usr/share");
  CHECK(hidden.ok());
  CHECK(hidden.output.empty());
  options.room->readable = {{"/usr/share/dpkg"}};
  CHECK(lists("/usr/share").output == "dpkg\n");
}

TEST_CASE("nothing outside /tmp can be written, and /tmp is its own") {
  if (!bubblewrap_here("writing")) return;
  for (const char* path :
       {"/file", "/worker", "/launcher", "/dev/file", "/proc/self/comm", "/usr/file"})
    CHECK(try_to("write", path).exit_code == refused);
  const std::string file = "/tmp/sum-to-scan-inmate-" + std::to_string(getpid());
  CHECK(try_to("write", file).exit_code == could);
  CHECK_FALSE(fs::exists(file));
}

TEST_CASE("filling /tmp ends where /tmp does") {
  if (!bubblewrap_here("filling /tmp")) return;
  sandbox::Room room = room_of_inmate();
  room.tmp_bytes = 5 << 20;
  const ProcessResult result = try_to("fill", "/tmp", room);
  CHECK(result.output == "5242880 bytes, each file cut\n");
}

TEST_CASE("a file ends at its limit, without a signal") {
  const toolchain::TemporaryDirectory folder;
  sandbox::Room room = room_of_inmate();
  room.writable = {folder.path()};
  room.limits.file_bytes = 100000;
  CHECK(try_to("fill", folder.path().string(), room).output ==
        std::to_string(64 * 100000) + " bytes, each file cut\n");
}

TEST_CASE("a compiler that would write more ends by a signal") {
  const toolchain::TemporaryDirectory folder;
  sandbox::Room room = room_of_inmate();
  room.submission = false;
  room.writable = {folder.path()};
  room.limits.file_bytes = 100000;
  CHECK(try_to("fill", folder.path().string(), room).signal == SIGXFSZ);
}

TEST_CASE("there is no network") {
  const Listener port;
  CHECK(try_to("connect", port.port()).exit_code == refused);
  sandbox::Room room = room_of_inmate();
  room.submission = false;  // then its walls alone have to hold
  if (bubblewrap_here("walls against a connection"))
    CHECK(try_to("connect", port.port(), room).exit_code == refused);
  else
    CHECK(try_to("connect", port.port(), room).exit_code == could);

  const std::string name = "sum-to-scan-" + std::to_string(getpid());
  const Listener abstract(name);
  if (bubblewrap_here("walls against names without a file"))
    CHECK(try_to("connect to name", name).exit_code == refused);
}

TEST_CASE("the environment is the room's") {
  setenv("SUM_TO_SCAN_SECRET", "4711", 1);
  CHECK(getenv("PATH") != nullptr);
  sandbox::Room room = room_of_inmate();
  room.environment = {"ONE=1"};
  std::string output = try_to("environment", "", room).output;
  unsetenv("SUM_TO_SCAN_SECRET");
  if (const std::size_t at = output.find("PWD=/\n"); at != std::string::npos) output.erase(at, 6);
  CHECK(output == "ONE=1\n");
}

TEST_CASE("others cannot be killed, limited, traced or read") {
  signal(SIGCHLD, SIG_DFL);
  for (const char* whom : {"parent", "0", "-1"}) CHECK(try_to("kill", whom).exit_code == refused);
  for (const char* what : {"signal by descriptor", "limit parent", "trace parent"})
    CHECK(try_to(what).exit_code == refused);
  prctl(PR_SET_DUMPABLE, 0);  // as a grader does
  CHECK(try_to("kill", std::to_string(getpid())).exit_code == refused);
  CHECK(try_to("read parent").exit_code == refused);
  prctl(PR_SET_DUMPABLE, 1);
  CHECK(try_to("new namespace").exit_code == refused);
}

TEST_CASE("threads run, processes do not") {
  CHECK(try_to("thread").exit_code == could);
  CHECK(try_to("fork").exit_code == refused);
  CHECK(try_to("daemon").exit_code == refused);
  sandbox::Room room = room_of_inmate();
  room.processes = true;
  CHECK(try_to("fork", "", room).exit_code == could);
}

TEST_CASE("a room ends with its program, whoever hides in it") {
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  sandbox::Room room = room_of_inmate();
  room.processes = true;
  if (!bubblewrap_here("processes that left their group")) return;
  const std::string mark = "mark-" + std::to_string(getpid());
  CHECK(try_to("daemon", mark, room).exit_code == could);
  CHECK(all_gone(mark));

  toolchain::ProcessOptions options;
  options.room = room;
  options.limit = 1s;
  const ProcessResult many = toolchain::run({walls::inmate, "explode", mark}, options);
  CHECK(many.timed_out);
  CHECK(all_gone(mark));
}

TEST_CASE("limits hold before the first constructor") {
  sandbox::Room room = room_of_inmate();
  room.limits = {};
  room.limits.processor_seconds = 7;
  room.limits.file_bytes = 12345;
  room.limits.open_files = 33;
  CHECK(try_to("limits", "", room).output == "7 12345 33 0\n");
}

TEST_CASE("how a program ended is known") {
  CHECK(try_to("exit", "0").exit_code == 0);
  CHECK(try_to("exit", "77").exit_code == 77);
  const ProcessResult aborted = try_to("abort");
  CHECK(aborted.signal == SIGABRT);
  CHECK(aborted.exit_code == -1);
  sandbox::Room room = room_of_inmate();
  room.limits.processor_seconds = 1;
  CHECK(try_to("spin", "", room).signal == SIGXCPU);
}

TEST_CASE("a program that is not there is a start error in a room, too") {
  toolchain::ProcessOptions options;
  options.room = sandbox::Room();
  const ProcessResult result = toolchain::run({"/no/such/program"}, options);
  CHECK(result.start_error == "No such file or directory");
  CHECK(result.exit_code == -1);
}
