// The counting of a lab's inputs and of the host side, with events as the core sends them.
#include <vector>

#include "core/memory.hpp"
#include "core/state.hpp"
#include "harness/catch.hpp"
#include "observers/counters.hpp"

using namespace emu;

namespace {

/// A block of so many threads that reads by hand.
class HandDriven {
 public:
  explicit HandDriven(unsigned threads) {
    block_.thread_count = threads;
    block_.threads.resize(threads);
    for (unsigned t = 0; t < threads; ++t) block_.threads[t].linear = t;
    block_.started = threads;
  }
  void run(TrafficCounter& counter, const std::vector<std::pair<unsigned, Access>>& loads) {
    KernelInfo info{};
    info.name = "k";
    KernelRecord record;
    record.info = &info;
    KernelLaunch launch{};
    launch.kernel = &record;
    current.in_kernel = true;
    current.block = &block_;
    counter.kernel_begin(launch);
    counter.block_begin(block_);
    for (const auto& [thread, access] : loads) {
      current.thread = &block_.threads[thread];
      counter.load(access);
    }
    counter.block_end(block_);
    counter.kernel_end(launch);
    current = {};
  }

 private:
  Block block_;
};

Access load_of(const void* address, unsigned bytes, std::uintptr_t pc) {
  return {address,     bytes,         Space::device,
          Order::weak, Scope::device, reinterpret_cast<const void*>(pc)};
}

}  // namespace

TEST_CASE("reads of inputs are counted apart", "[counters]") {
  // In the arena, so that nothing is looked up.
  const char* const input = memory::arena_begin;
  TrafficCounter counter;
  counter.add_input(input, 256);
  counter.expect_block_size(64);
  HandDriven block(48);
  block.run(counter, {{0, load_of(input, 16, 0x10)},
                      {1, load_of(input + 16, 16, 0x10)},
                      {0, load_of(input + 4, 4, 0x20)},
                      {1, load_of(input + 256, 4, 0x20)}});  // behind its end
  const worker::Counters& counts = counter.counts();
  CHECK(counts.loads.requests == 2);
  CHECK(counts.loads.bytes == 40);
  CHECK(counts.loads.words == 10);
  CHECK(counts.input_bytes == 36);
  CHECK(counts.input_bytes_by_16 == 32);
  CHECK(counts.input_words == 9);
  CHECK(counts.most_input_words_of_a_thread == 5);
  CHECK(counts.other_block_size == 48);

  HandDriven(64).run(counter, {{7, load_of(input, 4, 0x10)}});
  CHECK(counts.launches == 2);
  CHECK(counts.threads == 112);
  CHECK(counts.most_input_words_of_a_thread == 5);  // of one launch, not of both
  CHECK(counts.other_block_size == 48);

  counter.reset();
  HandDriven(48).run(counter, {{0, load_of(input, 4, 0x10)}});
  CHECK(counts.loads.requests == 1);
  CHECK(counts.input_bytes == 0);
  CHECK(counts.other_block_size == 0);
}

TEST_CASE("the host side is counted while asked for", "[counters]") {
  TrafficCounter counter;
  const int somewhere = 0;
  counter.allocated(&somewhere, 4);
  counter.copied(nullptr, &somewhere, 8, nullptr);
  counter.copied(&somewhere, nullptr, 16, nullptr);     // to the device
  counter.copied(&somewhere, &somewhere, 32, nullptr);  // inside it
  counter.count_host_side(false);
  counter.allocated(&somewhere, 4);
  counter.copied(nullptr, &somewhere, 8, nullptr);
  CHECK(counter.counts().allocations == 1);
  CHECK(counter.counts().bytes_to_host == 8);
  counter.reset();
  CHECK(counter.counts().allocations == 0);
  CHECK(counter.counts().bytes_to_host == 0);
}
