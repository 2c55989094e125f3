#include "runtime/allocations.hpp"

#include <algorithm>
#include <unordered_map>

#include "core/memory.hpp"

namespace emu::runtime {

namespace {

struct Known {
  std::size_t pool_bytes = 0;
  bool free_queued = false;
};

auto& allocations() {
  static auto* const known = new std::unordered_map<const void*, Known>;
  return *known;
}

}  // namespace

PoolUse& pool_use() {
  static PoolUse use;
  return use;
}

void remember_allocation(void* p, std::size_t pool_bytes) {
  allocations()[p] = {pool_bytes, false};
  pool_use().now += pool_bytes;
  pool_use().most = std::max(pool_use().most, pool_use().now);
}

bool can_be_freed(const void* p) {
  const memory::Allocation* const a = memory::find(p);
  if (a == nullptr || a->begin != p || a->freed) return false;
  if (a->kind != memory::Kind::device && a->kind != memory::Kind::managed) return false;
  const auto known = allocations().find(p);
  return known == allocations().end() || !known->second.free_queued;
}

void note_queued_free(void* p) { allocations()[p].free_queued = true; }

void release_allocation(void* p, const void* pc) {
  if (const auto known = allocations().find(p); known != allocations().end()) {
    pool_use().now -= known->second.pool_bytes;
    allocations().erase(known);
  }
  memory::release(p, pc);
}

void release_all_allocations() {
  for (const auto& entry : allocations()) memory::release(const_cast<void*>(entry.first));
  allocations().clear();
  pool_use() = {};
}

}  // namespace emu::runtime
