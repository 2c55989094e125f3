// Words that a kernel reads through the read-only cache (__ldg, ld.global.nc) and that the same
// launch writes. That cache is not kept up to date while a kernel runs, so no barrier or fence puts
// such a read behind a write. Shadow: for each word who last read it that way. Nothing is looked up
// in a launch that reads nothing so. Source: PTX, "ld.global.nc", and the CUDA guide, "read-only
// data cache".
#pragma once

#include <cstdint>
#include <map>
#include <utility>

#include "core/observer.hpp"
#include "observers/race.hpp"
#include "observers/shadow.hpp"

namespace emu {

class ReadOnlyCache final : public Observer {
 public:
  /// @param race  knows who has written what; outlives this
  explicit ReadOnlyCache(Race& race) : race_(race) { words_.reserve(); }
  unsigned events() const override { return on_access | on_lifetime; }
  /// Whether stores need not be told: the launch has read nothing this way.
  bool idle() const { return idle_; }

  void read_only_load(const Access& access) override;
  void store(const Access& access) override;
  void atomic(const Access& access, Outcome outcome) override {
    if (outcome.changed) store(access);
  }
  void kernel_begin(const KernelLaunch& launch) override;

 private:
  /// Who read a word last, in which launch, and which of its bytes.
  struct Word {
    std::uint32_t launch : 28;
    std::uint32_t bytes : 4;
    Who who;
    const void* pc;
  };
  static_assert(sizeof(Word) == 16);
  static constexpr std::uint32_t most_launches = (1u << 28) - 1;
  /// One of the two accesses that do not go together.
  struct Side {
    const void* pc;
    Who who;
  };

  Who running() const;
  void tell(Side reader, Side writer, bool wrote_before, const void* address);

  Race& race_;
  Shadow<Word, 4> words_;
  std::uint32_t launch_number_ = 0;
  bool idle_ = true;
  std::map<std::pair<const void*, const void*>, worker::ReportedFinding*> told_;  // by both lines
  const KernelLaunch* launch_ = nullptr;
};

}  // namespace emu
