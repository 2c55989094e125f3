#include "core/memory.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>

#include "core/card.hpp"
#include "core/observers.hpp"
#include "core/schedule.hpp"

namespace emu::memory {

ValidBytes* valid_bytes = nullptr;

namespace {

constexpr std::size_t bytes_of_handle = 1024;  // no more than that it is something
constexpr std::size_t poisoned_at_most = std::size_t{256} << 20;  // the rest of a huge one is zero

struct State {
  std::map<const char*, Allocation> arena;    // by begin; freed ones stay
  std::map<const char*, Allocation> outside;  // pinned memory and symbols, by begin
  std::map<const char*, Allocation> handles;  // what streams and events hold, by handle
  std::size_t used = std::size_t{16} << 20;   // of the arena; what lies in front is nobody's
  std::size_t live = 0, pinned = 0;
  std::uint64_t allocations = 0;
  std::uint32_t poison_word = 0xCBCBCBCBu;
};

State& state() {
  static State* const the_state = new State;  // outlives static objects of the submission
  return *the_state;
}

void* reserve(void* at, std::size_t bytes) {
  const int fixed = at != nullptr ? MAP_FIXED_NOREPLACE : 0;
  void* const got = mmap(at, bytes, PROT_READ | PROT_WRITE,
                         MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | fixed, -1, 0);
  if (got == MAP_FAILED || (at != nullptr && got != at)) {
    std::fputs("emulator: no address space for device memory\n", stderr);
    std::_Exit(worker::exit_without_memory);
  }
  return got;
}

void set_valid(const char* begin, std::size_t bytes, bool valid) {
  const auto offset = static_cast<std::size_t>(begin - arena_begin);
  for (std::size_t at = offset; at < offset + bytes;) {
    const std::size_t in_granule = at % granule;
    const std::size_t here = std::min(granule - in_granule, offset + bytes - at);
    ValidBytes& v = valid_bytes[at / granule];
    v = valid ? ValidBytes{static_cast<std::uint16_t>(in_granule),
                           static_cast<std::uint16_t>(in_granule + here)}
              : ValidBytes{0, 0};
    at += here;
  }
}

constexpr std::size_t large = 64 * 1024;  // worth some trouble to save its pages

/// The pages that lie wholly in [begin, begin + bytes) lose their content and their memory.
void give_back(const char* begin, std::size_t bytes) {
  constexpr std::size_t page = 4096;
  if (bytes < large) return;
  const auto offset = static_cast<std::size_t>(begin - arena_begin);
  const std::size_t from = (offset + page - 1) / page * page;
  const std::size_t to = (offset + bytes) / page * page;
  madvise(arena_begin + from, to - from, MADV_DONTNEED);
}

Allocation* containing(std::map<const char*, Allocation>& in, const void* p) {
  const char* const address = static_cast<const char*>(p);
  auto next = in.upper_bound(address);
  if (next == in.begin()) return nullptr;
  Allocation& candidate = std::prev(next)->second;
  const bool inside = address < candidate.begin + candidate.bytes;
  return inside ? &candidate : nullptr;
}

/// Behind an array of a shape run lies as much that is nobody's, up to this: an index that wraps
/// around 2^31 or 2^32 must hit no neighbour.
constexpr std::size_t far = std::size_t{16} << 30;

std::size_t rounded_up(std::size_t bytes) { return (bytes + granule - 1) / granule * granule; }

/// Addresses for an allocation with its red zone: such that none had, while there are some; then
/// those of freed ones that lie side by side. Null where there is no room.
char* find_room(State& s, std::size_t bytes) {
  if (bytes <= arena_bytes - s.used) {
    s.used += bytes;
    return arena_begin + s.used - bytes;
  }
  auto first = s.arena.end();
  for (auto at = s.arena.begin(); at != s.arena.end(); ++at) {
    if (!at->second.freed) {
      first = s.arena.end();
      continue;
    }
    if (first == s.arena.end()) first = at;
    const auto next = std::next(at);
    const char* const end = next == s.arena.end() ? arena_begin + s.used : next->first;
    if (static_cast<std::size_t>(end - first->first) < bytes) continue;
    char* const begin = first->second.begin;
    s.arena.erase(first, next);
    return begin;
  }
  return nullptr;
}

}  // namespace

void initialize() {
  if (valid_bytes != nullptr) return;
  reserve(arena_begin, arena_bytes);
  madvise(arena_begin, arena_bytes, MADV_HUGEPAGE);
  valid_bytes =
      static_cast<ValidBytes*>(reserve(nullptr, arena_bytes / granule * sizeof(ValidBytes)));
}

void* allocate(std::size_t bytes, Kind kind, const void* pc) {
  initialize();
  State& s = state();
  const bool shape = run_options().shape;
  const std::size_t most = shape ? arena_bytes : card::memory_bytes;
  if (bytes == 0 || bytes > most - std::min(s.live, most)) return nullptr;
  Allocation a;
  a.bytes = bytes;
  a.kind = kind;
  a.allocated_at = pc;
  a.number = ++s.allocations;
  if (kind == Kind::pinned) {
    a.begin =
        static_cast<char*>(std::aligned_alloc(granule, (bytes + granule - 1) / granule * granule));
    if (a.begin == nullptr) return nullptr;
    s.pinned += bytes;
    s.outside[a.begin] = a;
    return a.begin;
  }
  a.begin = find_room(s, rounded_up(bytes) + (shape ? rounded_up(std::min(bytes, far)) : granule));
  if (a.begin == nullptr) return nullptr;
  s.live += bytes;
  a.touchable = a.begin;
  a.touchable_bytes = bytes;
  a.sparse = shape && bytes >= large;
  if (a.sparse) {  // of which a byte here and there is touched
    madvise(a.begin, rounded_up(bytes), MADV_NOHUGEPAGE);
  } else {
    set_valid(a.begin, bytes, true);
    fill_words(a.begin, s.poison_word, std::min(bytes, poisoned_at_most));
  }
  s.arena[a.begin] = a;
  for (Observer* o : observers.lifetime) o->allocated(a.begin, bytes);
  return a.begin;
}

bool release(void* p, const void* pc) {
  State& s = state();
  const char* const address = static_cast<const char*>(p);
  if (const auto found = s.outside.find(address); found != s.outside.end()) {
    if (found->second.kind != Kind::pinned) return false;
    s.pinned -= found->second.bytes;
    std::free(found->second.begin);
    s.outside.erase(found);
    return true;
  }
  const auto found = s.arena.find(address);
  if (found == s.arena.end() || found->second.freed) return false;
  Allocation& a = found->second;
  a.freed = true;
  s.live -= a.bytes;
  if (!a.sparse) set_valid(a.begin, a.bytes, false);
  give_back(a.begin, a.bytes);
  for (Observer* o : observers.lifetime) o->released(a.begin, a.bytes, pc);
  return true;
}

void restrict_to(const void* begin, std::size_t bytes) {
  Allocation* a = containing(state().arena, begin);
  if (a == nullptr) return;
  if (!a->sparse) set_valid(a->begin, a->bytes, false);
  a->touchable = const_cast<char*>(static_cast<const char*>(begin));
  a->touchable_bytes = bytes;
  if (!a->sparse) set_valid(a->touchable, bytes, true);
}

void describe(void* allocation, const char* name, std::size_t element_bytes, std::size_t inset) {
  Allocation* a = containing(state().arena, allocation);
  if (a == nullptr) return;
  std::snprintf(a->name, sizeof a->name, "%s", name);
  a->element_bytes = element_bytes;
  if (inset > 0) restrict_to(a->begin + inset, a->bytes - 2 * inset);
}

const Allocation* find(const void* p) {
  State& s = state();
  const Allocation* a = containing(s.arena, p);
  return a != nullptr ? a : containing(s.outside, p);
}

const Allocation* nearest(const void* p) {
  const char* const address = static_cast<const char*>(p);
  const auto& arena = state().arena;
  const auto next = arena.upper_bound(address);
  const Allocation* behind = next == arena.end() ? nullptr : &next->second;
  const Allocation* front = next == arena.begin() ? nullptr : &std::prev(next)->second;
  if (front == nullptr || behind == nullptr) return front != nullptr ? front : behind;
  const auto past_front = address - (front->touchable + front->touchable_bytes);
  return past_front <= behind->touchable - address ? front : behind;
}

const Allocation* beside(const void* p) {
  constexpr std::ptrdiff_t few = 64;  // bytes; the host's own variables lie beyond
  const char* const address = static_cast<const char*>(p);
  const auto& outside = state().outside;
  const auto next = outside.upper_bound(address);
  const Allocation* nearest = nullptr;
  std::ptrdiff_t distance = few;
  if (next != outside.end() && next->second.begin - address < distance) {
    nearest = &next->second;
    distance = nearest->begin - address;
  }
  if (next != outside.begin()) {
    const Allocation& front = std::prev(next)->second;
    if (address - (front.begin + front.bytes) < distance) nearest = &front;
  }
  return nearest;
}

const Allocation* newest_unnamed() {
  const Allocation* newest = nullptr;
  for (const auto* all : {&state().arena, &state().outside, &state().handles})
    for (const auto& [begin, a] : *all) {
      const bool own = !a.freed && a.name[0] == '\0' && a.allocated_at != nullptr;
      if (own && (newest == nullptr || a.number > newest->number)) newest = &a;
    }
  return newest;
}

bool is_device_range(const void* p, std::size_t bytes) {
  const Allocation* a = find(p);
  if (a == nullptr || a->freed || a->kind == Kind::pinned) return false;
  const char* const begin = a->touchable != nullptr ? a->touchable : a->begin;
  const std::size_t size = a->touchable != nullptr ? a->touchable_bytes : a->bytes;
  const char* const address = static_cast<const char*>(p);
  return address >= begin && bytes <= size && address + bytes <= begin + size;
}

bool is_device_pointer(const void* p) {
  const Allocation* a = find(p);
  return in_arena(p) || (a != nullptr && a->kind != Kind::pinned);
}

bool is_pinned(const void* p) {
  const Allocation* a = containing(state().outside, p);
  return a != nullptr && a->kind == Kind::pinned;
}

const char* symbols_begin = nullptr;
const char* symbols_end = nullptr;

bool is_symbol_at(const void* p) {
  const Allocation* a = containing(state().outside, p);
  return a != nullptr && a->kind == Kind::symbol;
}

void add_outside(const Allocation& allocation) {
  state().outside[allocation.begin] = allocation;
  if (allocation.kind != Kind::symbol) return;
  const char* const end = allocation.begin + allocation.bytes;
  if (symbols_begin == nullptr || allocation.begin < symbols_begin)
    symbols_begin = allocation.begin;
  if (end > symbols_end) symbols_end = end;
}

void remember_handle(const void* handle, const void* pc) {
  Allocation a;
  a.bytes = bytes_of_handle;
  a.allocated_at = pc;
  a.number = ++state().allocations;
  state().handles[static_cast<const char*>(handle)] = a;
}

void forget_handle(const void* handle) { state().handles.erase(static_cast<const char*>(handle)); }

void remove_outside(const void* begin) { state().outside.erase(static_cast<const char*>(begin)); }

void fill_words(void* to, std::uint32_t word, std::size_t bytes) {
  char* const begin = static_cast<char*>(to);
  std::size_t at = 0;
  for (; at + sizeof word <= bytes; at += sizeof word) std::memcpy(begin + at, &word, sizeof word);
  std::memcpy(begin + at, &word, bytes - at);
}

std::size_t pinned_bytes() { return state().pinned; }
std::size_t live_bytes() { return state().live + state().handles.size() * bytes_of_handle; }
void set_poison(std::uint32_t word) { state().poison_word = word; }
std::uint32_t poison() { return state().poison_word; }

}  // namespace emu::memory
