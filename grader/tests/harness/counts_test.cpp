// Counted rules, and counts as a report shows them.
#include "harness/counts.hpp"

#include "harness/catch.hpp"
#include "harness/counted_rules.hpp"

using namespace harness;
using worker::Counters;

namespace {

constexpr std::size_t n = std::size_t{1} << 20;

/// What breaks the rule; empty where nothing does.
std::string verdict(const CountedRule& rule, const Counters& counters, int block_size = 256,
                    std::size_t elements = n) {
  const auto finding = broken(rule, counters, elements, block_size);
  if (!finding) return {};
  CHECK(finding->code == result::Verdict::inefficient);
  CHECK_FALSE(finding->look_at.empty());
  return finding->message;
}

}  // namespace

TEST_CASE("threads share the work: n / 1024 words of the input each, and 64 are always allowed") {
  Counters counters;
  counters.most_input_words_of_a_thread = 1024;
  CHECK(verdict(threads_share_the_work(), counters).empty());
  counters.most_input_words_of_a_thread = n;
  CHECK(verdict(threads_share_the_work(), counters) ==
        "1,048,576 elements of the input read by one thread; at most 1,024 are allowed");
  counters.most_input_words_of_a_thread = 64;
  CHECK(verdict(threads_share_the_work(), counters, 256, 1000).empty());
  CHECK(verdict(threads_read_at_most(64), counters).empty());
  counters.most_input_words_of_a_thread = 65;
  CHECK_FALSE(verdict(threads_share_the_work(), counters, 256, 1000).empty());
  CHECK_FALSE(verdict(threads_read_at_most(64), counters).empty());
}

TEST_CASE("blocks that read the input have the threads that were asked for") {
  Counters counters;
  CHECK(verdict(blocks_have_block_size(), counters, 48).empty());
  counters.other_block_size = 64;
  CHECK(verdict(blocks_have_block_size(), counters, 48) ==
        "64 threads in a block that reads the input; 48 are due");
  CHECK(verdict(blocks_have_block_size(true), counters, 48).empty());
  counters.other_block_size = 128;
  CHECK_FALSE(verdict(blocks_have_block_size(true), counters, 48).empty());
}

TEST_CASE("one atomic a block") {
  Counters counters;
  CHECK(verdict(one_global_atomic_a_block(), counters).empty());
  counters.most_global_atomics_of_a_block = 1;
  CHECK(verdict(one_global_atomic_a_block(), counters).empty());
  counters.most_global_atomics_of_a_block = 8;
  CHECK(verdict(one_global_atomic_a_block(), counters) ==
        "8 atomic operations on global memory by one block; at most 1 is allowed");
}

TEST_CASE("the share of 16-byte loads is that of the input's bytes") {
  Counters counters;
  CHECK_FALSE(verdict(input_by_16_byte_loads(95), counters).empty());  // nothing read
  counters.input_bytes = 1000;
  counters.input_bytes_by_16 = 950;
  counters.loads.bytes = 100000;
  CHECK(verdict(input_by_16_byte_loads(95), counters).empty());
  counters.input_bytes_by_16 = 944;
  CHECK(verdict(input_by_16_byte_loads(95), counters) ==
        "94.4 % of the bytes of the input read by 16-byte loads; at least 95 % are due");
}

TEST_CASE("the input may be read once for each element, and a little of it again") {
  Counters counters;
  counters.input_words = n + n / 25;
  counters.loads.words = 8 * n;  // other memory is not the input
  CHECK(verdict(input_read_at_most(1.05), counters).empty());
  counters.input_words = 2 * n;
  CHECK(verdict(input_read_at_most(1.05), counters) ==
        "2 words of the input read for each element; at most 1.05 are allowed");
}

