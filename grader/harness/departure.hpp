// Why a call did not return: the finding of a process that left, hung, or gave up.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "harness/source_map.hpp"
#include "harness/worker_process.hpp"
#include "result/result.hpp"
#include "worker/protocol.hpp"

namespace harness {

/// Of a call that did not end with a reply. `reported` are the page's errors and `addresses` the
/// address that each names (0: none): a signal at such an address is that finding.
result::Finding departure_of(const CallOutcome& outcome,
                             const std::vector<result::Finding>& reported,
                             const std::vector<std::uint64_t>& addresses, SourceMap& sources);

/// Of a reply that says more than `returned`: an exception, no workspace, no memory.
std::optional<result::Finding> departure_in_reply(const worker::Reply& reply);

}  // namespace harness
