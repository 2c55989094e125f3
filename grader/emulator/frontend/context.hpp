// What the rewrites of one file share.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "frontend.hpp"
#include "region.hpp"

namespace emulator::frontend {

struct Context {
  std::vector<Issue>& issues;
  std::set<std::string, std::less<>> kernels;              ///< Unqualified names.
  std::set<std::string, std::less<>> recursive_functions;  ///< Device functions in a call cycle.
  std::set<std::string, std::less<>> device_names;         ///< Of variables that are not registers.
  bool brackets_reported = false;  ///< An issue already says which bracket has no other one.
  int shared_declarations = 0;
  int shared_variables = 0;
  int symbols = 0;

  void report(IssueKind kind, int line, std::string message) {
    issues.push_back({kind, line, std::move(message)});
  }
};

}  // namespace emulator::frontend
