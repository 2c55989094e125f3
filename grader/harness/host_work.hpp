// Whether an answer can be the kernels' work, from what the emulator counted.
#pragma once

#include <optional>

#include "harness/call.hpp"
#include "result/result.hpp"
#include "worker/protocol.hpp"

namespace harness {

/// For a call that returned right values on the emulator: the finding (policy) that says why the
/// host must have made them, or nothing. Three signs count: no kernel ran; the host side could see
/// half of the input or more; the kernels touched memory less often than any way of reading the
/// input takes. What is small enough that a right program may finish it on the host is not judged.
std::optional<result::Finding> host_work(const PreparedCall& call, const worker::Reply& reply);

}  // namespace harness
