#include "worker/binding.hpp"

#include "lab.hpp"

namespace worker {

std::size_t workspace_bytes(const Call& call) {
  return scan_workspace_bytes(call.n, call.block_size);
}

void call_lab(const Call& call) {
  exclusive_scan(call.input<float>(0), call.output<float>(0), call.n, call.block_size,
                 call.workspace);
}

}  // namespace worker
