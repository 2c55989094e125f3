// Stores that may arrive late. Nothing orders two volatile or relaxed stores of a thread for other
// blocks unless a fence lies between them; on hardware they mostly arrive in the program's order
// all the same, so a missing fence shows once in a million runs. In shuffled order this observer
// lets the first of two such stores arrive late: memory keeps the old value until somebody may rely
// on the new one. A thread that has seen the second store, and reads the old value of the first
// without its block ever looking again, has relied on their order: data_race. A program that looks
// again, because the value itself says whether it is there, is right and stays so; so does one that
// stores to a place several times, as each value tells how far it is. Source: PTX's memory
// consistency model, the "message passing" pattern.
#pragma once

#include <array>
#include <cstdint>
#include <set>
#include <unordered_map>
#include <vector>

#include "core/observer.hpp"
#include "observers/who.hpp"

namespace emu {

class LateStores final : public Observer {
 public:
  unsigned events() const override { return on_access | on_barrier | on_lifetime; }
  /// Whether plain accesses need not be told.
  bool idle() const { return late_.empty() && relied_.empty(); }

  void load(const Access& access) override;
  void store(const Access& access) override;
  void before_atomic(const Access& access) override;
  void atomic(const Access& access, Outcome outcome) override;
  void fence(Scope scope) override;
  void grid_barrier() override;
  void block_barrier(const Block& block) override;
  void warp_barrier(unsigned warp, std::uint32_t lanes, bool orders_memory) override;
  void kernel_begin(const KernelLaunch& launch) override;
  void kernel_end(const KernelLaunch& launch) override;
  void block_end(const Block& block) override;

 private:
  static constexpr std::size_t most_bytes = 16;
  /// The last strong store to a place in this launch.
  struct Stored {
    Who who;
    const void* pc;
    std::uint32_t bytes;
    std::array<unsigned char, most_bytes> before;  // what was there
    bool arrived;  // another thread has seen it, or its value tells how far its block is
  };
  struct Late {
    char* address;
    std::uint32_t bytes;
    std::array<unsigned char, most_bytes> value;
    Who who;
    const void* pc;
    std::vector<const void*> overtaken_by;  // where its thread has stored since
    std::set<Who> readers;                  // of the old value
    std::set<Who> knowing;                  // threads that have seen a later store
    std::set<std::uint32_t> knowing_blocks;
  };
  /// A read of an old value by a thread that could know better.
  struct Relied {
    const void* address;
    Who writer, reader;
    const void *stored_at, *read_at;
  };

  bool matters(const Access& access) const;
  Who running() const;
  void overtake(Who who, const Access& access);
  void arrive(std::size_t k);
  void arrive_over(const Access& access);
  void note_look(const Access& access, Who who);
  template <class Condition>
  void tell_those(Condition condition);

  std::unordered_map<const void*, Stored> stores_;
  /// By block, of its threads that have stored and not fenced: where their last store went.
  std::unordered_map<std::uint32_t, std::unordered_map<Who, const void*>> latest_;
  std::vector<Late> late_;
  std::vector<Relied> relied_;
  const KernelLaunch* launch_ = nullptr;
};

}  // namespace emu
