// A folder for submissions and one for builds, both with names that a shell would stumble over.
#pragma once

#include <filesystem>
#include <fstream>
#include <string>

#include "toolchain/submission.hpp"

inline constexpr const char* lab_02 = "02_shared_reduction";

/// A right submission for lab 02, on one thread; `before` is put in front of the function.
inline std::string tiny_submission(const std::string& before = "") {
  return "#include \"lab.hpp\"\n" + before +
         "__global__ void kernel(const float* d_in, float* d_sum, std::size_t n) {\n"
         "  float sum = 0;\n"
         "  for (std::size_t i = 0; i < n; ++i) sum += d_in[i];\n"
         "  *d_sum = sum;\n"
         "}\n"
         "void array_sum(const float* d_in, float* d_sum, std::size_t n, int) {\n"
         "  kernel<<<1, 1>>>(d_in, d_sum, n);\n"
         "}\n";
}

class Workshop {
 public:
  Workshop() {
    std::filesystem::create_directories(submissions());
    std::filesystem::create_directories(build_directory());
  }
  std::filesystem::path submissions() const { return root_.path() / "it's my \"work\""; }
  std::filesystem::path build_directory() const { return root_.path() / "the $(build) `dir`"; }
  std::filesystem::path put(const std::string& name, const std::string& text) const {
    std::ofstream(submissions() / name, std::ios::binary) << text;
    return submissions() / name;
  }
  toolchain::Build build(const std::string& text,
                         toolchain::Backend backend = toolchain::Backend::emulator,
                         const toolchain::Layout& layout = toolchain::Layout::configured()) const {
    return toolchain::build_worker(put("my \"sum\".cu", text), lab_02, backend, build_directory(),
                                   layout);
  }

 private:
  toolchain::TemporaryDirectory root_;
};
