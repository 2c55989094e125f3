#include "observers/array_names.hpp"

#include <algorithm>
#include <cstdio>
#include <cstring>

#include "core/memory.hpp"
#include "core/state.hpp"

namespace emu {

namespace {

struct NamedArray {
  char name[40] = {};  // empty where there is none
  const char* begin = nullptr;
  std::size_t bytes = 0, element_bytes = 1;

  long index_of(const char* address) const {
    const auto element = static_cast<long>(element_bytes);
    const long distance = address - begin;
    return distance >= 0 ? distance / element : -((element - 1 - distance) / element);
  }
  long count() const { return static_cast<long>(bytes / element_bytes); }
};

/// The name of the kernel's parameter number `position`; false for one without.
bool parameter_name(const char* names, int position, char* name, std::size_t size) {
  for (; position > 0; --position) {
    names = std::strchr(names, ',');
    if (names == nullptr) return false;
    ++names;
  }
  const std::size_t length = std::strcspn(names, ",.");
  if (length == 0) return false;
  std::snprintf(name, size, "%.*s", static_cast<int>(length), names);
  return true;
}

/// Looks for a parameter of the running kernel that points into the allocation. The array then
/// begins where the parameter points to.
void name_by_parameter(const memory::Allocation& a, NamedArray& array) {
  if (!current.in_kernel || current.executor == nullptr) return;
  const KernelLaunch& launch = *current.executor->grid->launch;
  for (int k = 0; k < launch.pointer_count; ++k) {
    const auto* const p =
        static_cast<const char*>(const_cast<const void*>(launch.pointers[k].address));
    if (p < a.begin || p >= a.begin + a.bytes) continue;
    if (!parameter_name(launch.kernel->info->parameters, k, array.name, sizeof array.name))
      continue;
    array.begin = p;
    array.bytes = static_cast<std::size_t>(a.begin + a.bytes - p);
    array.element_bytes = launch.pointers[k].element_bytes;
    return;
  }
}

/// `slot`: where the shared memory of the block begins. All blocks have the same layout.
NamedArray in_shared_memory(const char* address, const char* slot) {
  NamedArray array;
  if (current.executor == nullptr || slot == nullptr) return array;
  const SharedLayout& layout = current.executor->layout;
  const long offset = address - slot;
  if (offset < 0 || offset >= static_cast<long>(SharedLayout::slot_bytes)) return array;
  const auto* const near = shared_entry_near(layout, static_cast<std::size_t>(offset));
  const SharedVariableEntry& entry = near != nullptr ? *near : layout.entries.front();
  std::snprintf(array.name, sizeof array.name, "%s", entry.name);
  array.begin = slot + entry.offset;
  array.bytes = entry.bytes;
  array.element_bytes = entry.element_bytes;
  return array;
}

NamedArray array_at(const void* p) {
  const auto* const address = static_cast<const char*>(p);
  if (in_shared_region(p)) {
    const auto in_slot =
        static_cast<std::size_t>(address - shared_region_begin) % SharedLayout::slot_bytes;
    return in_shared_memory(address, address - in_slot);
  }
  NamedArray array;
  const memory::Allocation* a = memory::find(p);
  if (a == nullptr) a = memory::in_arena(p) ? memory::nearest(p) : memory::beside(p);
  if (a == nullptr) return array;
  array.begin = a->touchable != nullptr ? a->touchable : a->begin;
  array.bytes = a->touchable != nullptr ? a->touchable_bytes : a->bytes;
  array.element_bytes = std::max<std::size_t>(a->element_bytes, 1);
  if (a->name[0] != '\0')
    std::snprintf(array.name, sizeof array.name, "%s", a->name);
  else
    name_by_parameter(*a, array);
  return array;
}

}  // namespace

void describe_address(char* text, std::size_t size, const void* address) {
  const NamedArray array = array_at(address);
  const auto* const p = static_cast<const char*>(address);
  if (array.name[0] != '\0' && array.count() == 1 && array.index_of(p) == 0)
    std::snprintf(text, size, "%s", array.name);
  else if (array.name[0] != '\0')
    std::snprintf(text, size, "%s[%ld]", array.name, array.index_of(p));
  else if (array.begin != nullptr)
    std::snprintf(text, size, "byte %ld of an array of %zu bytes (cudaMalloc)",
                  static_cast<long>(p - array.begin), array.bytes);
  else
    std::snprintf(text, size, "memory that is no array's");
}

void describe_miss(char* text, std::size_t size, const void* address) {
  const auto* const p = static_cast<const char*>(address);
  const bool shared = in_shared_region(address);  // of the running block, then
  const NamedArray array = shared ? in_shared_memory(p, current.shared_low) : array_at(address);
  if (array.begin == nullptr) {
    std::snprintf(text, size, "an address that is in no array at all");
    return;
  }
  if (array.name[0] == '\0') {
    describe_address(text, size, address);
    return;
  }
  const long count = array.count();
  std::snprintf(text, size, "%s[%ld] does not exist: %s has %ld %s%s", array.name,
                array.index_of(p), array.name, count, array.element_bytes == 1 ? "byte" : "element",
                count == 1 ? "" : "s");
}

}  // namespace emu
