#include "observers/bounds.hpp"

#include <algorithm>
#include <cstdio>
#include <cstring>

#include "core/findings.hpp"
#include "core/memory.hpp"
#include "core/state.hpp"

namespace emu {

namespace {

constexpr int illegal_address = 700, misaligned_address = 716;
constexpr std::size_t silent_on_hardware = std::size_t{16} << 20;  // past the end, measured

void tell(const char* code, const Access& access, const char* role, const char* message,
          const char* look_at) {
  FindingPlace place;
  place.pc = access.pc;
  place.role = role;
  place.who = current_thread();
  report(code, worker::Severity::error, {place}, message, look_at, access.address);
}

/// "d_in[1000] does not exist: d_in has 1000 elements" and its like.
void describe_place(char* text, std::size_t size, const char* address, const char* begin,
                    std::size_t bytes, std::size_t element_bytes, const char* name) {
  const long element = static_cast<long>(std::max<std::size_t>(element_bytes, 1));
  const long distance = static_cast<long>(address - begin);
  const long index = distance >= 0 ? distance / element : -((element - 1 - distance) / element);
  const long count = static_cast<long>(bytes) / element;
  const char* const unit = element == 1 ? "byte" : "element";
  std::snprintf(text, size, "%s[%ld] does not exist: %s has %ld %s%s", name, index, name, count,
                unit, count == 1 ? "" : "s");
}

[[gnu::cold]] void outside_device_memory(const Access& access, const char* role) {
  const char* const address = static_cast<const char*>(access.address);
  char message[300] = "an address that is in no array at all";
  const memory::Allocation* a = memory::find(address);
  const bool freed = a != nullptr && a->freed;
  if (a == nullptr) a = memory::nearest(address);
  bool far = a == nullptr;
  if (a != nullptr) {
    if (a->name[0] != '\0')
      describe_place(message, sizeof message, address, a->touchable, a->touchable_bytes,
                     a->element_bytes, a->name);
    else
      std::snprintf(message, sizeof message, "byte %ld of an array of %zu bytes (cudaMalloc)",
                    static_cast<long>(address - a->begin), a->bytes);
    far = address > a->begin + a->bytes + silent_on_hardware ||
          address + silent_on_hardware < a->begin;
  }
  if (freed) std::snprintf(message, sizeof message, "memory is used that was freed before");
  tell("out_of_bounds", access, role, message,
       freed ? "Is the array still needed after it was freed?"
             : "Which index does this thread compute, and is it checked against n?");
  if (far) fault_kernel(illegal_address);
}

[[gnu::cold]] void outside_shared_memory(const Access& access, const char* role) {
  const SharedLayout& layout = current.executor->layout;
  const char* const address = static_cast<const char*>(access.address);
  const long offset = static_cast<long>(address - current.shared_low);
  char message[300] = "an address far from every shared variable";
  if (offset >= 0 && offset < static_cast<long>(SharedLayout::slot_bytes)) {
    const auto* const entry = shared_entry_near(layout, static_cast<std::size_t>(offset));
    const SharedVariableEntry& e = entry != nullptr ? *entry : layout.entries.front();
    describe_place(message, sizeof message, address, current.shared_low + e.offset, e.bytes,
                   e.element_bytes, e.name);
  }
  tell("out_of_bounds", access, role, message,
       "How many elements were asked for, statically or in the launch's third value?");
  if (offset < 0 || offset >= static_cast<long>(SharedLayout::slot_bytes))
    fault_kernel(illegal_address);
}

[[gnu::cold]] void host_memory_in_kernel(const Access& access, const char* role) {
  if (memory::is_pinned(access.address)) return;
  constexpr std::uintptr_t first_page_group = 64 * 1024;
  const auto address = reinterpret_cast<std::uintptr_t>(access.address);
  if (address < first_page_group)
    tell("out_of_bounds", access, role, "a null pointer is used in a kernel (illegal address)",
         "Which pointer was never given memory?");
  else
    tell("host_device_mixup", access, role,
         "a kernel uses host memory, which a GPU cannot reach (illegal address)",
         "Was the array copied to the device, and is the device's pointer passed to the kernel?");
  fault_kernel(illegal_address);
}

[[gnu::cold]] void device_memory_on_host(const Access& access, const char* role) {
  const memory::Allocation* const a = memory::find(access.address);
  if (a != nullptr && (a->kind == memory::Kind::managed || a->kind == memory::Kind::pinned)) return;
  const bool symbol = a != nullptr && a->kind == memory::Kind::symbol;
  if (symbol && a->symbol_space == SymbolSpace::managed) return;
  char message[200];
  std::snprintf(message, sizeof message, "host code uses device memory (%s) directly",
                a != nullptr && a->name[0] != '\0' ? a->name : "an array on the device");
  tell("host_device_mixup", access, role, message,
       "The host reaches device memory only through cudaMemcpy and its relatives.");
  if (!symbol) leave(worker::Departure::host_device_mixup);
}

[[gnu::cold]] void misaligned(const Access& access, const char* role) {
  char message[200];
  std::snprintf(
      message, sizeof message,
      "an access of %u bytes at an address that is no multiple of %u (misaligned address)",
      access.bytes, access.bytes);
  tell("misaligned_access", access, role, message,
       "A float4 can only be read where its address is a multiple of 16.");
  fault_kernel(misaligned_address);
}

}  // namespace

void Bounds::check(const Access& access, const char* role) {
  if (!current.in_kernel) return device_memory_on_host(access, role);
  const auto address = reinterpret_cast<std::uintptr_t>(access.address);
  if (access.space == Space::host) return host_memory_in_kernel(access, role);
  if (address % access.bytes != 0) return misaligned(access, role);
  if (access.space == Space::shared) {
    const auto offset =
        static_cast<std::size_t>(static_cast<const char*>(access.address) - current.shared_low);
    if (!current.executor->layout.is_valid(offset, access.bytes))
      outside_shared_memory(access, role);
    return;
  }
  if (memory::in_arena(access.address)) {
    if (!memory::is_valid(access.address, access.bytes)) outside_device_memory(access, role);
    return;
  }
  const memory::Allocation* const a = memory::find(access.address);
  if (a != nullptr && a->kind == memory::Kind::symbol && a->symbol_space == SymbolSpace::constant &&
      role[0] != 'r')
    tell("out_of_bounds", access, role, "a kernel writes to __constant__ memory",
         "Constants are set from the host, with cudaMemcpyToSymbol.");
}

}  // namespace emu
