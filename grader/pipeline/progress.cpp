#include "pipeline/progress.hpp"

#include <fmt/format.h>
#include <algorithm>

namespace pipeline {

Progress::Progress(const Context& context, std::string verb, std::size_t jobs)
    : context_(context), verb_(std::move(verb)), jobs_(jobs) {}

Progress::~Progress() {
  if (context_.live_progress) context_.err << "\r\x1b[K" << std::flush;
}

void Progress::start(const std::string& job) {
  const std::lock_guard hold(lock_);
  running_.push_back({job, ""});
  if (context_.live_progress) {
    draw();
  } else {
    context_.err << job << ": " << verb_ << std::endl;
  }
}

void Progress::step(const std::string& job, const std::string& where) {
  const std::lock_guard hold(lock_);
  for (Running& running : running_) {
    if (running.job == job) running.where = where;
  }
  if (context_.live_progress) draw();
}

void Progress::finish(const std::string& job, const std::string& outcome) {
  const std::lock_guard hold(lock_);
  std::erase_if(running_, [&](const Running& running) { return running.job == job; });
  ++done_;
  if (context_.live_progress) {
    draw();
  } else {
    context_.err << job << ": " << outcome << std::endl;
  }
}

void Progress::tick() {
  const std::lock_guard hold(lock_);
  if (context_.live_progress) draw();
}

void Progress::draw() {
  const auto passed = std::chrono::steady_clock::now() - begin_;
  std::string line = verb_;
  if (jobs_ > 1) line += fmt::format(" {} of {}", std::min(done_ + 1, jobs_), jobs_);
  line += fmt::format(", {} s", std::chrono::duration_cast<std::chrono::seconds>(passed).count());
  for (const Running& running : running_) {
    line += "   " + running.job + (running.where.empty() ? "" : " " + running.where);
  }
  context_.err << "\r\x1b[K" << cut(printable(line), page_width - 1) << std::flush;
}

}  // namespace pipeline
