// The kept corpus of the readers, in the normal build: nothing breaks, and each file takes a
// moment.
#include <chrono>
#include <ctime>

#include "readers/readers.hpp"
#include "support.hpp"

namespace fs = std::filesystem;

TEST_CASE("every reader survives its corpus") {
  const fs::path corpus = fs::path(SUM_TO_SCAN_SOURCE_DIR) / "grader/tests/fuzz/corpus";
  for (const fuzz::Reader& reader : fuzz::readers()) {
    std::size_t files = 0;
    for (const auto& entry : fs::directory_iterator(corpus / reader.name)) {
      const std::string bytes = fuzz_test::read(entry.path());
      CAPTURE(entry.path().string());
      const std::clock_t begin = std::clock();  // the processor's time: the machine may be busy
      CHECK_NOTHROW(reader.read(bytes));
      CHECK(static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC < 1.0);
      ++files;
    }
    CAPTURE(std::string(reader.name));
    CHECK(files > 0);
  }
}
