// What `lab` remembers between calls: points of the starter's files and hints that were opened.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "result/result.hpp"

namespace pipeline {

struct TaskPoints {
  double points = 0, max_points = 0;
};

struct LabState {
  bool graded = false;  ///< The four below hold something.
  result::Verdict verdict = result::Verdict::not_run;
  double points = 0, max_points = 100;
  std::map<int, TaskPoints> tasks;
  std::map<int, std::size_t> hints_open;  ///< Task -> how many hints.
};

struct State {
  std::map<std::string, LabState> labs;  ///< By full name.
};

/// An absent file is an empty state. So is one that cannot be read: then `complaint` says why.
State load_state(const std::filesystem::path& file, std::string& complaint);
/// Replaces the file as a whole. Returns the sentence that says why it could not, or nothing.
std::string save_state(const std::filesystem::path& file, const State& state);

/// Not where the machine or the grader is at fault, or nothing could be judged here.
bool changes_points(result::Verdict verdict);

/// Takes over points and verdicts of the labs whose verdict changes points.
void remember(State& state, const std::vector<result::Lab>& labs);

/// The first task of the last grading that is not full; 1 where nothing is known.
int first_open_task(const LabState& lab);

}  // namespace pipeline
