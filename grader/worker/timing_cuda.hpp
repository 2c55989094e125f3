// Timed calls on a GPU: see backend.hpp for what they do.
#pragma once

#include "worker/protocol.hpp"

namespace worker {

/// Fills in what the grader needs to judge times: the cache's size and the memory's peak rate.
void describe_memory(int device, Reply& ready);

}  // namespace worker
