// Lab 04 under a tool: the scan of each tile, with sums of the tiles and without.
#include "driver.cuh"
#include "lab.hpp"

int main(int argc, char** argv) {
  const auto call_it = [](const driver::Call& call) {
    const std::size_t tile = 2 * static_cast<std::size_t>(call.block_size);
    const driver::DeviceArray<float> in(driver::reals(call.n));
    {
      const driver::DeviceArray<float> out(call.n);
      const driver::DeviceArray<float> sums((call.n + tile - 1) / tile);
      tile_scan(in.data(), out.data(), sums.data(), call.n, call.block_size);
      out.copy_back();
      sums.copy_back();
      driver::wait();
    }
    const driver::DeviceArray<float> out(call.n);
    tile_scan(in.data(), out.data(), nullptr, call.n, call.block_size);
    out.copy_back();
    driver::wait();
  };
  return driver::run(argc, argv,
                     {{1000, 256},
                      {0, 256},
                      {1, 256},
                      {7, 4},
                      {512, 256},
                      {1000, 48},
                      {3001, 100},
                      {4099, 1024},
                      {101, 1},
                      {100'001, 512}},
                     call_it);
}
