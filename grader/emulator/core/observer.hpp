// The interface of everything that watches a run. The core knows semantics and no diagnosis; an
// observer knows one kind of mistake and no semantics. Each observer is one file pair in
// observers/.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <vector>

#include "emulator/generated_code.hpp"

namespace emu {

enum class Space : std::uint8_t {
  device,  ///< cudaMalloc's arena and __device__, __constant__, __managed__ variables
  shared,  ///< the current block's shared memory
  local,   ///< the current thread's stack
  host,    ///< everything else
};

inline bool releases(Order order) {
  return order == Order::release || order == Order::acq_rel || order == Order::seq_cst;
}

/// One access of the submission, host or device code, before it happens.
struct Access {
  const void* address;
  std::uint32_t bytes;
  Space space;
  Order order;     ///< weak for plain accesses
  Scope scope;     ///< of atomics
  const void* pc;  ///< return address in the submission
};

struct KernelLaunch;  // core/schedule.hpp
struct Block;
struct WarpOperation;

/// A kernel, copy, fill or free that a stream was given, and where it stands among the others.
struct StreamWork {
  std::uint32_t stream;    ///< Streams are numbered from 1.
  std::uint64_t position;  ///< In its stream, from 1.
  /// By stream: work up to this position is ordered before. A stream that is missing here counts
  /// as 0. What has run all the same is a rival: it could as well run now.
  const std::vector<std::uint64_t>& after;
  bool has_rivals;  ///< Among what has run or is still to run.
};

/// Which callbacks an observer wants; the others cost nothing.
enum ObserverEvents : unsigned {
  on_access = 1,    ///< load, store, atomic
  on_barrier = 2,   ///< block, warp and grid barriers, fences
  on_lifetime = 4,  ///< kernels, blocks, allocations
  on_mismatch = 8,  ///< threads that do not meet; told in unchecked runs too
};

class Observer {
 public:
  virtual ~Observer() = default;
  virtual unsigned events() const = 0;

  virtual void load(const Access&) {}
  virtual void store(const Access&) {}
  /// Most accesses: the same for a plain one by a kernel of an aligned word of four bytes, in the
  /// arena (Space::device) or in the block's own slot of shared memory.
  virtual void load_word(const void* address, Space space, const void* pc) {
    load({address, 4, space, Order::weak, Scope::device, pc});
  }
  virtual void store_word(const void* address, Space space, const void* pc) {
    store({address, 4, space, Order::weak, Scope::device, pc});
  }
  /// In front of a load by a kernel through the read-only cache, which `load` is told of as well.
  virtual void read_only_load(const Access&) {}
  /// Before an atomic operation reads: what would fault it, and what has to be there by then.
  virtual void before_atomic(const Access&) {}
  /// What an atomic operation did.
  struct Outcome {
    bool changed;   ///< False where memory keeps its value (a failed swap, an add of zero).
    bool compares;  ///< A compare-and-swap: it finds out whether what was read before still holds.
  };
  virtual void atomic(const Access&, Outcome) {}

  virtual void block_barrier(const Block&) {}  ///< All threads of the block have met.
  /// Lanes of the current block's warp have met; only __syncwarp orders their memory accesses.
  virtual void warp_barrier(unsigned /*warp*/, std::uint32_t /*lanes*/, bool /*orders_memory*/) {}
  virtual void grid_barrier() {}
  virtual void fence(Scope) {}

  /// A block's barrier opens though some of its threads have ended, or wait at another line.
  virtual void uneven_barrier(const Block&) {}
  /// A warp operation ends without these lanes of its mask.
  /// @param left  they came to the kernel's end; else they wait elsewhere
  virtual void missing_lanes(const WarpOperation&, std::uint32_t /*lanes*/, bool /*left*/) {}
  /// The kernel faults behind these two.
  virtual void lane_outside_mask(unsigned /*lane*/, std::uint32_t /*mask*/, const void* /*pc*/) {}
  virtual void grid_barrier_unavailable(int /*line*/) {}
  /// No thread of the grid can go on; `Block` is one that waits. The process ends behind it.
  virtual void deadlock(const Block&) {}

  virtual void kernel_begin(const KernelLaunch&) {}
  virtual void kernel_end(const KernelLaunch&) {}
  virtual void block_begin(const Block&) {}
  virtual void block_end(const Block&) {}
  /// A block of a shape run does not go on; `waits`: because what it waits for is left out.
  virtual void block_left(const Block&, bool /*waits*/) {}
  virtual void allocated(const void* /*address*/, std::size_t /*bytes*/) {}
  /// `pc`: the call that asked for it, where that is known.
  virtual void released(const void* /*address*/, std::size_t /*bytes*/, const void* /*pc*/) {}
  /// Memory of a live allocation whose content counts as never written from now on.
  virtual void undefined(const void* /*address*/, std::size_t /*bytes*/) {}
  /// A copy or fill by the runtime API, when it really happens; null where that side is host
  /// memory.
  virtual void copied(const void* /*to*/, const void* /*from*/, std::size_t /*bytes*/,
                      const void* /*pc*/) {}
  virtual void work_begin(const StreamWork&) {}
  virtual void work_end(bool /*nothing_left*/) {}
  /// Work that stands for what the caller of the lab's function has asked for before. It may use
  /// all arrays that have a name. It replaces what was told before.
  virtual void callers_work(std::uint32_t /*stream*/, std::uint64_t /*position*/) {}
  /// A copy or fill that a kernel's fault has dropped; between work_begin and work_end.
  virtual void dropped_copy(const void* /*to*/, const void* /*from*/, std::size_t /*bytes*/,
                            const void* /*pc*/) {}
};

/// Makes these the observers of all runs that follow; owned by the caller, who keeps them alive.
void set_observers(std::initializer_list<Observer*> wanted);

}  // namespace emu
