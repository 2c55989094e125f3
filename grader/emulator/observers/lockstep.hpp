// Puts the accesses of single threads together into the requests of warps. On the emulator a thread
// runs until it has to wait; hardware runs the lanes of a warp together. Each thread's accesses are
// kept until it is known what the other lanes of its warp do, then the lanes step through them as
// hardware would: of the lanes' next accesses always the one with the lowest program counter, all
// lanes that are at it together. So lanes that took different branches meet again behind them.
//
// What only the trace of accesses can tell is told: a conditional access in a loop without any
// other access leaves no sign of the turns in which a lane skipped it.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "observers/counter_rules.hpp"

namespace emu {

enum class AccessKind : std::uint8_t {  // of one instruction that loads and stores, the load first
  global_load,
  shared_load,
  global_store,
  shared_store,
  global_atomic,
  shared_atomic,
};

struct WarpRequest {
  AccessKind kind;
  bool divergent;        ///< Not all lanes took part that had not ended.
  std::uint32_t inputs;  ///< Bit k: access k was appended with input_mark.
  WarpAccesses accesses;
};

class RequestSink {
 public:
  virtual ~RequestSink() = default;
  virtual void request(const WarpRequest&) = 0;
};

/// Added to an address: this access reads one of the lab's inputs.
inline constexpr std::uint64_t input_mark = std::uint64_t{1} << 63;

/// The accesses of one block that are not yet merged.
class BlockTrace {
 public:
  /// Accesses of one thread that are kept at most (see full()).
  static constexpr unsigned capacity = 256;

  explicit BlockTrace(RequestSink& sink) : sink_(sink) {}

  /// Forgets everything; `threads` is the size of the block that begins.
  void begin(unsigned threads);

  bool full(unsigned thread) const { return warp_of(thread).end[thread % 32] >= capacity; }
  /// The caller has made room where the trace was full.
  void append(unsigned thread, const void* pc, AccessKind kind, std::uint64_t address,
              unsigned bytes) {
    // Program counters of a static program are below 4 GiB; their low halves tell them apart.
    const auto low = static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(pc));
    push(warps_[thread / 32], thread % 32,
         {std::uint64_t{low} << 8 | static_cast<unsigned>(kind) << 4 |
              static_cast<unsigned>(__builtin_ctz(bytes)),
          address});
  }
  /// These lanes have waited for one another, while others of their warp are elsewhere.
  void meet(unsigned warp, std::uint32_t lanes);

  /// What is known of a warp's lanes when its traces are merged.
  struct Lanes {
    std::uint32_t ended = 0;     ///< Have left the kernel.
    std::uint32_t may_come = 0;  ///< Run on before the others: their traces may be incomplete.
  };
  /// Counts the warp's requests up to where a lane of `may_come` has none left.
  void merge(unsigned warp, Lanes lanes);
  std::uint32_t lanes_with_accesses(unsigned warp) const { return warps_[warp].filled; }
  unsigned warp_count() const { return warps_in_use_; }

 private:
  struct Entry {
    std::uint64_t site;     ///< Program counter, kind, width: equal for the lanes of a request.
    std::uint64_t address;  ///< Of a meeting: number and lanes.
  };
  static constexpr std::uint64_t meeting = ~std::uint64_t{0};

  struct Row {  ///< The k-th entries of a warp's lanes.
    std::array<std::uint64_t, lanes_of_a_warp> site, address;
  };
  struct Warp {
    std::vector<Row> rows;
    std::array<std::uint16_t, lanes_of_a_warp> begin{}, end{};  ///< Of each lane's entries.
    std::uint32_t exists = 0;
    std::uint32_t filled = 0;  ///< Lanes with entries.
  };
  struct Heads;

  const Warp& warp_of(unsigned thread) const { return warps_[thread / 32]; }
  static void push(Warp& warp, unsigned lane, Entry entry) {
    const unsigned k = warp.end[lane]++;
    if (k >= warp.rows.size()) grow(warp);
    warp.rows[k].site[lane] = entry.site;
    warp.rows[k].address[lane] = entry.address;
    warp.filled |= 1u << lane;
  }
  static void grow(Warp& warp);
  static void settle(Warp& warp);
  static bool release_meetings(Warp& warp, Heads& heads);

  RequestSink& sink_;
  std::vector<Warp> warps_;
  unsigned warps_in_use_ = 0;
  std::uint32_t meetings_ = 0;
};

}  // namespace emu
