// What kernels move and do, counted as hardware would count it (worker/counters.hpp).
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "core/observer.hpp"
#include "core/state.hpp"
#include "observers/lockstep.hpp"
#include "observers/standard.hpp"
#include "worker/counters.hpp"

namespace emu {

class TrafficCounter : public Observer, private RequestSink {
 public:
  unsigned events() const override { return on_access | on_barrier | on_lifetime; }

  void load(const Access& access) override;
  void store(const Access& access) override;
  void atomic(const Access& access, Outcome outcome) override;
  void block_barrier(const Block& block) override;
  void warp_barrier(unsigned warp, std::uint32_t lanes, bool orders_memory) override;
  void grid_barrier() override;
  void kernel_begin(const KernelLaunch& launch) override;
  void kernel_end(const KernelLaunch& launch) override;
  void block_begin(const Block& block) override;
  void block_end(const Block& block) override;
  void allocated(const void* address, std::size_t bytes) override;
  void copied(const void* to, const void* from, std::size_t bytes, const void* pc) override;

  /// All launches that have ended since the last reset, and the host side until now.
  const worker::Counters& counts() const { return total_; }
  /// Sets all counts to zero; forgets inputs and the expected block size.
  void reset();
  void add_input(const void* begin, std::size_t bytes);
  void expect_block_size(unsigned threads) { expected_block_size_ = threads; }
  void count_host_side(bool on) { counts_host_side_ = on; }

  void report_launches_to(LaunchReport report) { report_launch_ = report; }

 private:
  struct CountedBlock {
    explicit CountedBlock(RequestSink& sink) : trace(sink) {}
    const Block* block = nullptr;  ///< Null while its slot is empty.
    BlockTrace trace;
    std::uint64_t global_atomics = 0;
    std::vector<std::uint64_t> input_bytes;  ///< By thread.
  };
  struct Input {
    std::uint64_t begin, bytes;
  };

  CountedBlock& counted(const Block& block) { return *blocks_[block.slot]; }
  void record(const Access& access, AccessKind kind);
  bool reads_input(CountedBlock& here, const Access& access);
  void make_room(CountedBlock& here, const Access& access);
  void merge_all(CountedBlock& here);

  void request(const WarpRequest& request) override;
  void count_global(const WarpRequest& request, worker::GlobalTraffic& traffic);
  void count_input(const WarpRequest& request, const Coverage& all);

  worker::Counters total_, launch_;
  std::vector<std::unique_ptr<CountedBlock>> blocks_;  ///< By slot.
  std::vector<Input> inputs_;
  unsigned expected_block_size_ = 0;
  bool counts_host_side_ = true;
  LaunchReport report_launch_ = nullptr;
};

}  // namespace emu
