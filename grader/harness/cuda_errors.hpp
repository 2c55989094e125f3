// What CUDA's error codes usually mean in a submission.
#pragma once

#include <string_view>

namespace harness {

/// One sentence on what usually makes a call or launch return this error; a question about calls
/// that fail where the code says little. `error` is a cudaError_t.
std::string_view usual_cause(int error);

/// Whether the error says that the program has no image for this GPU, or that the driver cannot
/// make one of the program's PTX: who built it is at fault.
bool says_wrong_image(int error);

}  // namespace harness
