#include "worker/binding.hpp"

#include "lab.hpp"

namespace worker {

std::size_t workspace_bytes(const Call& call) { return compact_workspace_bytes(call.n); }

void call_lab(const Call& call) {
  compact(call.input<unsigned>(0), call.input<float>(1), call.output<float>(0),
          call.output<unsigned>(1), call.n, call.workspace);
}

}  // namespace worker
