// Threads that do not come together as they should: barriers in branches, lanes that a mask names
// and that never come, waits that nobody can end. The core decides who goes on; this says what was
// wrong. Unlike other observers it watches unchecked runs too: what hangs must say so.
#pragma once

#include "core/observer.hpp"

namespace emu {

class Synchronisation final : public Observer {
 public:
  unsigned events() const override { return on_mismatch; }

  void uneven_barrier(const Block& block) override;
  void missing_lanes(const WarpOperation& operation, std::uint32_t lanes, bool left) override;
  void lane_outside_mask(unsigned lane, std::uint32_t mask, const void* pc) override;
  void grid_barrier_unavailable(int line) override;
  void deadlock(const Block& block) override;
};

}  // namespace emu
