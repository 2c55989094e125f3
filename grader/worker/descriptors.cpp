#include "worker/descriptors.hpp"

#include <fcntl.h>
#include <sys/random.h>
#include <unistd.h>

#include "worker/profiled_call.hpp"
#include "worker/protocol.hpp"

namespace worker {
namespace {

constexpr int count = 4, first = control_fd;
int moved[count] = {-1, -1, -1, -1};

// Below the limit of open files. Where a number is taken, the next free one serves.
constexpr int lowest_new = 64, new_numbers = 128;

void move_descriptors(int argc, char** argv, char**) {
  if (profiled_call_folder(argc, argv) != nullptr) return;
  unsigned char random[count] = {};
  if (getrandom(random, sizeof random, GRND_NONBLOCK) < 0) random[0] = 0;
  for (int k = 0; k < count; ++k) {
    moved[k] = fcntl(first + k, F_DUPFD_CLOEXEC, lowest_new + random[k] % new_numbers);
    if (moved[k] >= 0) close(first + k);
  }
}

// The system calls these before all constructors, whatever their priority.
using Initialiser = void (*)(int, char**, char**);
[[gnu::used, gnu::retain, gnu::section(".preinit_array")]] const Initialiser before_constructors =
    move_descriptors;

void close_one(int which) {
  if (moved[which - first] >= 0) close(moved[which - first]);
  moved[which - first] = -1;
}

}  // namespace

void use_descriptors(int control, int report, int inputs, int outputs) {
  moved[control_fd - first] = control;
  moved[report_fd - first] = report;
  moved[inputs_fd - first] = inputs;
  moved[outputs_fd - first] = outputs;
}

int control_descriptor() { return moved[control_fd - first]; }
int report_descriptor() { return moved[report_fd - first]; }
int inputs_descriptor() { return moved[inputs_fd - first]; }
int outputs_descriptor() { return moved[outputs_fd - first]; }

void close_mapped_descriptors() {
  close_one(report_fd);
  close_one(outputs_fd);
}

}  // namespace worker
