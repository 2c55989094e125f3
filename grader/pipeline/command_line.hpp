// The command line of `lab`, read into one request.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "pipeline/bench.hpp"
#include "pipeline/emulate.hpp"
#include "pipeline/grading.hpp"
#include "pipeline/hints.hpp"
#include "pipeline/profile.hpp"
#include "pipeline/run.hpp"
#include "pipeline/submission.hpp"

namespace pipeline {

struct GradeRequest {
  std::vector<std::string> labs;  ///< As typed; empty: all.
  Source source;
  GradingOptions options;
  std::filesystem::path json;  ///< Empty: no such report.
  bool all = false;
};
struct ListRequest {};
struct DoctorRequest {};
struct ExplainRequest {
  std::string code;  ///< Empty: list all.
};
struct TestRequest {
  bool thorough = false;
};
struct SelfCheckRequest {
  std::vector<std::string> labs;  ///< As typed; empty: all.
};
/// --help and --version.
struct PrintRequest {
  std::string text;
};

using Request = std::variant<PrintRequest, DoctorRequest, ListRequest, GradeRequest, RunRequest,
                             HintRequest, ExplainRequest, EmulateRequest, TestRequest,
                             SelfCheckRequest, BenchRequest, ProfileRequest>;

struct CommandLine {
  Request request;
  bool no_color = false;
};

/// `arguments` without the program's name. `jobs` is the default of --jobs. Throws a usage Failure.
CommandLine parse_command_line(const std::vector<std::string>& arguments, unsigned jobs);

}  // namespace pipeline
