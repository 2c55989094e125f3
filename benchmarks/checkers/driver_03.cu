// Lab 03 under a tool: the sum of an array that starts at any float. What lies in front of it
// belongs to nobody and is not initialised.
#include "driver.cuh"
#include "lab.hpp"

int main(int argc, char** argv) {
  const auto call_it = [](const driver::Call& call) {
    for (std::size_t offset = 0; offset < 4; ++offset) {
      const driver::DeviceArray<float> in(driver::reals(call.n), offset);
      const driver::DeviceArray<float> sum(1);
      array_sum(in.data(), sum.data(), call.n, call.block_size);
      sum.copy_back();
      driver::wait();
    }
  };
  return driver::run(argc, argv,
                     {{1000, 256},
                      {0, 256},
                      {1, 256},
                      {2, 64},
                      {7, 1},
                      {1000, 48},
                      {1025, 1024},
                      {4099, 128},
                      {5003, 1000},
                      {300'001, 256}},
                     call_it);
}
