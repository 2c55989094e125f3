// `lab doctor`: what this machine has, what is missing, and the command that gets it.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "pipeline/context.hpp"
#include "pipeline/course.hpp"

namespace pipeline {

/// One row of the doctor's table.
struct Finding {
  std::string what;   ///< "compiler"
  std::string found;  ///< Version and place, or "not found".
  bool good = true;
  std::string mend;  ///< The command or step that gets it; empty where nothing is needed.
};

/// What grading needs: tools, graders, and a trial of the whole road through the emulator.
std::vector<Finding> examine_grading(const Context& context, const Course& course);
/// nvcc, driver, GPUs and whether they fit: nice to have.
std::vector<Finding> examine_gpu(const Context& context);
/// Emulator, sandbox, cores, memory.
std::vector<Finding> examine_machine(const Context& context);

/// Prints all three; pass where grading works here, else grader_error.
result::ExitCode doctor(const Context& context, const Course& course);

/// The nvcc that is found first: in PATH, in $CUDA_HOME/bin, in /usr/local/cuda/bin; else empty.
std::filesystem::path find_nvcc();

}  // namespace pipeline
