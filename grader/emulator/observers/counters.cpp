#include "observers/counters.hpp"

#include <algorithm>
#include <cstring>

#include "core/memory.hpp"
#include "observers/counter_fields.hpp"

namespace emu {

namespace {

std::uint64_t number(const void* address) {
  return static_cast<std::uint64_t>(reinterpret_cast<std::uintptr_t>(address));
}

/// A volatile or atomic load that finds what its thread found there last: waiting, not traffic.
bool is_poll(const Access& access) {
  if (access.order == Order::weak || access.bytes > sizeof(unsigned long long)) return false;
  for (const Thread::Polled& known : current.thread->polled_values) {
    if (known.address != access.address) continue;
    unsigned long long value = 0;  // x86 is little-endian
    std::memcpy(&value, access.address, access.bytes);
    return value == known.value;
  }
  return false;
}

/// __constant__ variables come through a cache of their own.
bool is_constant(const void* address) {
  if (memory::in_arena(address)) return false;
  const memory::Allocation* const a = memory::find(address);
  return a != nullptr && a->kind == memory::Kind::symbol &&
         a->symbol_space == SymbolSpace::constant;
}

std::uint32_t lane_bit(unsigned thread) { return 1u << thread % card::warp_size; }

/// Lanes of the warp that have left the kernel.
std::uint32_t ended_lanes(const Block& block, unsigned warp) { return ~block.live[warp]; }

/// Lanes of the running thread's warp that go on without waiting for any other.
std::uint32_t running_lanes(const Block& block, const Thread& thread) {
  std::uint32_t lanes = lane_bit(thread.linear);
  const auto note = [&](unsigned other) {
    if (other / card::warp_size == thread.warp()) lanes |= lane_bit(other);
  };
  for (unsigned k = block.started; k < block.thread_count; ++k) note(block.order[k]);
  for (const std::uint16_t other : block.ready) note(other);
  return lanes;
}

}  // namespace

void TrafficCounter::load(const Access& access) {
  if (!current.in_kernel) return;
  if (access.space == Space::shared) return record(access, AccessKind::shared_load);
  if (access.space != Space::device || is_constant(access.address)) return;
  if (is_poll(access))
    ++launch_.polls;
  else
    record(access, AccessKind::global_load);
}

void TrafficCounter::store(const Access& access) {
  if (!current.in_kernel) return;
  if (access.space == Space::shared) record(access, AccessKind::shared_store);
  if (access.space == Space::device) record(access, AccessKind::global_store);
}

void TrafficCounter::atomic(const Access& access, Outcome) {
  if (!current.in_kernel) return;
  if (access.space == Space::shared) record(access, AccessKind::shared_atomic);
  if (access.space != Space::device) return;
  ++counted(*current.block).global_atomics;
  record(access, AccessKind::global_atomic);
}

void TrafficCounter::record(const Access& access, AccessKind kind) {
  CountedBlock& here = counted(*current.block);
  const unsigned thread = current.thread->linear;
  if (here.trace.full(thread)) make_room(here, access);
  std::uint64_t address = number(access.address);
  if (kind == AccessKind::global_load && reads_input(here, access)) address |= input_mark;
  here.trace.append(thread, access.pc, kind, address, access.bytes);
}

bool TrafficCounter::reads_input(CountedBlock& here, const Access& access) {
  const auto lies_in = [at = number(access.address)](const Input& input) {
    return at - input.begin < input.bytes;
  };
  if (std::none_of(inputs_.begin(), inputs_.end(), lies_in)) return false;
  here.input_bytes[current.thread->linear] += access.bytes;
  const unsigned threads = here.block->thread_count;
  if (threads != expected_block_size_ && expected_block_size_ != 0 && launch_.other_block_size == 0)
    launch_.other_block_size = threads;
  return true;
}

/// The thread is far ahead of its warp, or the whole warp has come far without a barrier. Merges
/// what can be merged; lets the others catch up first where that is too little.
[[gnu::cold]] void TrafficCounter::make_room(CountedBlock& here, const Access& access) {
  Block& block = *current.block;
  Thread& thread = *current.thread;
  const unsigned warp = thread.warp();
  const auto merge_known = [&] {
    const std::uint32_t running = running_lanes(block, thread);
    here.trace.merge(warp, {ended_lanes(block, warp), running});
  };
  merge_known();
  if (!here.trace.full(thread.linear)) return;
  block.ready.add_as_first(thread.linear);
  wait_in_block();
  current.last_pc = access.pc;
  merge_known();
  // The rest of the warp waits for something else than this thread: it has to be counted alone.
  if (here.trace.full(thread.linear)) here.trace.merge(warp, {ended_lanes(block, warp), 0});
}

void TrafficCounter::merge_all(CountedBlock& here) {
  for (unsigned warp = 0; warp < here.trace.warp_count(); ++warp)
    here.trace.merge(warp, {ended_lanes(*here.block, warp), 0});
}

void TrafficCounter::block_barrier(const Block& block) {
  ++launch_.block_barriers;
  merge_all(counted(block));
}

void TrafficCounter::warp_barrier(unsigned warp, std::uint32_t lanes, bool) {
  ++launch_.warp_operations;
  const Block& block = *current.block;
  CountedBlock& here = counted(block);
  // Lanes that ran on to the kernel's end may have accesses that come after this meeting.
  if (here.trace.lanes_with_accesses(warp) & ~lanes || block.live[warp] & ~lanes)
    here.trace.meet(warp, lanes);
  else
    here.trace.merge(warp, {ended_lanes(block, warp), 0});
}

void TrafficCounter::grid_barrier() {
  for (const auto& here : blocks_)
    if (here->block != nullptr) merge_all(*here);
}

void TrafficCounter::kernel_begin(const KernelLaunch&) {
  launch_ = {};
  launch_.launches = 1;
}

void TrafficCounter::kernel_end(const KernelLaunch& launch) {
  for (const auto& here : blocks_) here->block = nullptr;  // a fault leaves blocks behind
  add_counters(total_, launch_);
  if (report_launch_ != nullptr) report_launch_(launch.kernel->info->name, launch_);
}

void TrafficCounter::block_begin(const Block& block) {
  RequestSink& sink = *this;
  while (blocks_.size() <= block.slot) blocks_.push_back(std::make_unique<CountedBlock>(sink));
  CountedBlock& here = counted(block);
  here.block = &block;
  here.trace.begin(block.thread_count);
  here.global_atomics = 0;
  here.input_bytes.assign(block.thread_count, 0);
  ++launch_.blocks;
  launch_.threads += block.thread_count;
}

void TrafficCounter::block_end(const Block& block) {
  CountedBlock& here = counted(block);
  merge_all(here);
  here.block = nullptr;
  std::uint64_t& atomics = launch_.most_global_atomics_of_a_block;
  atomics = std::max(atomics, here.global_atomics);
  const auto most = std::max_element(here.input_bytes.begin(), here.input_bytes.end());
  std::uint64_t& words = launch_.most_input_words_of_a_thread;
  words = std::max(words, (*most + word_bytes - 1) / word_bytes);
}

void TrafficCounter::request(const WarpRequest& request) {
  const WarpAccesses& accesses = request.accesses;
  launch_.divergent_requests += request.divergent ? 1u : 0u;
  const auto count_shared = [&](worker::SharedTraffic& traffic) {
    ++traffic.requests;
    traffic.accesses += accesses.count;
    traffic.wavefronts += shared_wavefronts(accesses);
    traffic.ideal_wavefronts += ideal_wavefronts(accesses);
  };
  const auto count_atomics = [&](worker::AtomicTraffic& traffic) {
    ++traffic.requests;
    traffic.lanes += accesses.count;
    traffic.addresses += distinct_addresses(accesses);
  };
  switch (request.kind) {
    case AccessKind::global_load:
      return count_global(request, launch_.loads);
    case AccessKind::global_store:
      return count_global(request, launch_.stores);
    case AccessKind::shared_load:
      return count_shared(launch_.shared_loads);
    case AccessKind::shared_store:
      return count_shared(launch_.shared_stores);
    case AccessKind::global_atomic:
      return count_atomics(launch_.global_atomics);
    case AccessKind::shared_atomic:
      return count_atomics(launch_.shared_atomics);
  }
}

void TrafficCounter::count_global(const WarpRequest& request, worker::GlobalTraffic& traffic) {
  const WarpAccesses& accesses = request.accesses;
  const Coverage touched = coverage(accesses);
  const std::uint64_t bytes = accesses.count * accesses.bytes;
  ++traffic.requests;
  traffic.sectors += touched.sectors;
  traffic.words += touched.words;
  traffic.bytes += bytes;
  if (accesses.bytes == 16) traffic.bytes_by_16 += bytes;
  if (request.inputs != 0) count_input(request, touched);
}

void TrafficCounter::count_input(const WarpRequest& request, const Coverage& all) {
  const WarpAccesses& accesses = request.accesses;
  const auto count = static_cast<unsigned>(__builtin_popcount(request.inputs));
  const std::uint64_t bytes = count * accesses.bytes;
  launch_.input_bytes += bytes;
  if (accesses.bytes == 16) launch_.input_bytes_by_16 += bytes;
  if (count == accesses.count) {
    launch_.input_words += all.words;
    return;
  }
  WarpAccesses of_input;
  of_input.bytes = accesses.bytes;
  for (unsigned k = 0; k < accesses.count; ++k)
    if ((request.inputs >> k & 1) != 0) of_input.address[of_input.count++] = accesses.address[k];
  launch_.input_words += coverage(of_input).words;
}

void TrafficCounter::allocated(const void*, std::size_t) {
  if (counts_host_side_) ++total_.allocations;
}

void TrafficCounter::copied(const void* to, const void* from, std::size_t bytes, const void*) {
  if (counts_host_side_ && to == nullptr && from != nullptr) total_.bytes_to_host += bytes;
}

void TrafficCounter::reset() {
  total_ = {};
  inputs_.clear();
  expected_block_size_ = 0;
}

void TrafficCounter::add_input(const void* begin, std::size_t bytes) {
  inputs_.push_back({number(begin), bytes});
}

}  // namespace emu
