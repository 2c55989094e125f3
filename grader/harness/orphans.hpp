// What a worker started and left behind.
#pragma once

#include <sys/types.h>

namespace harness {

/// Kills what is left of the process group, and every process that has become a child of this one
/// (a subreaper) by losing its parent; waits until none is there. Gives up after two seconds. Other
/// workers that live (interrupt::is_watched) are no orphans.
void end_orphans(pid_t group);

}  // namespace harness
