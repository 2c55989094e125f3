// The executable behind every lab: grade_NN_slug. Each has a five-line main that hands over here.
#pragma once

#include <string>
#include <vector>

#include "harness/lab.hpp"

namespace harness {

/// Of the lab's manifest (labs/NN_slug/lab.cmake), filled in by the build.
struct Manifest {
  std::string lab;    ///< "02_shared_reduction"
  std::string title;  ///< "Shared-memory reduction"
  std::string file;   ///< "shared_reduction.cu"
  int tasks = 1;
  double reference_seconds =
      1;  ///< Processor time of the reference solution's longest check on the
          ///< machine that `calibration` describes; limits follow from it.
};

/// The lab's own code, which lies in the executable while the harness is a shared library.
struct LabCode {
  const std::vector<Function>& (*functions)();
  std::vector<ExpectedOutput> (*reference)(const Problem&);
  void (*cpu_one_core)(const Problem&, std::vector<std::vector<float>>&);
  void (*cpu_all_cores)(const Problem&, std::vector<std::vector<float>>&);
  TimingPlan (*timing)();
};

/// Command line: Catch2's own, and
///   --submission FILE   default: the starter's file
///   --result FILE       write result.json there
///   --seed S            default 1
///   --backend auto|emulator|cuda
///   --n N --block B --repeat R    one check and timing, in the form of the lesson programs
///   --progress-fd FD    one line "done total name" per check, for `lab`
/// Returns a result::ExitCode as int: listing gives 0, a filter that matches nothing 2.
int grade(int argc, char** argv, const Manifest& manifest, const LabCode& code);

/// For the generated main of a lab's executable.
inline int grader_main(int argc, char** argv, const Manifest& manifest) {
  return grade(
      argc, argv, manifest,
      {&lab::functions, &lab::reference, &lab::cpu_one_core, &lab::cpu_all_cores, &lab::timing});
}

}  // namespace harness
