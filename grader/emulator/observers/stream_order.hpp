// Work of different streams that nothing orders and that touches the same bytes, one of them
// writing. The work queue says which pieces of work are rivals (core/observer.hpp); while there are
// none, nothing is kept and nothing is looked up. The work of the lab's caller is one of them, in
// the default stream: it may use every array that the caller has made.
#pragma once

#include <cstdint>
#include <map>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/findings.hpp"
#include "core/observer.hpp"
#include "observers/who.hpp"

namespace emu {

class StreamOrder final : public Observer {
 public:
  unsigned events() const override { return on_access | on_lifetime; }
  /// False while no access can matter.
  bool watching() const { return watching_; }

  void load(const Access& access) override { use_in_kernel(access, reads); }
  void store(const Access& access) override { use_in_kernel(access, writes); }
  void atomic(const Access& access, Outcome) override { use_in_kernel(access, updates); }

  void work_begin(const StreamWork& work) override;
  void work_end(bool nothing_left) override;
  void callers_work(std::uint32_t stream, std::uint64_t position) override;
  void kernel_begin(const KernelLaunch& launch) override;
  void copied(const void* to, const void* from, std::size_t bytes, const void* pc) override;
  void released(const void* address, std::size_t bytes, const void* pc) override;

 private:
  enum Kind : std::uint8_t { reads, writes, updates, frees };
  /// How a word was used: by which work, by which of its threads, where in the source.
  struct Use {
    std::uint32_t stream = 0;  // 0: not at all
    std::uint64_t position = 0;
    const void* pc = nullptr;
    Who who = 0;
    Kind kind = reads;
    bool by_kernel = false;
    std::uint8_t bytes = 0;  // a bit each
  };
  /// The last use of each kind by each stream: what is ordered behind it is behind all before it.
  using Word = std::vector<Use>;
  struct Shape {
    dim3 grid, block;
  };

  void use_in_kernel(const Access& access, Kind kind);
  void use(const void* address, std::size_t bytes, Use now);
  void use_word(std::uintptr_t word, const Use& now);
  bool is_rival(const Use& earlier) const;
  FindingPlace place_of(const Use& use) const;
  void tell(const Use& earlier, const Use& now, const void* address);
  void tell_callers(const Use& now, const void* address);

  bool watching_ = false;
  // Of the work that runs.
  std::uint32_t stream_ = 0;
  std::uint64_t position_ = 0;
  std::vector<std::uint64_t> after_;
  bool beside_caller_ = false;  // nothing puts it behind the caller's work

  Use callers_;  // which work is the caller's: stream and position
  std::unordered_map<const void*, worker::ReportedFinding*> told_of_caller_;  // by line
  std::unordered_map<std::uintptr_t, Word> words_;                            // by address / 4
  std::map<std::pair<std::uint32_t, std::uint64_t>, Shape> launches_;  // by stream and position
  const KernelLaunch* launch_ = nullptr;
};

}  // namespace emu
