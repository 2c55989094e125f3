// What a lab's binding.cpp fills in: the way from the worker's generic call to the lab's signature.
#pragma once

#include <cstddef>

#include "worker/protocol.hpp"

namespace worker {

/// One call of the lab's function. Pointers are device memory unless the lab's request said host.
struct Call {
  unsigned entry;  ///< Which of the lab's functions; 0 for the first.
  std::size_t n;
  int block_size;
  void* workspace;
  std::size_t workspace_bytes;
  const void* inputs[max_inputs];
  void* outputs[max_outputs];  ///< A `returned` output is host memory for the value.

  template <class T>
  const T* input(unsigned k) const {
    return static_cast<const T*>(inputs[k]);
  }
  template <class T>
  T* output(unsigned k) const {
    return static_cast<T*>(outputs[k]);
  }
};

/// Bytes of workspace that the lab's function asks for; 0 in labs without one.
std::size_t workspace_bytes(const Call& call);
/// Calls the lab's function.
void call_lab(const Call& call);

}  // namespace worker
