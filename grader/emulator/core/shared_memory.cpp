// Shared memory: one slot of address space per block in flight, one layout per launch.
#include <sys/mman.h>

#include <algorithm>
#include <cstdio>
#include <cstring>

#include "core/access.hpp"
#include "core/findings.hpp"
#include "core/memory.hpp"
#include "core/state.hpp"
#include "worker/address_space.hpp"

namespace emu {

namespace {
constexpr std::size_t first_offset = 1024;  // so that a negative index meets a red zone
std::size_t executors_with_region = 0;

void mark(SharedLayout& layout, std::size_t offset, std::size_t bytes) {
  for (std::size_t g = offset / SharedLayout::granule; bytes > 0; ++g) {
    const std::size_t here = std::min(bytes, SharedLayout::granule);
    layout.valid[g] = static_cast<std::uint8_t>(here);
    bytes -= here;
  }
}
}  // namespace

char* shared_slot(Executor& executor, unsigned slot) {
  if (executor.shared_region == nullptr) {
    const std::size_t number = __atomic_fetch_add(&executors_with_region, 1, __ATOMIC_RELAXED);
    void* const wanted = shared_region_begin + number * shared_bytes_of_executor;
    void* const got =
        mmap(wanted, shared_bytes_of_executor, PROT_READ | PROT_WRITE,
             MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
    if (got != wanted) {
      std::fputs("emulator: no address space for shared memory\n", stderr);
      std::_Exit(worker::exit_without_memory);
    }
    executor.shared_region = static_cast<char*>(got);
  }
  return executor.shared_region + slot * SharedLayout::slot_bytes;
}

void SharedLayout::reset(std::size_t dynamic_bytes) {
  std::memset(valid.data(), 0, used / granule + 1);
  entries.clear();
  used = first_offset;
  program_bytes = dynamic_bytes;
  mark(*this, used, dynamic_bytes);
  entries.push_back({nullptr, "dynamic shared memory", 0, used, dynamic_bytes, 1});
  used += (dynamic_bytes + red_zone - 1) / red_zone * red_zone + red_zone;
}

const SharedVariableEntry& SharedLayout::add(const void* key, const char* name, int line,
                                             std::size_t bytes, std::size_t element_bytes) {
  mark(*this, used, bytes);
  entries.push_back({key, name, line, used, bytes, element_bytes});
  used += (bytes + red_zone - 1) / red_zone * red_zone + red_zone;
  program_bytes += bytes;
  return entries.back();
}

const SharedVariableEntry* shared_entry_near(const SharedLayout& layout, std::size_t offset) {
  const SharedVariableEntry* near = nullptr;
  for (const SharedVariableEntry& entry : layout.entries)
    if (entry.offset <= offset && (near == nullptr || entry.offset >= near->offset)) near = &entry;
  return near;
}

void* shared_variable(const void* key, KernelRecord&, const char* name, int line, std::size_t bytes,
                      std::size_t element_bytes) {
  Executor& executor = *current.executor;
  SharedLayout& layout = executor.layout;
  for (const SharedVariableEntry& entry : layout.entries)
    if (entry.key == key) return current.shared_low + entry.offset;
  if (layout.program_bytes + bytes > card::shared_per_block_optin) {
    FindingPlace place;
    place.line = line;
    place.who = current_thread();
    report("cuda_error", worker::Severity::error, {place},
           "the kernel's shared variables take more than a block can have",
           "A block has at most 48 KB of static shared memory.");
    fault_kernel(701);
  }
  const SharedVariableEntry& entry = layout.add(key, name, line, bytes, element_bytes);
  for (const Block* block : executor.in_flight) {
    memory::fill_words(block->shared + entry.offset, memory::poison(), bytes);
    if (run_options().checked) tell_undefined(block->shared + entry.offset, bytes);
  }
  return current.shared_low + entry.offset;
}

void* dynamic_shared_memory(const char* name, std::size_t element_bytes) {
  SharedVariableEntry& entry = current.executor->layout.entries.front();
  entry.name = name;
  entry.element_bytes = element_bytes;
  return current.shared_low + entry.offset;
}

}  // namespace emu
