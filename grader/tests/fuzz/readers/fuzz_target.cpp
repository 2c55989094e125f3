// What libFuzzer calls. FUZZ_READER is the name of the reader that this program is for.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

#include "readers.hpp"

namespace {

const fuzz::Reader& this_reader() {
  for (const fuzz::Reader& reader : fuzz::readers())
    if (reader.name == FUZZ_READER) return reader;
  std::fprintf(stderr, "No reader is named %s.\n", FUZZ_READER);
  std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const fuzz::Reader& reader = this_reader();
  try {
    reader.read({reinterpret_cast<const char*>(data), size});
  } catch (const std::exception& broken) {
    std::fprintf(stderr, "Broken: %s\n", broken.what());
    std::abort();
  }
  return 0;
}
