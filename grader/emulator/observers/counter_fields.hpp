// The names of all counters, and how counts of several launches become one.
#pragma once

#include <cstdint>

#include "worker/counters.hpp"

namespace emu {

enum class Joined : std::uint8_t { added, maximum, first };

/// Calls function(name, a's field, b's field, how they are joined) for every counter.
template <class A, class B, class Function>
void for_each_counter(A& a, B& b, Function function) {
  const auto plain = [&](const char* name, auto field, Joined joined = Joined::added) {
    function(name, a.*field, b.*field, joined);
  };
  const auto part = [&](const char* name, auto group, auto field) {
    function(name, (a.*group).*field, (b.*group).*field, Joined::added);
  };
  using worker::Counters;
  using worker::GlobalTraffic, worker::SharedTraffic, worker::AtomicTraffic;
  plain("launches", &Counters::launches);
  plain("blocks", &Counters::blocks);
  plain("threads", &Counters::threads);
  part("global_load_requests", &Counters::loads, &GlobalTraffic::requests);
  part("global_load_sectors", &Counters::loads, &GlobalTraffic::sectors);
  part("global_load_words", &Counters::loads, &GlobalTraffic::words);
  part("global_load_bytes", &Counters::loads, &GlobalTraffic::bytes);
  part("global_load_bytes_by_16", &Counters::loads, &GlobalTraffic::bytes_by_16);
  part("global_store_requests", &Counters::stores, &GlobalTraffic::requests);
  part("global_store_sectors", &Counters::stores, &GlobalTraffic::sectors);
  part("global_store_words", &Counters::stores, &GlobalTraffic::words);
  part("global_store_bytes", &Counters::stores, &GlobalTraffic::bytes);
  part("global_store_bytes_by_16", &Counters::stores, &GlobalTraffic::bytes_by_16);
  plain("polls", &Counters::polls);
  part("shared_load_accesses", &Counters::shared_loads, &SharedTraffic::accesses);
  part("shared_load_requests", &Counters::shared_loads, &SharedTraffic::requests);
  part("shared_load_wavefronts", &Counters::shared_loads, &SharedTraffic::wavefronts);
  part("shared_load_ideal_wavefronts", &Counters::shared_loads, &SharedTraffic::ideal_wavefronts);
  part("shared_store_accesses", &Counters::shared_stores, &SharedTraffic::accesses);
  part("shared_store_requests", &Counters::shared_stores, &SharedTraffic::requests);
  part("shared_store_wavefronts", &Counters::shared_stores, &SharedTraffic::wavefronts);
  part("shared_store_ideal_wavefronts", &Counters::shared_stores, &SharedTraffic::ideal_wavefronts);
  part("global_atomic_lanes", &Counters::global_atomics, &AtomicTraffic::lanes);
  part("global_atomic_requests", &Counters::global_atomics, &AtomicTraffic::requests);
  part("global_atomic_addresses", &Counters::global_atomics, &AtomicTraffic::addresses);
  part("shared_atomic_lanes", &Counters::shared_atomics, &AtomicTraffic::lanes);
  part("shared_atomic_requests", &Counters::shared_atomics, &AtomicTraffic::requests);
  part("shared_atomic_addresses", &Counters::shared_atomics, &AtomicTraffic::addresses);
  plain("most_global_atomics_of_a_block", &Counters::most_global_atomics_of_a_block,
        Joined::maximum);
  plain("block_barriers", &Counters::block_barriers);
  plain("warp_operations", &Counters::warp_operations);
  plain("divergent_requests", &Counters::divergent_requests);
  plain("input_words", &Counters::input_words);
  plain("input_bytes", &Counters::input_bytes);
  plain("input_bytes_by_16", &Counters::input_bytes_by_16);
  plain("most_input_words_of_a_thread", &Counters::most_input_words_of_a_thread, Joined::maximum);
  plain("other_block_size", &Counters::other_block_size, Joined::first);
  plain("allocations", &Counters::allocations);
  plain("bytes_to_host", &Counters::bytes_to_host);
}

/// Adds what one launch did to what all have done.
inline void add_counters(worker::Counters& total, const worker::Counters& more) {
  for_each_counter(total, more,
                   [](const char*, std::uint64_t& sum, std::uint64_t one, Joined joined) {
                     if (joined == Joined::added) sum += one;
                     if (joined == Joined::maximum && one > sum) sum = one;
                     if (joined == Joined::first && sum == 0) sum = one;
                   });
}

}  // namespace emu
