#include "observers/last_writer.hpp"

#include "core/findings.hpp"

namespace emu {

void LastWriter::watch(const void* word) {
  word_ = static_cast<const char*>(word);
  writer_ = {};
}

void LastWriter::copied(const void* to, const void*, std::size_t bytes, const void* pc) {
  if (to != nullptr) written(to, bytes, pc);
}

void LastWriter::written(const void* address, std::size_t bytes, const void* pc) {
  const char* const begin = static_cast<const char*>(address);
  if (begin >= word_ + sizeof(std::uint32_t) || begin + bytes <= word_) return;
  ++writer_.writes;
  writer_.last.return_address = reinterpret_cast<std::uint64_t>(pc);
  writer_.last.who = current_thread();
}

}  // namespace emu
