// Lab 06 under a tool: smallest and largest element, of both signs and of one.
#include <cmath>

#include "driver.cuh"
#include "lab.hpp"

namespace {

void call_with(const std::vector<float>& input) {
  const std::size_t n = input.size();
  const driver::DeviceArray<float> in(input);
  const driver::DeviceArray<float> smallest(1);
  const driver::DeviceArray<float> largest(1);
  const driver::DeviceArray<char> workspace(min_max_workspace_bytes(n));
  min_max(in.data(), smallest.data(), largest.data(), n, workspace.data());
  smallest.copy_back();
  largest.copy_back();
  driver::wait();
}

}  // namespace

int main(int argc, char** argv) {
  const auto call_it = [](const driver::Call& call) {
    std::vector<float> input = driver::reals(call.n);
    call_with(input);
    for (float& value : input) value = -std::fabs(value);
    call_with(input);
  };
  // The lab has no block size: 0 says so.
  return driver::run(
      argc, argv,
      {{1000, 0}, {0, 0}, {1, 0}, {33, 0}, {257, 0}, {1025, 0}, {4099, 0}, {9001, 0}, {300'001, 0}},
      call_it);
}
