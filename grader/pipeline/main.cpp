#include <poll.h>
#include <unistd.h>
#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <thread>

#include "pipeline/doctor.hpp"
#include "pipeline/lab_main.hpp"

namespace {

/// NO_COLOR counts where it is set and not empty (no-color.org); so does a terminal that cannot.
bool wants_colour() {
  const char* no_color = std::getenv("NO_COLOR");
  const char* terminal = std::getenv("TERM");
  return isatty(STDOUT_FILENO) && !(no_color && *no_color) &&
         !(terminal && std::string_view(terminal) == "dumb");
}

/// `lab ... | head` closes our pipe early: that is the reader's right, and no failure.
bool reader_left() {
  pollfd descriptor{STDOUT_FILENO, POLLOUT, 0};
  return poll(&descriptor, 1, 0) == 1 && (descriptor.revents & POLLERR) != 0;
}

}  // namespace

int main(int argc, char** argv) {
  const toolchain::Layout& layout = toolchain::Layout::configured();
  const std::filesystem::path build = PIPELINE_BUILD_DIR;
  pipeline::Context context{.root = layout.source_dir,
                            .programs = build / "bin",
                            .state_file = build / "state.json",
                            .out = std::cout,
                            .err = std::cerr};
  context.style = pipeline::Style(wants_colour());
  context.live_progress = isatty(STDERR_FILENO) != 0;
  context.cores = std::max(std::thread::hardware_concurrency(), 1u);
  context.nvcc_installed = !pipeline::find_nvcc().empty();

  const int code = pipeline::lab_main({argv + 1, argv + argc}, context);
  std::cout.flush();
  if (!std::cout && !reader_left()) {
    std::cerr << "lab: the report could not be written to standard output (is the disk full?)\n";
    return static_cast<int>(result::ExitCode::grader_error);
  }
  return code;
}
