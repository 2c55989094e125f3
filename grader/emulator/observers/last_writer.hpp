// Who wrote one word of device memory last. Asked for by the grader, where that word is wrong.
#pragma once

#include "core/observer.hpp"
#include "worker/protocol.hpp"

namespace emu {

class LastWriter final : public Observer {
 public:
  unsigned events() const override { return on_access | on_lifetime; }

  /// The four bytes from `word` on, from now on; nothing has written them yet.
  void watch(const void* word);
  const worker::Writer& writer() const { return writer_; }

  void store(const Access& access) override { written(access.address, access.bytes, access.pc); }
  void atomic(const Access& access, Outcome outcome) override {
    if (outcome.changed) written(access.address, access.bytes, access.pc);
  }
  void copied(const void* to, const void* from, std::size_t bytes, const void* pc) override;

 private:
  void written(const void* address, std::size_t bytes, const void* pc);

  const char* word_ = nullptr;
  worker::Writer writer_ = {};
};

}  // namespace emu
