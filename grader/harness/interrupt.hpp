// Ctrl-C and its relatives: what was started is killed, the program comes to its end in its own
// way, with its temporary files removed.
#pragma once

#include <sys/types.h>

namespace harness::interrupt {

/// Installs the handlers of SIGINT, SIGTERM and SIGHUP. Cheap; called before every wait as well,
/// since Catch2 3 puts its own handlers in their place while a test case runs.
void install();
/// Whether one of them came. A second one ends the program at once.
bool requested();
/// Process groups to kill when one comes: those of the workers that live, 16 at most.
void watch_group(pid_t group);
void forget_group(pid_t group);
bool is_watched(pid_t group);

}  // namespace harness::interrupt
