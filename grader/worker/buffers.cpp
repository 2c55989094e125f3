#include "worker/buffers.hpp"

#include <cuda_runtime.h>
#include <sys/mman.h>

#include "worker/backend.hpp"

namespace worker {
namespace {

constexpr std::size_t boundary = 256;
constexpr std::size_t page = 4096;

std::size_t rounded_up(std::size_t value, std::size_t step) {
  return (value + step - 1) / step * step;
}

}  // namespace

bool DeviceBuffer::prepare(const char* name, std::size_t bytes, std::size_t shift_bytes,
                           std::size_t element_bytes, std::uint32_t poison) {
  if (allocation_ == nullptr || bytes_ != bytes || shift_ != shift_bytes) {
    release();
    // Whole words in front of and behind the data, whatever its size.
    const std::size_t total = guard_bytes + rounded_up(shift_bytes + bytes, boundary) + guard_bytes;
    if (cudaMalloc(&allocation_, total) != cudaSuccess) {
      cudaGetLastError();
      allocation_ = nullptr;
      return false;
    }
    allocated_ = total;
    bytes_ = bytes;
    shift_ = shift_bytes;
    data_ = static_cast<char*>(allocation_) + guard_bytes + shift_bytes;
  }
  backend::open_guards(allocation_, allocated_);
  const std::size_t in_front = guard_bytes + shift_;
  backend::fill(allocation_, guard_word, in_front);
  backend::fill(data_, poison, bytes_);
  backend::fill(guard_behind(), guard_word, allocated_ - in_front - bytes_);
  backend::close_guards(allocation_, name, element_bytes, data_, bytes_);
  return true;
}

void DeviceBuffer::release() {
  if (allocation_ != nullptr) cudaFree(allocation_);
  *this = DeviceBuffer();
}

int DeviceBuffer::copy_out(void* to) {
  // The data first, with the guards closed: on the emulator queued kernels run at this copy.
  char* const data_to = static_cast<char*>(to) + guard_bytes;
  const cudaError_t copied = bytes_ > 0 ? cudaMemcpy(data_to, data_, bytes_, cudaMemcpyDeviceToHost)
                                        : cudaStreamSynchronize(nullptr);
  const int guards = copy_guards_out(to, data_to + bytes_);
  return copied != cudaSuccess ? copied : guards;
}

int DeviceBuffer::copy_guards_out(void* front_to, void* behind_to) {
  backend::open_guards(allocation_, allocated_);
  const cudaError_t front =
      cudaMemcpy(front_to, guard_in_front(), guard_bytes, cudaMemcpyDeviceToHost);
  const cudaError_t behind =
      cudaMemcpy(behind_to, guard_behind(), guard_bytes, cudaMemcpyDeviceToHost);
  return front != cudaSuccess ? front : behind;
}

bool PrivateMapping::map(int file, std::uint64_t offset, std::size_t bytes) {
  unmap();
  const std::size_t in_page = offset % page;
  const std::size_t length = rounded_up(in_page + bytes, page);
  void* const room =
      mmap(nullptr, length + page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (room == MAP_FAILED) return false;
  base_ = room;
  mapped_ = length + page;
  if (length > 0 && mmap(room, length, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_FIXED, file,
                         static_cast<off_t>(offset - in_page)) == MAP_FAILED) {
    unmap();
    return false;
  }
  data_ = static_cast<char*>(room) + in_page;
  return true;
}

void PrivateMapping::unmap() {
  if (base_ != nullptr) munmap(base_, mapped_);
  base_ = data_ = nullptr;
  mapped_ = 0;
}

}  // namespace worker
