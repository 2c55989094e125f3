// Loads and stores with a cache hint: ordinary accesses here, one each, for the types that CUDA has
// them for. Of __ldg it is watched that nothing writes what it reads while the kernel runs.
#pragma once

#include <cstddef>
#include <type_traits>

#include "emulator/keywords.hpp"
#include "emulator/vector_types.hpp"

namespace emu {

template <class T, class... Listed>
inline constexpr bool is_one_of = (std::is_same_v<T, Listed> || ...);

template <class T>
inline constexpr bool has_cache_hints =
    (std::is_arithmetic_v<T> && sizeof(T) <= 8 && !std::is_same_v<T, bool>) ||
    is_one_of<T, char2, char4, uchar2, uchar4, short2, short4, ushort2, ushort4, int2, int4, uint2,
              uint4, longlong2, ulonglong2, float2, float4, double2>;

template <class T>
using Hinted = std::enable_if_t<has_cache_hints<T>, T>;

/// Keeps a load from being moved or merged, and lets the scheduler see a thread that polls. `value`
/// is what was read at `address`.
void observe_poll(const void* address, unsigned long long value);

/// Announces a load through the read-only cache and returns the address. To the compiler a function
/// of its arguments alone, so that it may merge and move such loads, as nvcc may.
[[gnu::const]] const void* read_only(const void* address, std::size_t bytes);

template <class T>
EMU_INLINE void observe_poll_of(const T* address, T value) {
  if constexpr (std::is_arithmetic_v<T>) {
    observe_poll(address, static_cast<unsigned long long>(value));
  }
}

}  // namespace emu

#define EMU_HINTED_LOAD(name)                        \
  template <class T>                                 \
  EMU_INLINE emu::Hinted<T> name(const T* address) { \
    return *address;                                 \
  }

// These reach past the first-level cache, and so they serve for polling.
#define EMU_POLLING_LOAD(name)                       \
  template <class T>                                 \
  EMU_INLINE emu::Hinted<T> name(const T* address) { \
    T value = *address;                              \
    emu::observe_poll_of(address, value);            \
    return value;                                    \
  }

#define EMU_HINTED_STORE(name)                                                 \
  template <class T>                                                           \
  EMU_INLINE void name(T* address, std::common_type_t<emu::Hinted<T>> value) { \
    *address = value;                                                          \
  }

EMU_HINTED_LOAD(__ldca)
EMU_HINTED_LOAD(__ldcs)
EMU_HINTED_LOAD(__ldlu)
EMU_POLLING_LOAD(__ldcg)
EMU_HINTED_STORE(__stwb)
EMU_HINTED_STORE(__stcg)
EMU_HINTED_STORE(__stcs)

#undef EMU_HINTED_LOAD
#undef EMU_POLLING_LOAD
#undef EMU_HINTED_STORE

template <class T>
EMU_INLINE emu::Hinted<T> __ldg(const T* address) {
  return *static_cast<const T*>(emu::read_only(address, sizeof(T)));
}

/// Volatile: reads memory each time.
template <class T>
EMU_INLINE emu::Hinted<T> __ldcv(const T* address) {
  if constexpr (std::is_arithmetic_v<T>) {
    return *static_cast<const volatile T*>(address);
  } else {
    T value = *address;
    __asm__ volatile("" ::: "memory");
    return value;
  }
}

/// Volatile: writes through to memory.
template <class T>
EMU_INLINE void __stwt(T* address, std::common_type_t<emu::Hinted<T>> value) {
  if constexpr (std::is_arithmetic_v<T>) {
    *static_cast<volatile T*>(address) = value;
  } else {
    *address = value;
    __asm__ volatile("" ::: "memory");
  }
}
