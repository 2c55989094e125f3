// atomicAdd and its relatives.
#include "emulator/atomics.hpp"

#include "runtime/device_read_modify_write.hpp"

#define EMU_SITE(scope) \
  emu::AtomicSite { emu::Order::relaxed, emu::Scope::scope, __builtin_return_address(0) }
#define EMU_COMPARING_SITE(scope) \
  emu::AtomicSite { emu::Order::relaxed, emu::Scope::scope, __builtin_return_address(0), true }

#define EMU_ATOMIC_AT(name, scope, type, expression)                                            \
  type name(type* address, type value) {                                                        \
    return emu::read_modify_write(                                                              \
        address, [value](type old) { return static_cast<type>(expression); }, EMU_SITE(scope)); \
  }

#define EMU_ATOMIC(name, type, expression)             \
  EMU_ATOMIC_AT(name, device, type, expression)        \
  EMU_ATOMIC_AT(name##_block, block, type, expression) \
  EMU_ATOMIC_AT(name##_system, system, type, expression)

#define EMU_ATOMIC_CAS_AT(name, scope, type)                                \
  type name(type* address, type expected, type desired) {                   \
    return emu::read_modify_write(                                          \
        address, [=](type old) { return old == expected ? desired : old; }, \
        EMU_COMPARING_SITE(scope));                                         \
  }

#define EMU_ATOMIC_CAS(type)                      \
  EMU_ATOMIC_CAS_AT(atomicCAS, device, type)      \
  EMU_ATOMIC_CAS_AT(atomicCAS_block, block, type) \
  EMU_ATOMIC_CAS_AT(atomicCAS_system, system, type)

#define EMU_ATOMIC_BITWISE(type)          \
  EMU_ATOMIC(atomicAnd, type, old& value) \
  EMU_ATOMIC(atomicOr, type, old | value) \
  EMU_ATOMIC(atomicXor, type, old ^ value)

#define EMU_ATOMIC_MIN_MAX(type)                         \
  EMU_ATOMIC(atomicMin, type, old < value ? old : value) \
  EMU_ATOMIC(atomicMax, type, old > value ? old : value)

// Integers wrap around, signed ones too.
EMU_ATOMIC(atomicAdd, int, static_cast<unsigned>(old) + static_cast<unsigned>(value))
EMU_ATOMIC(atomicAdd, unsigned, old + value)
EMU_ATOMIC(atomicAdd, unsigned long long, old + value)
EMU_ATOMIC(atomicAdd, float, old + value)
EMU_ATOMIC(atomicAdd, double, old + value)
EMU_ATOMIC(atomicSub, int, static_cast<unsigned>(old) - static_cast<unsigned>(value))
EMU_ATOMIC(atomicSub, unsigned, old - value)
EMU_ATOMIC(atomicExch, int, ((void)old, value))
EMU_ATOMIC(atomicExch, unsigned, ((void)old, value))
EMU_ATOMIC(atomicExch, unsigned long long, ((void)old, value))
EMU_ATOMIC(atomicExch, float, ((void)old, value))
EMU_ATOMIC_MIN_MAX(int)
EMU_ATOMIC_MIN_MAX(unsigned)
EMU_ATOMIC_MIN_MAX(long long)
EMU_ATOMIC_MIN_MAX(unsigned long long)
EMU_ATOMIC(atomicInc, unsigned, old >= value ? 0 : old + 1)
EMU_ATOMIC(atomicDec, unsigned, old == 0 || old > value ? value : old - 1)
EMU_ATOMIC_BITWISE(int)
EMU_ATOMIC_BITWISE(unsigned)
EMU_ATOMIC_BITWISE(long long)
EMU_ATOMIC_BITWISE(unsigned long long)
EMU_ATOMIC_CAS(int)
EMU_ATOMIC_CAS(unsigned)
EMU_ATOMIC_CAS(unsigned long long)
EMU_ATOMIC_CAS_AT(atomicCAS, device, unsigned short)

namespace emu {
namespace {

/// Adds component by component; the vector as a whole has to lie in one place and aligned.
template <class Vector>
void add_components(Vector* address, const Vector* value, Vector* old, const AtomicSite& site) {
  require_accessible(address, sizeof(Vector), site.pc);
  constexpr std::size_t components = sizeof(Vector) / sizeof(float);
  float* const place = reinterpret_cast<float*>(address);
  const float* const added = reinterpret_cast<const float*>(value);
  float* const before = reinterpret_cast<float*>(old);
  for (std::size_t i = 0; i < components; i++) {
    const float summand = added[i];
    before[i] = read_modify_write(
        place + i, [summand](float x) { return x + summand; }, site);
  }
}

}  // namespace

#define EMU_ATOMIC_VECTOR(name, scope, type)               \
  void name(type* address, const type* value, type* old) { \
    add_components(address, value, old, EMU_SITE(scope));  \
  }

EMU_ATOMIC_VECTOR(atomicAdd, device, float2)
EMU_ATOMIC_VECTOR(atomicAdd_block, block, float2)
EMU_ATOMIC_VECTOR(atomicAdd_system, system, float2)
EMU_ATOMIC_VECTOR(atomicAdd, device, float4)
EMU_ATOMIC_VECTOR(atomicAdd_block, block, float4)
EMU_ATOMIC_VECTOR(atomicAdd_system, system, float4)

}  // namespace emu
