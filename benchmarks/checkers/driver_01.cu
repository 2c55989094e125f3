// Lab 01 under a tool: the sum of an array on the device, then the pipeline from host memory.
#include "driver.cuh"
#include "lab.hpp"

int main(int argc, char** argv) {
  const auto call_it = [](const driver::Call& call) {
    const std::vector<float> input = driver::reals(call.n);
    {
      const driver::DeviceArray<float> in(input);
      const driver::DeviceArray<float> sum(1);
      array_sum(in.data(), sum.data(), call.n, call.block_size);
      sum.copy_back();
      driver::wait();
    }
    array_sum_from_host(input.data(), call.n);
  };
  return driver::run(argc, argv,
                     {{1000, 256},
                      {0, 256},
                      {1, 256},
                      {31, 32},
                      {1000, 48},
                      {1025, 1024},
                      {3001, 1000},
                      {4099, 128},
                      {500, 1},
                      {300'001, 256}},
                     call_it);
}
