// Warp operations: each gathers one value per lane and computes its result from what was gathered.
#include "runtime/device_warp.hpp"

#include <cstdint>
#include <cstring>

#include "core/memory.hpp"
#include "core/schedule.hpp"
#include "emulator/synchronization.hpp"
#include "emulator/warp.hpp"

namespace emu {
namespace {

template <class T>
std::uint64_t bits_of(T value) {
  std::uint64_t bits = 0;
  std::memcpy(&bits, &value, sizeof(T));
  return bits;
}

template <class T>
T from_bits(std::uint64_t bits) {
  T value;
  std::memcpy(&value, &bits, sizeof(T));
  return value;
}

/// What a lane that has not taken part seems to have brought.
std::uint64_t undefined_bits() {
  return static_cast<std::uint64_t>(memory::poison()) << 32 | memory::poison();
}

/// PTX's rule for shfl: the lane to read, or the caller's own where that lies outside its group.
unsigned source_lane(WarpOperationKind operation, unsigned lane, unsigned operand, int width) {
  const unsigned group = 32u - static_cast<unsigned>(width);  // these bits of a lane name its group
  const unsigned first = lane & group & 31;
  const unsigned last = first | (~group & 31);
  operand &= 31;
  unsigned source = lane;
  switch (operation) {
    case warp_shuffle:
      return first | (operand & ~group);
    case warp_shuffle_up:
      return lane >= first + operand ? lane - operand : lane;
    case warp_shuffle_down:
      source = lane + operand;
      break;
    default:
      source = lane ^ operand;
      break;
  }
  return source <= last ? source : lane;
}

template <class T>
T shuffle(WarpOperationKind operation, unsigned mask, T value, unsigned operand, int width,
          const void* pc) {
  const WarpGather& gathered = warp_gather(mask, bits_of(value), operation, pc);
  const unsigned source = source_lane(operation, lane_id(), operand, width);
  const bool took_part = gathered.lanes >> source & 1;
  return from_bits<T>(took_part ? gathered.values[source] : undefined_bits());
}

/// Lanes that brought `bits`.
std::uint32_t lanes_with(const WarpGather& gathered, std::uint64_t bits) {
  std::uint32_t equal = 0;
  for (std::uint32_t rest = gathered.lanes; rest != 0; rest &= rest - 1) {
    const int lane = __builtin_ctz(rest);
    if (gathered.values[lane] == bits) equal |= 1u << lane;
  }
  return equal;
}

/// Lanes whose predicate is not 0.
std::uint32_t vote(WarpOperationKind operation, unsigned mask, int predicate, const void* pc,
                   std::uint32_t& lanes) {
  const WarpGather& gathered = warp_gather(mask, predicate != 0, operation, pc);
  lanes = gathered.lanes;
  return lanes_with(gathered, 1);
}

template <class T, class Operator>
T reduce(WarpOperationKind operation, unsigned mask, T value, Operator combine, const void* pc) {
  const WarpGather& gathered = warp_gather(mask, bits_of(value), operation, pc);
  bool first = true;
  T result = value;
  for (std::uint32_t rest = gathered.lanes; rest != 0; rest &= rest - 1) {
    const T next = from_bits<T>(gathered.values[__builtin_ctz(rest)]);
    result = first ? next : combine(result, next);
    first = false;
  }
  return result;
}

}  // namespace
}  // namespace emu

#define EMU_PC __builtin_return_address(0)

void __syncwarp(unsigned mask) { emu::warp_gather(mask, 0, emu::warp_sync, EMU_PC); }

#define EMU_SHUFFLES(type)                                                                       \
  type __shfl_sync(unsigned mask, type value, int source, int width) {                           \
    return emu::shuffle(emu::warp_shuffle, mask, value, static_cast<unsigned>(source), width,    \
                        EMU_PC);                                                                 \
  }                                                                                              \
  type __shfl_up_sync(unsigned mask, type value, unsigned delta, int width) {                    \
    return emu::shuffle(emu::warp_shuffle_up, mask, value, delta, width, EMU_PC);                \
  }                                                                                              \
  type __shfl_down_sync(unsigned mask, type value, unsigned delta, int width) {                  \
    return emu::shuffle(emu::warp_shuffle_down, mask, value, delta, width, EMU_PC);              \
  }                                                                                              \
  type __shfl_xor_sync(unsigned mask, type value, int lane_mask, int width) {                    \
    return emu::shuffle(emu::warp_shuffle_xor, mask, value, static_cast<unsigned>(lane_mask),    \
                        width, EMU_PC);                                                          \
  }                                                                                              \
  unsigned __match_any_sync(unsigned mask, type value) {                                         \
    const std::uint64_t bits = emu::bits_of(value);                                              \
    return emu::lanes_with(emu::warp_gather(mask, bits, emu::warp_match_any, EMU_PC), bits);     \
  }                                                                                              \
  unsigned emu::match_all(unsigned mask, type value) {                                           \
    const std::uint64_t bits = emu::bits_of(value);                                              \
    const emu::WarpGather& gathered = emu::warp_gather(mask, bits, emu::warp_match_all, EMU_PC); \
    return emu::lanes_with(gathered, bits) == gathered.lanes ? gathered.lanes : 0;               \
  }

EMU_SHUFFLES(int)
EMU_SHUFFLES(unsigned)
EMU_SHUFFLES(long)
EMU_SHUFFLES(unsigned long)
EMU_SHUFFLES(long long)
EMU_SHUFFLES(unsigned long long)
EMU_SHUFFLES(float)
EMU_SHUFFLES(double)

int __all_sync(unsigned mask, int predicate) {
  std::uint32_t lanes;
  return emu::vote(emu::warp_all, mask, predicate, EMU_PC, lanes) == lanes;
}

int __any_sync(unsigned mask, int predicate) {
  std::uint32_t lanes;
  return emu::vote(emu::warp_any, mask, predicate, EMU_PC, lanes) != 0;
}

int __uni_sync(unsigned mask, int predicate) {
  std::uint32_t lanes;
  const std::uint32_t ayes = emu::vote(emu::warp_uniform, mask, predicate, EMU_PC, lanes);
  return ayes == lanes || ayes == 0;
}

unsigned __ballot_sync(unsigned mask, int predicate) {
  std::uint32_t lanes;
  return emu::vote(emu::warp_ballot, mask, predicate, EMU_PC, lanes);
}

#define EMU_REDUCE(name, type, expression)                                     \
  type __reduce_##name##_sync(unsigned mask, type value) {                     \
    return emu::reduce(                                                        \
        emu::warp_reduce_##name, mask, value,                                  \
        [](type a, type b) { return static_cast<type>(expression); }, EMU_PC); \
  }

EMU_REDUCE(add, unsigned, a + b)
EMU_REDUCE(min, unsigned, a < b ? a : b)
EMU_REDUCE(max, unsigned, a > b ? a : b)
EMU_REDUCE(add, int, static_cast<unsigned>(a) + static_cast<unsigned>(b))
EMU_REDUCE(min, int, a < b ? a : b)
EMU_REDUCE(max, int, a > b ? a : b)
EMU_REDUCE(and, unsigned, a& b)
EMU_REDUCE(or, unsigned, a | b)
EMU_REDUCE(xor, unsigned, a ^ b)

unsigned __activemask(int line) { return emu::converged_lanes(line); }
