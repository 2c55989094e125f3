// Indices beyond an array that a thread keeps for itself, as g++ -fsanitize=bounds finds them.
#pragma once

namespace emu {

/// The access that the running thread makes next is told of in full, as it is to memory that the
/// emulator knows: takes back what its index alone gave reason to say.
void withdraw_index_finding();

}  // namespace emu
