#include "harness/counted_rules.hpp"

#include <algorithm>
#include <bit>

namespace harness {
namespace {

using worker::Counters;
using Bound = Measured::Bound;

double real(std::uint64_t count) { return static_cast<double>(count); }
double per_element(std::uint64_t count, std::size_t n) {
  return real(count) / static_cast<double>(std::max<std::size_t>(n, 1));
}

CountedRule reads_of_a_thread(std::function<std::uint64_t(std::size_t n)> limit) {
  return {[limit = std::move(limit)](const Counters& c, std::size_t n, int) {
            return Measured{real(c.most_input_words_of_a_thread), Bound::at_most, real(limit(n)),
                            "elements of the input read by one thread"};
          },
          "How many threads take part in reading the input, and how is it dealt out among them?"};
}

}  // namespace

CountedRule threads_share_the_work() {
  return reads_of_a_thread([](std::size_t n) { return std::max<std::uint64_t>(64, n / 1024); });
}

CountedRule threads_read_at_most(std::uint64_t words) {
  return reads_of_a_thread([words](std::size_t) { return words; });
}

CountedRule blocks_have_block_size(bool or_next_power_of_two) {
  return {[or_next_power_of_two](const Counters& c, std::size_t, int block_size) {
            const auto asked = static_cast<std::uint64_t>(block_size);
            const bool fits = c.other_block_size == 0 ||
                              (or_next_power_of_two && c.other_block_size == std::bit_ceil(asked));
            return Measured{real(fits ? asked : c.other_block_size), Bound::exactly, real(asked),
                            "threads in a block that reads the input"};
          },
          "What does the second launch argument follow from?"};
}

CountedRule one_global_atomic_a_block() {
  return {[](const Counters& c, std::size_t, int) {
            return Measured{real(c.most_global_atomics_of_a_block), Bound::at_most, 1,
                            "atomic operations on global memory by one block"};
          },
          "Which threads of a block reach the atomic, and what could be added up before it?"};
}

CountedRule input_by_16_byte_loads(double percent) {
  return {[percent](const Counters& c, std::size_t, int) {
            const double share =
                c.input_bytes > 0 ? 100 * real(c.input_bytes_by_16) / real(c.input_bytes) : 0;
            return Measured{share, Bound::at_least, percent,
                            "% of the bytes of the input read by 16-byte loads"};
          },
          "Which loads of the input are narrower than a float4, and how many elements do they "
          "read? A group counts where it is read into a local: float4 v = p[i];"};
}

CountedRule input_read_at_most(double words_an_element) {
  return {[words_an_element](const Counters& c, std::size_t n, int) {
            return Measured{per_element(c.input_words, n), Bound::at_most, words_an_element,
                            "words of the input read for each element"};
          },
          "Which results need the same element, and could they come from one read of it?"};
}

CountedRule traffic_at_most(double words_an_element) {
  return {[words_an_element](const Counters& c, std::size_t n, int) {
            return Measured{per_element(c.loads.words + c.stores.words, n), Bound::at_most,
                            words_an_element, "words of global memory moved for each element"};
          },
          "How often is each element read from global memory, and how often written to it?"};
}

CountedRule shared_accesses_at_most(double accesses_an_element) {
  return {[accesses_an_element](const Counters& c, std::size_t n, int) {
            return Measured{per_element(c.shared_loads.accesses + c.shared_stores.accesses, n),
                            Bound::at_most, accesses_an_element,
                            "accesses of shared memory for each element"};
          },
          "How many slots does a round of the tree touch, and how many would do?"};
}

CountedRule bank_conflicts_below(double ratio) {
  return {[ratio](const Counters& c, std::size_t, int) {
            const double ideal =
                real(c.shared_loads.ideal_wavefronts + c.shared_stores.ideal_wavefronts);
            const double taken = real(c.shared_loads.wavefronts + c.shared_stores.wavefronts);
            return Measured{ideal > 0 ? taken / ideal : 1, Bound::at_most, ratio,
                            "turns of shared memory for each one that is needed"};
          },
          "Which words does a warp ask for together in one round, and in which banks do they lie?"};
}

CountedRule no_allocation() {
  return {[](const Counters& c, std::size_t, int) {
            return Measured{real(c.allocations), Bound::at_most, 0,
                            "allocations of device memory in the call"};
          },
          "Which memory that the caller hands over could be used instead?"};
}

CountedRule no_copy_to_host() {
  return {[](const Counters& c, std::size_t, int) {
            return Measured{real(c.bytes_to_host), Bound::at_most, 0,
                            "bytes copied from the device to the host in the call"};
          },
          "What does the host need these values for, and could a kernel use them where they are?"};
}

}  // namespace harness
