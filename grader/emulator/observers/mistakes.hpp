// The observers of a checked run behind one call for each access, which is most of what a checked
// run costs. An access that no memory is there for is of no interest to the others.
#pragma once

#include "observers/bounds.hpp"
#include "observers/initialisation.hpp"
#include "observers/late_stores.hpp"
#include "observers/race.hpp"
#include "observers/reach.hpp"
#include "observers/read_only_cache.hpp"
#include "observers/stream_order.hpp"

namespace emu {

class Mistakes final : public Observer {
 public:
  unsigned events() const override { return on_access | on_barrier | on_lifetime; }

  void load(const Access& access) override;
  void store(const Access& access) override;
  void load_word(const void* address, Space space, const void* pc) override;
  void store_word(const void* address, Space space, const void* pc) override;
  void read_only_load(const Access& access) override;
  void before_atomic(const Access& access) override;
  void atomic(const Access& access, Outcome outcome) override;

  void block_barrier(const Block& block) override {
    race_.block_barrier(block);
    late_stores_.block_barrier(block);
  }
  void warp_barrier(unsigned warp, std::uint32_t lanes, bool orders_memory) override {
    race_.warp_barrier(warp, lanes, orders_memory);
    late_stores_.warp_barrier(warp, lanes, orders_memory);
  }
  void grid_barrier() override {
    race_.grid_barrier();
    late_stores_.grid_barrier();
  }
  void fence(Scope scope) override {
    race_.fence(scope);
    late_stores_.fence(scope);
  }

  void kernel_begin(const KernelLaunch& launch) override {
    bounds_alone_ = run_options().shape;
    race_.kernel_begin(launch);
    late_stores_.kernel_begin(launch);
    read_only_cache_.kernel_begin(launch);
    stream_order_.kernel_begin(launch);
    reach_.kernel_begin(launch);
  }
  void kernel_end(const KernelLaunch& launch) override {
    late_stores_.kernel_end(launch);
    reach_.kernel_end();
    race_.kernel_end(launch);
  }
  void block_begin(const Block& block) override;
  void block_end(const Block& block) override { late_stores_.block_end(block); }
  void block_left(const Block&, bool waits) override { reach_.block_left(waits); }
  void allocated(const void* address, std::size_t bytes) override {
    initialisation_.allocated(address, bytes);
  }
  void released(const void* address, std::size_t bytes, const void* pc) override {
    stream_order_.released(address, bytes, pc);
    race_.released(address, bytes, pc);
  }
  void undefined(const void* address, std::size_t bytes) override {
    initialisation_.undefined(address, bytes);
  }
  void copied(const void* to, const void* from, std::size_t bytes, const void* pc) override {
    bounds_.check_copy(to, bytes, pc);
    initialisation_.copied(to, from, bytes, pc);
    stream_order_.copied(to, from, bytes, pc);
    reach_.copied(to, from, bytes);
  }
  void work_begin(const StreamWork& work) override { stream_order_.work_begin(work); }
  void work_end(bool nothing_left) override { stream_order_.work_end(nothing_left); }
  void callers_work(std::uint32_t stream, std::uint64_t position) override {
    stream_order_.callers_work(stream, position);
  }
  void dropped_copy(const void* to, const void* from, std::size_t bytes, const void* pc) override {
    stream_order_.copied(to, from, bytes, pc);
  }
  /// See standard.hpp.
  void protect(const void* begin, std::size_t bytes) {
    bounds_.protect(begin, bytes);
    reach_.add_input(begin, bytes);
  }
  void protect_nothing() {
    bounds_.protect_nothing();
    reach_.forget();
  }
  void add_output(const void* begin, std::size_t bytes) { reach_.add_output(begin, bytes); }
  worker::Reach reached() const { return reach_.reached(); }

 private:
  /// Whether plain accesses of words can be looked at the short way.
  bool words_alone() const {
    return !bounds_alone_ && !stream_order_.watching() && late_stores_.idle();
  }
  bool may_be_late(const Access& access) const {
    return access.order != Order::weak || !late_stores_.idle();
  }
  template <bool in_shared>
  bool is_right_load(const void* p, const void* pc);
  template <bool in_shared>
  bool is_right_store(const void* p, const void* pc);

  Bounds bounds_;
  Initialisation initialisation_;
  Race race_;
  LateStores late_stores_;
  ReadOnlyCache read_only_cache_{race_};
  StreamOrder stream_order_;
  Reach reach_;
  bool atomic_has_memory_ = true;
  bool bounds_alone_ = false;  // of a shape run nothing else is judged, and shadows would cost
};

}  // namespace emu
