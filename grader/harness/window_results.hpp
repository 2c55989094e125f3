// What came back of a timed call of which only windows were fetched.
#pragma once

#include <cstdint>

#include "harness/array_files.hpp"
#include "harness/call.hpp"
#include "harness/evidence.hpp"
#include "worker/protocol.hpp"

namespace harness {

/// Compares the windows of all outputs with what is due, and those of the inputs with what they
/// were; adds wrong elements to `evidence.wrong`, changed inputs and overwritten guards to
/// `evidence.damage`. `call.expected` is of this call's data. One finding an array.
void add_from_windows(const PreparedCall& call, const worker::Fetch& fetch, const ArrayFiles& files,
                      std::uint64_t workspace_bytes, Evidence& evidence);

}  // namespace harness
