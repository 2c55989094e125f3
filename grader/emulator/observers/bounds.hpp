// Accesses that no memory is there for: outside of allocations, in red zones, freed, null,
// misaligned, of the wrong side (host pointer in a kernel, device pointer on the host), writes to
// constants.
#pragma once

#include "core/observer.hpp"

namespace emu {

class Bounds : public Observer {
 public:
  unsigned events() const override { return on_access; }
  void load(const Access& access) override { check(access, "reads here"); }
  void store(const Access& access) override { check(access, "writes here"); }
  void before_atomic(const Access& access) override { check(access, "updates here"); }

 private:
  void check(const Access& access, const char* role);
};

}  // namespace emu
