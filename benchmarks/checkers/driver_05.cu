// Lab 05 under a tool: the scan of the whole array, of one level to many.
#include "driver.cuh"
#include "lab.hpp"

int main(int argc, char** argv) {
  const auto call_it = [](const driver::Call& call) {
    const driver::DeviceArray<float> in(driver::reals(call.n));
    const driver::DeviceArray<float> out(call.n);
    const driver::DeviceArray<char> workspace(scan_workspace_bytes(call.n, call.block_size));
    exclusive_scan(in.data(), out.data(), call.n, call.block_size, workspace.data());
    out.copy_back();
    driver::wait();
  };
  return driver::run(argc, argv,
                     {{1000, 256},
                      {0, 256},
                      {1, 256},
                      {3, 1},
                      {513, 256},
                      {1000, 2},
                      {3001, 100},
                      {5000, 256},
                      {4099, 1024},
                      {101, 1},
                      {300'001, 64}},
                     call_it);
}
