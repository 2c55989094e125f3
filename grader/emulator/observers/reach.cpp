#include "observers/reach.hpp"

#include <algorithm>
#include <cstring>

#include "core/memory.hpp"
#include "core/schedule.hpp"
#include "core/state.hpp"

namespace emu {

void Reach::forget() { *this = {}; }

bool Reach::Array::reach(const void* address, std::size_t count) {
  const std::uintptr_t offset = reinterpret_cast<std::uintptr_t>(address) - begin;
  if (offset >= bytes) return false;
  reached = std::max(reached, offset + count);
  return true;
}

void Reach::add_input(const void* begin, std::size_t bytes) {
  inputs_.push_back({reinterpret_cast<std::uintptr_t>(begin), bytes, 0});
}

void Reach::add_output(const void* begin, std::size_t bytes) {
  outputs_.push_back({reinterpret_cast<std::uintptr_t>(begin), bytes, 0});
}

void Reach::load(const Access& access) {
  for (Array& input : inputs_)
    if (input.reach(access.address, access.bytes)) bytes_ += access.bytes;
}

void Reach::store(const Access& access) {
  for (Array& output : outputs_) output.reach(access.address, access.bytes);
}

void Reach::copied(const void* to, const void* from, std::size_t bytes) {
  for (Array& input : inputs_) input.reach(from, bytes);
  for (Array& output : outputs_) output.reach(to, bytes);
}

void Reach::kernel_begin(const KernelLaunch& launch) {
  is_unknown_ |= launch.cooperative;  // none of its blocks is run
  counters_.clear();
  blocks_ = static_cast<std::uint64_t>(launch.grid.x) * launch.grid.y * launch.grid.z;
  before_ = 0;
  bytes_ = most_bytes_ = 0;
  waited_ = false;
}

// A block that waits may have read all its share by then, or only the first part of it: as many
// such parts as there are blocks have to make up the whole input.
void Reach::kernel_end() {
  most_bytes_ = std::max(most_bytes_, bytes_);
  std::size_t longest = 0;
  for (const Array& input : inputs_) longest = std::max(longest, input.bytes);
  is_unknown_ |= waited_ && (most_bytes_ == 0 || longest / most_bytes_ >= blocks_);
}

void Reach::block_begin(const Block& block) {
  const dim3& grid = current.executor->grid->launch->grid;
  const std::uint64_t number =
      block.index.x + grid.x * (block.index.y + std::uint64_t{grid.y} * block.index.z);
  const std::uint64_t left_out = has_run_ && number > before_ ? number - before_ - 1 : 0;
  for (Counter& counter : counters_) {
    if (counter.drawn == 1) *counter.word += static_cast<std::uint32_t>(left_out);
    counter.drawn = 0;
  }
  most_bytes_ = std::max(most_bytes_, bytes_);
  bytes_ = 0;
  before_ = number;
  has_run_ = true;
}

void Reach::block_left(bool waits) {
  waited_ |= waits;
  has_waited_ |= waits;
  is_unknown_ |= !waits;
}

Reach::Counter* Reach::counter_at(const Access& access) {
  if (access.bytes != sizeof(std::uint32_t)) return nullptr;
  for (Counter& counter : counters_)
    if (counter.word == access.address) return &counter;
  counters_.push_back({static_cast<std::uint32_t*>(const_cast<void*>(access.address)), 0});
  return &counters_.back();
}

void Reach::before_atomic(const Access& access) {
  if (access.bytes == sizeof old_) std::memcpy(&old_, access.address, sizeof old_);
}

void Reach::atomic(const Access& access) {
  if (access.space != Space::device) return;
  store(access);
  // What is added to an output gives nobody a share.
  const memory::Allocation* const target = memory::find(access.address);
  const bool is_output =
      target != nullptr && target->name[0] != '\0' && std::strcmp(target->name, "d_workspace") != 0;
  if (is_output) return;
  std::uint32_t now = 0;
  Counter* const counter = counter_at(access);
  if (counter != nullptr) std::memcpy(&now, access.address, sizeof now);
  if (counter == nullptr || now != old_ + 1 || ++counter->drawn > 1) is_unknown_ = true;
}

worker::Reach Reach::reached() const {
  std::size_t furthest = 0;
  for (const Array& input : inputs_) furthest = std::max(furthest, input.reached);
  worker::Reach reach = {furthest, 0, has_run_ && !is_unknown_, 0};
  const auto longest = std::max_element(outputs_.begin(), outputs_.end(),
                                        [](auto& a, auto& b) { return a.bytes < b.bytes; });
  if (longest == outputs_.end()) return reach;
  reach.written = longest->reached;
  reach.is_all_written = reach.is_all != 0 && !has_waited_;
  return reach;
}

}  // namespace emu
