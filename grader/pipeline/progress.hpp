// Says on stderr that work goes on: one rewritten line on a terminal, a line per start and end
// else.
#pragma once

#include <chrono>
#include <mutex>
#include <string>
#include <vector>

#include "pipeline/context.hpp"

namespace pipeline {

/// Several threads may report at once.
class Progress {
 public:
  /// `verb` begins the rewritten line: "grading".
  Progress(const Context& context, std::string verb, std::size_t jobs);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void start(const std::string& job);
  /// "3 of 14: worked example" of a job that has started.
  void step(const std::string& job, const std::string& where);
  /// `outcome` is what the line of a finished job says.
  void finish(const std::string& job, const std::string& outcome);
  /// Draws the line again, with the time that has passed.
  void tick();

 private:
  struct Running {
    std::string job, where;
  };
  void draw();  ///< Wants the lock held.

  const Context& context_;
  std::string verb_;
  std::size_t jobs_, done_ = 0;
  std::vector<Running> running_;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
  std::mutex lock_;
};

}  // namespace pipeline
