// The observers of a checked run. A new one is added here, and nowhere else.
#pragma once

namespace emu {

/// Adds every observer, once per process.
void add_standard_observers();

}  // namespace emu
