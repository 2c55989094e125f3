#include "runtime/copies.hpp"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <limits>
#include <memory>

#include "core/access.hpp"
#include "core/findings.hpp"
#include "core/memory.hpp"
#include "runtime/api_call.hpp"
#include "runtime/places.hpp"
#include "runtime/streams.hpp"

namespace emu::runtime {

namespace {

/// Bytes of pageable sources kept for copies that have not run. Beyond, a copy waits, as CUDA's
/// does.
constexpr std::size_t max_staged_bytes = std::size_t{64} << 20;
std::size_t staged_bytes = 0;

struct Staged {
  explicit Staged(std::size_t size) : bytes(size), data(new char[size]) { staged_bytes += size; }
  ~Staged() { staged_bytes -= bytes; }
  Staged(const Staged&) = delete;
  Staged& operator=(const Staged&) = delete;
  std::size_t bytes;
  std::unique_ptr<char[]> data;
};

/// Bytes from the first row's beginning to the last row's end; the largest number where that
/// overflows.
std::size_t extent(const Rows& rows, std::size_t pitch) {
  std::size_t all = 0;
  if (__builtin_mul_overflow(rows.height - 1, pitch, &all) ||
      __builtin_add_overflow(all, rows.width, &all))
    return std::numeric_limits<std::size_t>::max();
  return all;
}

bool is_still_there(const void* p, std::size_t bytes, PlaceKind kind) {
  if (kind == PlaceKind::pageable) return true;
  return place_of(p, bytes) != PlaceKind::invalid;
}

/// Only a stream-ordered free, which waits for no other stream, can take memory from queued work.
void lose_to_early_free(const char* call, const void* p, const void* pc) {
  char message[200];
  std::snprintf(message, sizeof message,
                "the memory of this %s was freed in another stream before it ran", call);
  report("stream_order", worker::Severity::error, {{pc, 0, "is asked for here", {}}}, message,
         "What makes the stream that frees the memory wait for the stream that uses it?", p);
  lose_device(cudaErrorIllegalAddress);
}

/// What observers are told: host memory is none of theirs.
const void* seen(const void* p, PlaceKind kind) { return is_on_device(kind) ? p : nullptr; }

/// A shape run leaves out what would touch a large part of its arrays.
bool is_left_out(const Rows& rows) {
  constexpr std::size_t large = std::size_t{32} << 20;
  return run_options().shape && extent(rows, rows.width) > large;
}

void copy_now(const CopyRequest& r, PlaceKind to_kind, PlaceKind from_kind) {
  const auto lost = [&](const void* p, std::size_t pitch, PlaceKind kind) {
    if (is_still_there(p, extent(r.rows, pitch), kind)) return false;
    lose_to_early_free(r.call, p, r.pc);
    return true;
  };
  if (lost(r.to, r.rows.to_pitch, to_kind) || lost(r.from, r.rows.from_pitch, from_kind)) return;
  if (is_left_out(r.rows))
    return tell_copied(seen(r.to, to_kind), seen(r.from, from_kind),
                       extent(r.rows, r.rows.from_pitch), r.pc);
  auto* to = static_cast<char*>(r.to);
  const auto* from = static_cast<const char*>(r.from);
  for (std::size_t row = 0; row < r.rows.height; ++row) {
    std::memmove(to, from, r.rows.width);
    tell_copied(seen(to, to_kind), seen(from, from_kind), r.rows.width, r.pc);
    to += r.rows.to_pitch;
    from += r.rows.from_pitch;
  }
}

void fill_now(const FillRequest& r, PlaceKind kind) {
  if (!is_still_there(r.to, extent(r.rows, r.rows.to_pitch), kind))
    return lose_to_early_free(r.call, r.to, r.pc);
  if (is_left_out(r.rows)) return;
  auto* to = static_cast<char*>(r.to);
  for (std::size_t row = 0; row < r.rows.height; ++row, to += r.rows.to_pitch) {
    std::memset(to, r.byte, r.rows.width);
    tell_copied(seen(to, kind), nullptr, r.rows.width, r.pc);
  }
}

/// What observers are told of work that a fault has dropped: it could have run before the fault.
void tell_dropped(const CopyRequest& r, PlaceKind to_kind, PlaceKind from_kind) {
  if (!run_options().checked) return;
  const auto* to = static_cast<const char*>(r.to);
  const auto* from = static_cast<const char*>(r.from);
  for (std::size_t row = 0; row < r.rows.height; ++row)
    tell_dropped_copy(seen(to + row * r.rows.to_pitch, to_kind),
                      seen(from + row * r.rows.from_pitch, from_kind), r.rows.width, r.pc);
}

void tell_dropped(const FillRequest& r, PlaceKind kind) {
  if (!run_options().checked) return;
  const auto* to = static_cast<const char*>(r.to);
  for (std::size_t row = 0; row < r.rows.height; ++row)
    tell_dropped_copy(seen(to + row * r.rows.to_pitch, kind), nullptr, r.rows.width, r.pc);
}

/// Whether the direction asked for fits where the two sides lie. CUDA knows no more of a pointer
/// than whether the device can use it.
bool direction_fits(cudaMemcpyKind kind, PlaceKind to, PlaceKind from) {
  switch (kind) {
    case cudaMemcpyHostToDevice:
      return device_can_use(to);
    case cudaMemcpyDeviceToHost:
      return device_can_use(from);
    case cudaMemcpyDeviceToDevice:
      return device_can_use(to) && device_can_use(from);
    default:
      return true;
  }
}

/// Whether the host is held up until the copy is done.
bool waits(const CopyRequest& r, PlaceKind to, PlaceKind from) {
  const bool inside_device = is_on_device(to) && is_on_device(from);
  if (r.wait == Wait::yes) return !inside_device;
  if (inside_device) return to == PlaceKind::managed && r.kind == cudaMemcpyDeviceToHost;
  return to == PlaceKind::pageable || (!is_on_device(to) && !is_on_device(from));
}

/// The source's bytes as they are now, closely packed; null where there is no room for them.
std::shared_ptr<Staged> stage(const CopyRequest& r) {
  std::size_t bytes = 0;
  if (__builtin_mul_overflow(r.rows.width, r.rows.height, &bytes)) return nullptr;
  if (bytes > max_staged_bytes - std::min(staged_bytes, max_staged_bytes)) return nullptr;
  auto staged = std::make_shared<Staged>(bytes);
  const auto* from = static_cast<const char*>(r.from);
  for (std::size_t row = 0; row < r.rows.height; ++row, from += r.rows.from_pitch)
    std::memcpy(staged->data.get() + row * r.rows.width, from, r.rows.width);
  return staged;
}

}  // namespace

cudaError_t copy(const CopyRequest& request) {
  if (request.rows.width == 0 || request.rows.height == 0) return cudaSuccess;
  if (request.kind < cudaMemcpyHostToHost || request.kind > cudaMemcpyDefault)
    return cudaErrorInvalidMemcpyDirection;
  if (const cudaError_t lost = lost_error(); lost != cudaSuccess) return lost;
  CUstream_st* const stream = find_stream(request.stream);
  if (stream == nullptr) return cudaErrorInvalidResourceHandle;
  const Rows& rows = request.rows;
  if (rows.width > rows.to_pitch || rows.width > rows.from_pitch) return cudaErrorInvalidPitchValue;
  const PlaceKind to = place_of(request.to, extent(rows, rows.to_pitch));
  const PlaceKind from = place_of(request.from, extent(rows, rows.from_pitch));
  if (to == PlaceKind::invalid || from == PlaceKind::invalid) return cudaErrorInvalidValue;
  if (!direction_fits(request.kind, to, from)) return cudaErrorInvalidValue;

  if (!waits(request, to, from)) {
    if (from != PlaceKind::pageable) {
      give(
          *stream,
          [request, to, from](bool run) {
            run ? copy_now(request, to, from) : tell_dropped(request, to, from);
          },
          0, request.pc);
      return lost_error();
    }
    if (const auto staged = stage(request)) {
      CopyRequest late = request;
      late.from = staged->data.get();
      late.rows.from_pitch = rows.width;
      give(
          *stream,
          [late, to, from, staged](bool run) {
            run ? copy_now(late, to, from) : tell_dropped(late, to, from);
          },
          0, request.pc);
      return lost_error();
    }
  }
  const WorkId id = give(*stream, [request, to, from](bool run) {
    if (run) copy_now(request, to, from);
  });
  return wait_for(id);
}

cudaError_t fill(const FillRequest& request) {
  if (request.rows.width == 0 || request.rows.height == 0) return cudaSuccess;
  if (const cudaError_t lost = lost_error(); lost != cudaSuccess) return lost;
  CUstream_st* const stream = find_stream(request.stream);
  if (stream == nullptr) return cudaErrorInvalidResourceHandle;
  const Rows& rows = request.rows;
  if (rows.width > rows.to_pitch) return cudaErrorInvalidValue;
  const PlaceKind kind = place_of(request.to, extent(rows, rows.to_pitch));
  if (!device_can_use(kind)) return cudaErrorInvalidValue;
  const WorkId id = give(
      *stream,
      [request, kind](bool run) { run ? fill_now(request, kind) : tell_dropped(request, kind); }, 0,
      request.pc);
  const bool waits = request.wait == Wait::yes && kind != PlaceKind::device;
  return waits ? wait_for(id) : lost_error();
}

}  // namespace emu::runtime
