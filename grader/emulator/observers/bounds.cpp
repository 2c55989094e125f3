#include "observers/bounds.hpp"

#include <cstdio>
#include <cstring>

#include "core/findings.hpp"
#include "core/memory.hpp"
#include "core/own_arrays.hpp"
#include "core/state.hpp"
#include "observers/array_names.hpp"

namespace emu {

namespace {

constexpr int illegal_address = 700, misaligned_address = 716;
constexpr std::size_t silent_on_hardware = std::size_t{16} << 20;  // past the end, measured

void tell(const char* code, const Access& access, const char* role, const char* message,
          const char* look_at) {
  withdraw_index_finding();
  FindingPlace place;
  place.pc = access.pc;
  place.role = role;
  place.who = current_thread();
  report(code, worker::Severity::error, {place}, message, look_at, access.address);
}

/// False where the memory is there after all.
[[gnu::cold]] bool outside_device_memory(const Access& access, const char* role) {
  if (memory::is_device_range(access.address, access.bytes)) return false;  // of a shape run
  const char* const address = static_cast<const char*>(access.address);
  char message[300];
  const memory::Allocation* a = memory::find(address);
  const bool freed = a != nullptr && a->freed;
  if (a == nullptr) a = memory::nearest(address);
  const bool far = a == nullptr || address > a->begin + a->bytes + silent_on_hardware ||
                   address + silent_on_hardware < a->begin;
  if (freed)
    std::snprintf(message, sizeof message, "memory is used that was freed before");
  else
    describe_miss(message, sizeof message, address);
  tell("out_of_bounds", access, role, message,
       freed ? "Is the array still needed after it was freed?"
       : a != nullptr && std::strcmp(a->name, "d_workspace") == 0
           ? "Which index does this thread compute, and for how many elements does the function "
             "ask that says how many bytes the workspace has?"
           : "Which index does this thread compute, and is it checked against n?");
  if (far) fault_kernel(illegal_address);
  return true;
}

[[gnu::cold]] void outside_shared_memory(const Access& access, const char* role) {
  const long offset = static_cast<const char*>(access.address) - current.shared_low;
  const bool near = offset >= 0 && offset < static_cast<long>(SharedLayout::slot_bytes);
  char message[300] = "an address far from every shared variable";
  if (near) describe_miss(message, sizeof message, access.address);
  tell("out_of_bounds", access, role, message,
       "How many elements were asked for, statically or in the launch's third value?");
  if (!near) fault_kernel(illegal_address);
}

[[gnu::cold]] void host_memory_in_kernel(const Access& access, const char* role) {
  if (memory::is_pinned(access.address)) return;
  if (memory::beside(access.address) != nullptr) {
    char message[300];
    describe_miss(message, sizeof message, access.address);
    tell("out_of_bounds", access, role, message,
         "Which index does this thread compute, and how many elements has the array?");
    fault_kernel(illegal_address);  // the host's own variables lie there
  }
  constexpr std::uintptr_t first_page_group = 64 * 1024;
  constexpr std::uintptr_t around = std::uintptr_t{1} << 42;  // what a wrong index reaches
  const auto address = reinterpret_cast<std::uintptr_t>(access.address);
  if (address < first_page_group)
    tell("out_of_bounds", access, role, "a null pointer is used in a kernel (illegal address)",
         "Which pointer was never given memory?");
  else if (address - reinterpret_cast<std::uintptr_t>(memory::arena_begin) + around < 2 * around)
    tell("out_of_bounds", access, role, "an address that is in no array at all (illegal address)",
         "Which index does this thread compute, in which type, and is it checked against n?");
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

[[noreturn, gnu::cold]] void misaligned(const Access& access, const char* role) {
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

void Bounds::protect(const void* begin, std::size_t bytes) {
  for (Range& input : inputs_) {
    if (input.bytes != 0) continue;
    input = {static_cast<const char*>(begin), bytes};
    return;
  }
}

void Bounds::check_copy(const void* to, std::size_t bytes, const void* pc) {
  const auto* const begin = static_cast<const char*>(to);
  for (const Range& input : inputs_)
    if (begin != nullptr && begin < input.begin + input.bytes && input.begin < begin + bytes)
      write_to_input({to, 1, Space::device, Order::weak, Scope::device, pc}, "writes here");
}

[[gnu::cold]] void Bounds::write_to_input(const Access& access, const char* role) {
  char name[160], message[200];
  describe_address(name, sizeof name, access.address);
  std::snprintf(message, sizeof message, "the input %s is written to", name);
  tell("input_modified", access, role, message,
       "The input belongs to the caller: where can this result go instead?");
}

bool Bounds::check_slowly(const Access& access, const char* role) {
  if (!current.in_kernel) {
    device_memory_on_host(access, role);
    return true;
  }
  if (access.space == Space::host) {
    host_memory_in_kernel(access, role);
    return false;  // pinned memory: nothing more is known of it
  }
  if (!is_aligned(access)) misaligned(access, role);
  if (access.space == Space::shared) {
    outside_shared_memory(access, role);
    return false;
  }
  if (memory::in_arena(access.address)) return !outside_device_memory(access, role);
  const memory::Allocation* const a = memory::find(access.address);
  if (a != nullptr && a->kind == memory::Kind::symbol && a->symbol_space == SymbolSpace::constant &&
      role[0] != 'r')
    tell("out_of_bounds", access, role, "a kernel writes to __constant__ memory",
         "Constants are set from the host, with cudaMemcpyToSymbol.");
  return a != nullptr && a->kind == memory::Kind::symbol;
}

}  // namespace emu
