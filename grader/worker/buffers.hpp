// The device arrays of a call. An array keeps its memory from call to call while its size stays the
// same, so that "other data in the same buffer" is what the submission sees.
#pragma once

#include <cstddef>
#include <cstdint>

#include "worker/protocol.hpp"

namespace worker {

/// Device memory with guards in front of and behind its data.
class DeviceBuffer {
 public:
  /// Makes room for `bytes` that start `shift_bytes` behind a 256-byte boundary, and fills guards
  /// and data with their words. Returns false where the device has no memory left.
  bool prepare(const char* name, std::size_t bytes, std::size_t shift_bytes,
               std::size_t element_bytes, std::uint32_t poison);
  /// Gives the memory back.
  void release();

  void* data() const { return data_; }
  std::size_t bytes() const { return bytes_; }

  /// Copies guard, data, guard to host memory in the default stream. Returns a cudaError_t as int.
  int copy_out(void* to);
  /// Copies the two guards alone.
  int copy_guards_out(void* front_to, void* behind_to);

 private:
  void* guard_behind() const { return static_cast<char*>(data_) + bytes_; }
  void* guard_in_front() const { return static_cast<char*>(data_) - guard_bytes; }

  void* allocation_ = nullptr;
  void* data_ = nullptr;
  std::size_t allocated_ = 0, bytes_ = 0, shift_ = 0;
};

/// An input as the grader wrote it, mapped privately: a write to it stays in this process. Behind
/// the last byte's page nothing is mapped.
class PrivateMapping {
 public:
  PrivateMapping() = default;
  ~PrivateMapping() { unmap(); }
  PrivateMapping(const PrivateMapping&) = delete;
  PrivateMapping& operator=(const PrivateMapping&) = delete;

  bool map(int file, std::uint64_t offset, std::size_t bytes);
  void unmap();
  void* data() const { return data_; }

 private:
  void* base_ = nullptr;
  void* data_ = nullptr;
  std::size_t mapped_ = 0;
};

}  // namespace worker
