// Lab 07 under a tool: some elements kept, none, and all.
#include "driver.cuh"
#include "lab.hpp"

namespace {

void call_with(const std::vector<unsigned>& keep) {
  const std::size_t n = keep.size();
  const driver::DeviceArray<unsigned> flags(keep);
  const driver::DeviceArray<float> in(driver::reals(n));
  const driver::DeviceArray<float> out(n);
  const driver::DeviceArray<unsigned> count(1);
  const driver::DeviceArray<char> workspace(compact_workspace_bytes(n));
  compact(flags.data(), in.data(), out.data(), count.data(), n, workspace.data());
  // What lies behind the kept elements stays as it is and may not be read.
  const std::size_t kept = count.copy_back()[0];
  out.copy_back(kept < n ? kept : n);
  driver::wait();
}

}  // namespace

int main(int argc, char** argv) {
  const auto call_it = [](const driver::Call& call) {
    driver::Random random(static_cast<unsigned>(call.n) + 7);
    const unsigned kinds[] = {0, 1, 0, 7, 0, 0xffffffff, 2, 0};
    std::vector<unsigned> keep(call.n);
    for (unsigned& flag : keep) flag = kinds[random.next() % 8];
    call_with(keep);
    call_with(std::vector<unsigned>(call.n, 0));
    call_with(std::vector<unsigned>(call.n, 1));
  };
  // The lab has no block size: 0 says so.
  return driver::run(
      argc, argv,
      {{1000, 0}, {0, 0}, {1, 0}, {33, 0}, {257, 0}, {1025, 0}, {4099, 0}, {9001, 0}, {300'001, 0}},
      call_it);
}
