// Threads of a block that wait for the same thing. Private to core/ and observers/.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <utility>

#include "core/card.hpp"

namespace emu {

/// Numbers of threads in their block. A thread waits in one list at a time, so the room for all
/// threads of a block is always enough: nothing grows where a barrier would have to look for it.
class ThreadList {
 public:
  bool empty() const { return end_ == threads_.get(); }
  unsigned size() const { return static_cast<unsigned>(end_ - threads_.get()); }
  const std::uint16_t* begin() const { return threads_.get(); }
  const std::uint16_t* end() const { return end_; }
  std::uint16_t* begin() { return threads_.get(); }
  std::uint16_t* end() { return end_; }

  void add(unsigned thread) { *end_++ = static_cast<std::uint16_t>(thread); }
  void add_as_first(unsigned thread) {
    std::copy_backward(begin(), end(), end() + 1);
    *begin() = static_cast<std::uint16_t>(thread);
    ++end_;
  }
  std::uint16_t last() const { return end_[-1]; }
  void remove_last() { --end_; }
  void clear() { end_ = threads_.get(); }
  /// Takes over all of `other`, behind its own.
  void take_all(ThreadList& other) {
    if (empty()) {
      std::swap(threads_, other.threads_);
      std::swap(end_, other.end_);
    } else {
      end_ = std::copy(other.begin(), other.end(), end_);
      other.clear();
    }
  }

 private:
  std::unique_ptr<std::uint16_t[]> threads_{new std::uint16_t[card::max_threads_per_block]};
  std::uint16_t* end_ = threads_.get();
};

}  // namespace emu
