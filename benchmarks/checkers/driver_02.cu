// Lab 02 under a tool: the sum of an array.
#include "driver.cuh"
#include "lab.hpp"

int main(int argc, char** argv) {
  const auto call_it = [](const driver::Call& call) {
    const driver::DeviceArray<float> in(driver::reals(call.n));
    const driver::DeviceArray<float> sum(1);
    array_sum(in.data(), sum.data(), call.n, call.block_size);
    sum.copy_back();
    driver::wait();
  };
  return driver::run(argc, argv,
                     {{1000, 256},
                      {0, 256},
                      {1, 256},
                      {31, 32},
                      {1000, 48},
                      {777, 96},
                      {1025, 1024},
                      {3001, 1000},
                      {4099, 128},
                      {500, 1},
                      {1'100'001, 256}},
                     call_it);
}
