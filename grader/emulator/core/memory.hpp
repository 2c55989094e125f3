// Device memory: one arena at a fixed address range, so that "is this a device pointer" is one
// comparison. Addresses are not used again before the arena has been used up; until then freed
// memory stays recognisable.
#pragma once

#include <cstddef>
#include <cstdint>

#include "emulator/generated_code.hpp"
#include "worker/address_space.hpp"

namespace emu::memory {

enum class Kind : std::uint8_t {
  device,   ///< cudaMalloc and relatives
  managed,  ///< cudaMallocManaged
  pinned,   ///< cudaMallocHost: outside the arena, readable and writable on both sides
  symbol,   ///< __device__, __constant__, __managed__ variables
};

struct Allocation {
  char* begin = nullptr;
  std::size_t bytes = 0;
  std::size_t element_bytes = 1;       ///< For index arithmetic in findings; 1 where unknown.
  char name[40] = {};                  ///< "d_in"; empty for the submission's own allocations.
  const void* allocated_at = nullptr;  ///< Return address of the allocating call.
  std::uint64_t number = 0;            ///< Rises with each allocation.
  Kind kind = Kind::device;
  SymbolSpace symbol_space = SymbolSpace::device;
  bool freed = false;
  bool sparse = false;  ///< Of a shape run: nothing marked or poisoned, checked by its range alone.
  char* touchable = nullptr;  ///< See describe and restrict_to.
  std::size_t touchable_bytes = 0;
};

inline char* const arena_begin = reinterpret_cast<char*>(worker::arena_address);
inline constexpr std::size_t arena_bytes = worker::arena_bytes;
inline constexpr std::size_t granule = 256;  ///< Alignment of allocations; red zone between them.

inline bool in_arena(const void* p) {
  return static_cast<std::size_t>(static_cast<const char*>(p) - arena_begin) < arena_bytes;
}

/// Reserves the address ranges. Called once; leaves the process with a sentence where it cannot.
void initialize();

/// Poisoned memory (0xCB bytes unless set otherwise), 256-byte aligned; nullptr where the card's
/// memory does not suffice. bytes > 0.
void* allocate(std::size_t bytes, Kind kind, const void* pc);
/// False where p is not the begin of a live allocation.
bool release(void* p, const void* pc = nullptr);
/// Gives an allocation the name and element size that findings show. `inset` bytes at both ends are
/// made red zones.
void describe(void* allocation, const char* name, std::size_t element_bytes, std::size_t inset = 0);
/// Makes [begin, begin + bytes) the only part of its allocation that may be touched: for arrays
/// that start at any float.
void restrict_to(const void* begin, std::size_t bytes);

/// The allocation whose range (freed ones included) holds p, or null. Slow; for reports and the
/// API.
const Allocation* find(const void* p);
/// The allocation of the arena whose touchable bytes are nearest to p, or null: whom a miss belongs
/// to.
const Allocation* nearest(const void* p);
/// The symbol or pinned array that p misses by a few elements, or null. Slow.
const Allocation* beside(const void* p);
/// The live allocation without a name (the submission's own) that was made last, or null. Slow.
const Allocation* newest_unnamed();
/// Whether [p, p + bytes) lies in one live device, managed or symbol allocation.
bool is_device_range(const void* p, std::size_t bytes);
/// Device, managed (live or freed) or symbol memory.
bool is_device_pointer(const void* p);
bool is_pinned(const void* p);

/// Addresses between the lowest and the highest variable with static storage on the device.
extern const char *symbols_begin, *symbols_end;
/// A __device__, __constant__ or __managed__ variable. Fast where p is far from all of them.
bool is_symbol_at(const void* p);
inline bool is_symbol(const void* p) {
  const char* const address = static_cast<const char*>(p);
  return address >= symbols_begin && address < symbols_end && is_symbol_at(p);
}

/// Which bytes of a granule may be touched: the fast check of an access in the arena. An aligned
/// access never crosses into the next granule.
struct ValidBytes {
  std::uint16_t begin, end;
};
extern ValidBytes* valid_bytes;
inline bool is_valid(const void* p, unsigned bytes) {
  const std::size_t offset = static_cast<std::size_t>(static_cast<const char*>(p) - arena_begin);
  const ValidBytes valid = valid_bytes[offset / granule];
  return offset % granule >= valid.begin && offset % granule + bytes <= valid.end;
}

/// Host memory that counts as pinned (cudaHostRegister), or a variable with static storage.
void add_outside(const Allocation& allocation);
void remove_outside(const void* begin);

/// Streams and events hold memory of the device too: it counts as live, and as the submission's own
/// allocation, until the handle is forgotten. Nothing can touch it.
void remember_handle(const void* handle, const void* pc);
void forget_handle(const void* handle);

/// Repeats a word over [to, to + bytes).
void fill_words(void* to, std::uint32_t word, std::size_t bytes);

std::size_t pinned_bytes();  ///< Of live pinned allocations.
std::size_t live_bytes();    ///< Of device and managed allocations, streams and events.
void set_poison(std::uint32_t word);
std::uint32_t poison();

}  // namespace emu::memory
