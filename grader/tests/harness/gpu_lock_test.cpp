#include "harness/gpu_lock.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <sstream>

#include "harness/catch.hpp"
#include "toolchain/submission.hpp"

using catch_either::Contains;
using namespace harness;
using std::chrono::milliseconds;

namespace {

class Locks {
 public:
  Locks() {
    terms.folder = directory_.path() / "locks";
    terms.silent = milliseconds(20);
    terms.most = milliseconds(150);
    terms.say = &said;
  }
  std::filesystem::path file(const char* uuid) const {
    return terms.folder / (std::string(uuid) + ".lock");
  }
  GpuLock::Terms terms;
  std::ostringstream said;

 private:
  toolchain::TemporaryDirectory directory_;
};

/// Runs `work` in a process of its own; true where it returned true there.
template <class Work>
bool elsewhere(Work work) {
  const pid_t child = fork();
  if (child == 0) _exit(work() ? 0 : 1);
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

}  // namespace

TEST_CASE("one process at a time holds the lock of a GPU", "[gpu]") {
  Locks locks;
  {
    const GpuLock first("GPU-a", locks.terms);
    CHECK(first.held());
    CHECK(first.why_not().empty());
    CHECK(locks.said.str().empty());
    CHECK(elsewhere([&] { return !GpuLock("GPU-a", locks.terms).held(); }));
    CHECK(elsewhere([&] { return GpuLock("GPU-b", locks.terms).held(); }));

    const auto begin = std::chrono::steady_clock::now();
    const GpuLock second("GPU-a", locks.terms);  // a lock is a descriptor's, not a process's
    CHECK_FALSE(second.held());
    CHECK(std::chrono::steady_clock::now() - begin >= locks.terms.most);
    CHECK_THAT(second.why_not(), Contains(locks.file("GPU-a").string()));
    CHECK_THAT(locks.said.str(), Contains(waiting_for_gpu) && Contains("another grader"));
  }
  CHECK(elsewhere([&] { return GpuLock("GPU-a", locks.terms).held(); }));
}

TEST_CASE("a process that waits gets the lock when its holder dies", "[gpu]") {
  Locks locks;
  int ready[2];
  REQUIRE(pipe(ready) == 0);
  const pid_t holder = fork();
  if (holder == 0) {
    const GpuLock lock("GPU-a", locks.terms);
    if (write(ready[1], "x", 1) != 1) _exit(1);
    usleep(100'000);
    raise(SIGKILL);
  }
  char x = 0;
  REQUIRE(read(ready[0], &x, 1) == 1);
  locks.terms.most = std::chrono::seconds(20);
  const GpuLock lock("GPU-a", locks.terms);
  CHECK(lock.held());
  int status = 0;
  waitpid(holder, &status, 0);
  CHECK(WIFSIGNALED(status));
  close(ready[0]);
  close(ready[1]);
}

TEST_CASE("all users of the machine share the locks", "[gpu]") {
  Locks locks;
  const mode_t before = umask(077);
  { const GpuLock lock("GPU-a", locks.terms); }
  umask(before);
  struct stat folder = {}, file = {};
  REQUIRE(stat(locks.terms.folder.c_str(), &folder) == 0);
  REQUIRE(stat(locks.file("GPU-a").c_str(), &file) == 0);
  CHECK((folder.st_mode & 07777) == 01777);
  CHECK((file.st_mode & 0777) == 0444);
  if (geteuid() != 0) return;
  // What root has made serves another user, and the other way round.
  std::filesystem::permissions(locks.terms.folder.parent_path(), std::filesystem::perms(0755));
  constexpr uid_t nobody = 65534;
  CHECK(elsewhere([&] {
    return setuid(nobody) == 0 && GpuLock("GPU-a", locks.terms).held() &&
           GpuLock("GPU-theirs", locks.terms).held();
  }));
  CHECK(GpuLock("GPU-theirs", locks.terms).held());
  const GpuLock held("GPU-a", locks.terms);
  CHECK(elsewhere([&] { return setuid(nobody) == 0 && !GpuLock("GPU-a", locks.terms).held(); }));
}

TEST_CASE("what cannot be locked is said, and nothing else happens", "[gpu]") {
  Locks locks;
  locks.terms.folder = "/dev/null/locks";
  const GpuLock none("GPU-a", locks.terms);
  CHECK_FALSE(none.held());
  CHECK_THAT(none.why_not(), Contains("/dev/null/locks/GPU-a.lock"));

  Locks linked;  // a link could lead a lock anywhere
  std::filesystem::create_directory_symlink("/tmp", linked.terms.folder);
  CHECK_FALSE(GpuLock("GPU-a", linked.terms).held());
}

TEST_CASE("a name of no kind leads out of the folder", "[gpu]") {
  Locks locks;
  const GpuLock lock("../../x/y", locks.terms);
  CHECK(lock.held());
  CHECK(std::filesystem::exists(locks.file("______x_y")));
  const GpuLock any("", locks.terms);
  CHECK(any.held());
  CHECK(std::filesystem::exists(locks.file("any")));
}
