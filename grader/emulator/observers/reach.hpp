// How far a shape run gets into the call's arrays. A kernel that holds a length or an index in 32
// bits breaks no bound: it leaves the far elements alone, and that can be seen without their
// values.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/observer.hpp"
#include "worker/protocol.hpp"

namespace emu {

class Reach {
 public:
  /// A new call: no array is known, nothing was reached.
  void forget();
  void add_input(const void* begin, std::size_t bytes);
  void add_output(const void* begin, std::size_t bytes);

  void load(const Access& access);
  void store(const Access& access);
  void copied(const void* to, const void* from, std::size_t bytes);
  void before_atomic(const Access& access);
  void atomic(const Access& access);
  void kernel_begin(const KernelLaunch& launch);
  void kernel_end();
  /// Where each block before drew a number from a counter, those left out in between have drawn
  /// theirs by now.
  void block_begin(const Block& block);
  void block_left(bool waits);

  /// How many bytes of the input that the call got furthest into it could see, and how many of the
  /// longest output it could write; and whether the blocks that were left out would get no further
  /// than those that were run.
  worker::Reach reached() const;

 private:
  struct Array {
    std::uintptr_t begin;
    std::size_t bytes, reached;

    /// Whether [address, address + count) begins in the array; it is reached then.
    bool reach(const void* address, std::size_t count);
  };
  /// A word to which each block adds 1 once.
  struct Counter {
    std::uint32_t* word;
    unsigned drawn;  // by the current block
  };
  Counter* counter_at(const Access& access);

  std::vector<Array> inputs_, outputs_;
  bool has_run_ = false;
  bool is_unknown_ = false;  // what blocks that were left out would do
  bool has_waited_ = false;  // a block, in any launch, before it may have written

  // Of the current launch and block.
  std::vector<Counter> counters_;
  std::uint64_t blocks_ = 0, before_ = 0;
  std::size_t bytes_ = 0, most_bytes_ = 0;  // read from the inputs by a block
  std::uint32_t old_ = 0;
  bool waited_ = false;
};

}  // namespace emu
