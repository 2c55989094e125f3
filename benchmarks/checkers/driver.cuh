// What the drivers share: device memory of exact sizes, inputs, and one call after the other.
//
// A driver makes no checks of its own. It does what a careful caller would do, so that whatever a
// tool reports is about the functions that it calls.
#pragma once

#include <cuda_runtime.h>
#include <unistd.h>

#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <initializer_list>
#include <vector>

namespace driver {

struct Call {
  std::size_t n;
  int block_size;
};

/// A process that a tool has lost ends itself after so many seconds, well behind compare.py's
/// limit.
constexpr unsigned longest_seconds = 60;

/// Calls of more elements are left out where the program's argument is "small".
constexpr std::size_t longest_small = 10'000;

/// Ends the process where nothing can go on. With 0: tools count another exit code as an error.
[[noreturn]] inline void stop(const char* where, cudaError_t error) {
  std::fprintf(stderr, "driver: stopped: %s: %s\n", where, cudaGetErrorName(error));
  std::exit(0);
}

/// Device memory of exactly `count` elements, so that a tool sees each access beyond; null where
/// there are none. Frees it in the end.
template <class T>
class DeviceArray {
 public:
  /// Of elements that nobody has written.
  explicit DeviceArray(std::size_t count) : count_(count) { allocate(count); }

  /// A copy of `host`, behind `front` elements that belong to nobody and that nobody has written.
  explicit DeviceArray(const std::vector<T>& host, std::size_t front = 0)
      : count_(host.size()), front_(count_ > 0 ? front : 0) {
    allocate(front_ + count_);
    if (count_ == 0) return;
    const cudaError_t error =
        cudaMemcpy(data(), host.data(), count_ * sizeof(T), cudaMemcpyHostToDevice);
    if (error != cudaSuccess) stop("copying an input", error);
  }
  ~DeviceArray() { cudaFree(allocated_); }
  DeviceArray(const DeviceArray&) = delete;
  DeviceArray& operator=(const DeviceArray&) = delete;

  T* data() const { return allocated_ + front_; }

  /// The first `count` elements, copied in the default stream as a caller would: elements that
  /// should have been written by then are read here. Zeros where the copy fails; the tool says so.
  std::vector<T> copy_back(std::size_t count) const {
    std::vector<T> host(count);
    if (count > 0) cudaMemcpy(host.data(), data(), count * sizeof(T), cudaMemcpyDeviceToHost);
    return host;
  }
  std::vector<T> copy_back() const { return copy_back(count_); }

 private:
  void allocate(std::size_t count) {
    if (count == 0) return;
    const cudaError_t error = cudaMalloc(&allocated_, count * sizeof(T));
    if (error != cudaSuccess) stop("cudaMalloc", error);
  }

  T* allocated_ = nullptr;
  std::size_t count_;
  std::size_t front_ = 0;
};

/// A small generator, so that each run has the same data.
class Random {
 public:
  explicit Random(unsigned seed) : state_(seed * 2654435761u + 1u) {}
  unsigned next() {
    state_ = state_ * 1664525u + 1013904223u;
    return state_ >> 8;
  }

 private:
  unsigned state_;
};

/// Multiples of 1/8 of both signs, none of them 0.
inline std::vector<float> reals(std::size_t n) {
  Random random(static_cast<unsigned>(n));
  std::vector<float> values(n);
  for (float& value : values) {
    const unsigned bits = random.next();
    value = static_cast<float>(1 + bits % 64) / ((bits & 64) != 0 ? 8.0f : -8.0f);
  }
  return values;
}

/// Waits for the device. An error that one more call would not have is taken back, as a caller
/// would do; one that stays ends the process.
inline void wait() {
  if (cudaDeviceSynchronize() == cudaSuccess && cudaPeekAtLastError() == cudaSuccess) return;
  cudaGetLastError();
  const cudaError_t error = cudaDeviceSynchronize();
  if (error != cudaSuccess) stop("waiting for the device", error);
}

/// Makes the calls one after the other; 0, which is the program's exit code. stderr says which one
/// is being made.
template <class Function>
int run(int argc, char** argv, std::initializer_list<Call> calls, const Function& function) {
  const bool small_only = argc > 1 && std::strcmp(argv[1], "small") == 0;
  alarm(longest_seconds);
  const cudaError_t error = cudaFree(nullptr);
  if (error != cudaSuccess) stop("no device", error);
  int made = 0;
  for (const Call& call : calls) {
    if (small_only && call.n > longest_small) continue;
    std::fprintf(stderr, "driver: n = %zu, block_size = %d\n", call.n, call.block_size);
    function(call);
    wait();
    ++made;
  }
  std::fprintf(stderr, "driver: %d calls made\n", made);
  return 0;
}

}  // namespace driver
