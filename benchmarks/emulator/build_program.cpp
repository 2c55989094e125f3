// Builds a CUDA program with its own main for the emulator, as `lab emulate` does, and keeps it:
//
//     build_program FILE.cu FOLDER      prints the program's path
//
// `lab emulate` runs checked alone; the program itself takes more settings from its environment
// (grader/emulator/core/standalone.cpp).
#include <cstdio>

#include "toolchain/submission.hpp"

int main(int argc, char** argv) {
  if (argc != 3) {
    std::fprintf(stderr, "usage: build_program FILE.cu FOLDER\n");
    return 2;
  }
  const toolchain::Build build = toolchain::build_program(argv[1], argv[2]);
  std::fputs(build.output.c_str(), stderr);
  if (!build.ok) return 1;
  std::puts(build.program.c_str());
  return 0;
}
