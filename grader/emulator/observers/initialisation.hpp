// Reads of memory that nothing has written: global memory since its allocation, shared memory since
// its block began. Variables with static storage begin as zeros and always count as written.
#pragma once

#include <cstdint>

#include "core/observer.hpp"
#include "observers/shadow.hpp"

namespace emu {

class Initialisation final : public Observer {
 public:
  Initialisation() { written_.reserve(); }
  unsigned events() const override { return on_access | on_lifetime; }

  void load(const Access& access) override {
    if (!current.in_kernel) return;
    if (!is_written(access.address, access.bytes)) report_read(access);
  }
  void store(const Access& access) override { mark(access.address, access.bytes); }
  /// Of an aligned word in shared memory or else in the arena.
  template <bool in_shared>
  bool is_written(const void* p) {
    const unsigned bits = bits_of(p, 4);
    return (*written_.at<in_shared>(p) & bits) == bits;
  }
  template <bool in_shared>
  void mark(const void* p) {
    std::uint8_t* const entry = written_.at<in_shared>(p);
    *entry = static_cast<std::uint8_t>(*entry | bits_of(p, 4));
  }
  void before_atomic(const Access& access) override { load(access); }
  void atomic(const Access& access, Outcome) override { mark(access.address, access.bytes); }

  void block_begin(const Block& block) override;
  void allocated(const void* address, std::size_t bytes) override { undefined(address, bytes); }
  void undefined(const void* address, std::size_t bytes) override;
  void copied(const void* to, const void* from, std::size_t bytes, const void* pc) override;

 private:
  /// One bit for each byte of eight.
  static constexpr unsigned bits_of(const void* p, unsigned bytes) {
    return ((1u << bytes) - 1) << (reinterpret_cast<std::uintptr_t>(p) % 8);
  }
  bool is_written(const void* p, unsigned bytes) {
    if (!is_tracked(p)) return true;
    const std::uint8_t* const entry = written_.at(p);
    if (bytes == 16) return entry[0] == 0xFF && entry[1] == 0xFF;
    const unsigned bits = bits_of(p, bytes);
    return (*entry & bits) == bits;
  }
  void mark(const void* p, unsigned bytes) {
    if (!is_tracked(p)) return;
    std::uint8_t* const entry = written_.at(p);
    if (bytes == 16)
      entry[0] = entry[1] = 0xFF;
    else
      *entry = static_cast<std::uint8_t>(*entry | bits_of(p, bytes));
  }
  static bool is_tracked(const void* p) { return memory::in_arena(p) || in_shared_region(p); }
  void mark_range(const void* p, std::size_t bytes);
  void report_read(const Access& access);

  Shadow<std::uint8_t, 8> written_;
};

}  // namespace emu
