#include "observers/who.hpp"

namespace emu {

std::uint32_t block_number(const Index3& index, const dim3& grid) {
  const std::uint64_t number =
      index.x + std::uint64_t{grid.x} * (index.y + std::uint64_t{grid.y} * index.z);
  return static_cast<std::uint32_t>(number) & 0x3FFFFFu;
}

worker::ThreadId thread_id(Who who, const dim3& grid, const dim3& block) {
  worker::ThreadId id;
  id.in_kernel = 1;
  const unsigned b = block_of(who), t = thread_of(who);
  id.block[0] = b % grid.x, id.block[1] = b / grid.x % grid.y, id.block[2] = b / grid.x / grid.y;
  id.thread[0] = t % block.x, id.thread[1] = t / block.x % block.y;
  id.thread[2] = t / block.x / block.y;
  return id;
}

FindingPlace place_in(const KernelLaunch& launch, const void* pc, const char* role, Who who) {
  FindingPlace place;
  place.pc = pc;
  place.role = role;
  place.who = thread_id(who, launch.grid, launch.block);
  return place;
}

}  // namespace emu
