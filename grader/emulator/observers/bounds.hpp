// Accesses that no memory is there for: outside of allocations, in red zones, freed, null,
// misaligned, of the wrong side (host pointer in a kernel, device pointer on the host), writes to
// constants and to the lab's inputs.
#pragma once

#include <array>
#include <cstdint>

#include "core/memory.hpp"
#include "core/observer.hpp"
#include "core/state.hpp"
#include "worker/protocol.hpp"

namespace emu {

class Bounds final : public Observer {
 public:
  unsigned events() const override { return on_access; }
  void load(const Access& access) override { check(access, "reads here"); }
  void store(const Access& access) override { check_write(access, "writes here"); }
  void before_atomic(const Access& access) override { check_write(access, "updates here"); }

  /// Whether there is memory for the access; reports it and may fault the kernel where not.
  bool check(const Access& access, const char* role) {
    if (access.space == Space::device && current.in_kernel && memory::in_arena(access.address) &&
        is_aligned(access) && memory::is_valid(access.address, access.bytes))
      return true;
    if (access.space == Space::shared && current.in_kernel && is_aligned(access) &&
        current.executor->layout.is_valid(
            static_cast<std::size_t>(static_cast<const char*>(access.address) - current.shared_low),
            access.bytes))
      return true;
    return check_slowly(access, role);
  }

  /// Whether nothing is wrong with a kernel's access of an aligned word, in the running block's
  /// slot of shared memory or else in the arena.
  template <bool in_shared>
  bool is_right(const void* p) const {
    const auto* const address = static_cast<const char*>(p);
    if constexpr (!in_shared) return memory::is_valid(p, 4);
    return current.executor->layout.is_valid(static_cast<std::size_t>(address - current.shared_low),
                                             4);
  }
  /// Whether p lies in an input, where nothing may write.
  bool is_input(const void* p) const {
    for (const Range& input : inputs_)
      if (static_cast<std::size_t>(static_cast<const char*>(p) - input.begin) < input.bytes)
        return true;
    return false;
  }

  /// As check(), where the access writes.
  bool check_write(const Access& access, const char* role) {
    if (is_input(access.address)) write_to_input(access, role);
    return check(access, role);
  }

  /// A copy or fill by the runtime API.
  void check_copy(const void* to, std::size_t bytes, const void* pc);

  /// [begin, begin + bytes) is an input, which nothing may write to.
  void protect(const void* begin, std::size_t bytes);
  void protect_nothing() { inputs_ = {}; }

 private:
  struct Range {
    const char* begin = nullptr;
    std::size_t bytes = 0;
  };
  void write_to_input(const Access& access, const char* role);
  static bool is_aligned(const Access& access) {
    return (reinterpret_cast<std::uintptr_t>(access.address) & (access.bytes - 1)) == 0;
  }
  bool check_slowly(const Access& access, const char* role);

  std::array<Range, worker::max_inputs> inputs_;
};

}  // namespace emu
