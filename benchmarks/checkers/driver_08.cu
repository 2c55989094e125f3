// Lab 08 under a tool: the scan of the whole array in one pass.
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
                      {1, 64},
                      {31, 64},
                      {1000, 96},
                      {5000, 64},
                      {4099, 256},
                      {9001, 1024},
                      {300'001, 128}},
                     call_it);
}
