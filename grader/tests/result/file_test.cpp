#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <limits>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>

#include "harness/catch.hpp"
#include "result/result.hpp"
#include "sample.hpp"

using namespace result;
namespace fs = std::filesystem;

namespace {

class Folder {
 public:
  Folder() {
    std::string name = (fs::temp_directory_path() / "result test XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("mkdtemp");
    path_ = name;
  }
  ~Folder() { fs::remove_all(path_); }
  fs::path operator/(const char* name) const { return path_ / name; }
  std::size_t files() const {
    return static_cast<std::size_t>(
        std::distance(fs::directory_iterator(path_), fs::directory_iterator()));
  }

 private:
  fs::path path_;
};

void put(const fs::path& path, const std::string& text) { std::ofstream(path) << text; }
std::string get(const fs::path& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::string failure_of_writing(const fs::path& path) {
  try {
    write_file(path, {sample_lab()});
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return "written";
}

/// Runs `body` in a child whose files may not grow past `bytes`, as on a full disk; true where it
/// returned true.
template <class Body>
bool with_file_limit(rlim_t bytes, Body body) {
  const pid_t child = fork();
  if (child == 0) {
    signal(SIGXFSZ, SIG_IGN);
    const rlimit limit = {bytes, bytes};
    setrlimit(RLIMIT_FSIZE, &limit);
    _exit(body() ? 0 : 1);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

}  // namespace

TEST_CASE("a written result is read back") {
  const Folder folder;
  const fs::path path = folder / "result \"one\".json";
  write_file(path, {sample_lab()});
  CHECK(to_json(read_file(path)) == to_json({sample_lab()}));
  CHECK(folder.files() == 1);
  struct stat status {};
  REQUIRE(stat(path.c_str(), &status) == 0);
  CHECK((status.st_mode & 0600) == 0600);
  CHECK(get(path).back() == '\n');
}

TEST_CASE("a file that is there is replaced as a whole, also behind a link") {
  const Folder folder;
  put(folder / "real.json", "old");
  fs::create_symlink("real.json", folder / "link.json");
  write_file(folder / "link.json", {sample_lab()});
  CHECK(fs::is_symlink(folder / "link.json"));
  CHECK(read_file(folder / "real.json").size() == 1);
  CHECK(folder.files() == 2);
}

TEST_CASE("a full disk leaves the old file and no other") {
  const Folder folder;
  const fs::path path = folder / "result.json";
  put(path, "old");
  CHECK(with_file_limit(100, [&] {
    const std::string message = failure_of_writing(path);
    return message.find("result.json could not be written: File too large") != std::string::npos;
  }));
  CHECK(get(path) == "old");
  CHECK(folder.files() == 1);
}

TEST_CASE("a device is written to and reports that it is full") {
  CHECK(failure_of_writing("/dev/full").find("/dev/full could not be written: No space left") !=
        std::string::npos);
  CHECK(fs::is_character_file("/dev/full"));
  CHECK(failure_of_writing("/dev/null") == "written");
  CHECK(fs::is_character_file("/dev/null"));
}

TEST_CASE("places that cannot take a file are named") {
  const Folder folder;
  CHECK(failure_of_writing(folder / "none/result.json").find("No such file") != std::string::npos);
  fs::create_directory(folder / "sub");
  CHECK(failure_of_writing(folder / "sub").find("Is a directory") != std::string::npos);
}

TEST_CASE("a result that is refused leaves no file") {
  const Folder folder;
  Lab lab = sample_lab();
  lab.build_seconds = std::numeric_limits<double>::infinity();
  CHECK_THROWS_AS(write_file(folder / "result.json", {lab}), std::runtime_error);
  CHECK(folder.files() == 0);
}

TEST_CASE("files that are no results are refused with their name") {
  const Folder folder;
  const std::string missing = (folder / "none.json").string();
  CHECK_THROWS_WITH(read_file(missing),
                    "the result file " + missing + " could not be read: No such file or directory");
  const std::string text = (folder / "text.json").string();
  put(text, "{\"labs\": [");
  CHECK_THROWS_WITH(read_file(text), "the result file " + text + " is not JSON");
}
