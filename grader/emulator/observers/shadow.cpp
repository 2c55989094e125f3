#include "observers/shadow.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace emu {

void* reserve_shadow(std::size_t bytes, bool huge_pages) {
  void* const got = mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                         MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (got == MAP_FAILED) {
    std::fputs("emulator: no address space for shadow memory\n", stderr);
    std::_Exit(125);
  }
  if (huge_pages) madvise(got, bytes, MADV_HUGEPAGE);
  return got;
}

void clear_shadow(void* begin, std::size_t bytes) {
  constexpr std::uintptr_t page = 4096;
  constexpr std::size_t worth_a_call = 256 * 1024;
  char* const first = static_cast<char*>(begin);
  if (bytes < worth_a_call) {
    std::memset(first, 0, bytes);
    return;
  }
  const auto to_page = [](char* p) {
    return (page - reinterpret_cast<std::uintptr_t>(p) % page) % page;
  };
  char* const last = first + bytes;
  char* const whole_begin = first + to_page(first);
  char* const whole_end = last - reinterpret_cast<std::uintptr_t>(last) % page;
  std::memset(first, 0, static_cast<std::size_t>(whole_begin - first));
  std::memset(whole_end, 0, static_cast<std::size_t>(last - whole_end));
  madvise(whole_begin, static_cast<std::size_t>(whole_end - whole_begin), MADV_DONTNEED);
}

}  // namespace emu