TEST_CASE("traffic and shared accesses are counted for each element") {
  Counters counters;
  counters.loads.words = 2 * n;
  counters.stores.words = 2 * n + n / 10;
  CHECK(verdict(traffic_at_most(4.1), counters).empty());
  counters.stores.words = 3 * n;
  CHECK(verdict(traffic_at_most(4.1), counters) ==
        "5 words of global memory moved for each element; at most 4.1 are allowed");
  counters.shared_loads.accesses = 7 * n;
  counters.shared_stores.accesses = 5 * n;
  CHECK(verdict(shared_accesses_at_most(12), counters).empty());
  counters.shared_stores.accesses += n / 4;
  CHECK(verdict(shared_accesses_at_most(12), counters) ==
        "12.25 accesses of shared memory for each element; at most 12 are allowed");
}

TEST_CASE("bank conflicts are turns beside those that are needed") {
  Counters counters;
  CHECK(verdict(bank_conflicts_below(1.1), counters).empty());  // no shared memory: 1
  counters.shared_loads.requests = 100;
  counters.shared_loads.wavefronts = counters.shared_loads.ideal_wavefronts = 400;  // float4
  CHECK(verdict(bank_conflicts_below(1.1), counters).empty());
  counters.shared_stores.wavefronts = 400;
  counters.shared_stores.ideal_wavefronts = 100;
  CHECK(verdict(bank_conflicts_below(1.1), counters) ==
        "1.6 turns of shared memory for each one that is needed; at most 1.1 are allowed");
}

TEST_CASE("no allocation, no copy to the host") {
  Counters counters;
  CHECK(verdict(no_allocation(), counters).empty());
  CHECK(verdict(no_copy_to_host(), counters).empty());
  counters.allocations = 2;
  counters.bytes_to_host = 8192;
  CHECK(verdict(no_allocation(), counters) ==
        "2 allocations of device memory in the call; none is allowed");
  CHECK(verdict(no_copy_to_host(), counters) ==
        "8,192 bytes copied from the device to the host in the call; none is allowed");
}

TEST_CASE("a report's counts stand beside the lab's ideals") {
  Counters counters;
  counters.loads.requests = 32768;
  counters.loads.sectors = 131072;
  counters.stores.requests = 2;
  counters.stores.sectors = 2;
  counters.input_bytes = 100;
  counters.input_bytes_by_16 = 25;
  counters.global_atomics.lanes = 3907;
  counters.shared_loads.wavefronts = 12;
  counters.shared_loads.ideal_wavefronts = 10;
  counters.shared_stores.wavefronts = 1;
  counters.shared_stores.ideal_wavefronts = 2;  // no worker counts so
  counters.block_barriers = 90;
  counters.blocks = 10;
  IdealCounts ideal;
  ideal.requests = 32768;
  ideal.sectors = 131072;
  const result::Counted all = counted(counters, n, 256, ideal);
  CHECK(all.n == n);
  CHECK(all.block_size == 256);
  const auto row = [&all](const std::string& what) {
    for (const result::Count& count : all.counts)
      if (count.what == what) return count;
    FAIL("no row " + what);
    return result::Count();
  };
  CHECK(row("requests").value == 32770);
  CHECK(row("requests").ideal == 32768);
  CHECK(row("sectors").value == 131074);
  CHECK(row("bytes an element").ideal == 4);
  CHECK(row("% by 16-byte loads").value == 25);
  CHECK_FALSE(row("% by 16-byte loads").ideal);
  CHECK(row("global atomics").value == 3907);
  CHECK(row("bank conflicts").value == 2);
  CHECK(row("barriers a block").value == 9);
}

TEST_CASE("a call without elements divides by nothing") {
  const result::Counted all = counted(Counters(), 0, 256, IdealCounts());
  for (const result::Count& count : all.counts) CHECK(count.value == 0);
}

TEST_CASE("counts are whole where they are, and short where not") {
  CHECK(count_text(3907) == "3,907");
  CHECK(count_text(0) == "0");
  CHECK(count_text(4.125) == "4.125");
  CHECK(count_text(1.0 / 3) == "0.333");
}
