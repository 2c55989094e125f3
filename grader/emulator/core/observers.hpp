// The list of observers and the calls to them. Private to core/ and runtime/.
#pragma once

#include <vector>

#include "core/observer.hpp"
#include "core/schedule.hpp"

namespace emu {

struct Observers {
  std::vector<Observer*> access, barrier, lifetime, mismatch;
};
extern Observers observers;

inline void tell_block_barrier(const Block& block) {
  if (run_options().checked)
    for (Observer* o : observers.barrier) o->block_barrier(block);
}

}  // namespace emu
