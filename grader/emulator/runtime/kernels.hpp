// Kernels as the API sees them: by address, and what was set for them.
#pragma once

#include <cstddef>

#include "emulator/host_api.hpp"

namespace emu::runtime {

struct Kernel {
  ThunkWithArguments thunk = nullptr;
  KernelRecord* record = nullptr;
};

/// The kernel at an address, in `*kernel`. Null: cudaErrorInvalidDeviceFunction; not a kernel:
/// cudaErrorInvalidResourceHandle.
cudaError_t find_kernel(const void* address, Kernel* kernel);

/// Threads that a block of the kernel may have.
unsigned max_threads(const KernelRecord& record);
/// Dynamic shared memory that a launch may ask for: what cudaFuncSetAttribute set, or what the card
/// gives without asking.
std::size_t max_dynamic_shared(const KernelRecord& record);
cudaError_t set_max_dynamic_shared(const KernelRecord& record, int bytes);

/// While a kernel is called to learn its record: takes the record and is true.
bool note_probed(KernelRecord& record);

}  // namespace emu::runtime
