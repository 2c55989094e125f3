// Streams, events, and the work given to them.
#pragma once

#include <cstdint>
#include <memory>

#include "emulator/host_api.hpp"
#include "runtime/work_queue.hpp"

struct CUstream_st {
  emu::runtime::StreamTail tail;
  unsigned flags = 0;
  int priority = 0;
  emu::runtime::WorkId polled = 0;  ///< The work that the last query found unfinished.
};

namespace emu::runtime {

/// What cudaEventRecord leaves; shared with the work that fills it in.
struct EventRecord {
  WorkId work = 0;
  std::uint64_t time_ns = 0;  ///< Of the emulator's clock.
};

}  // namespace emu::runtime

struct CUevent_st {
  unsigned flags = 0;
  std::shared_ptr<emu::runtime::EventRecord> record;  ///< Null before the first cudaEventRecord.
  emu::runtime::WorkId polled = 0;
};

namespace emu::runtime {

inline constexpr std::size_t max_pending_work = 1024;

/// All work that has not run, arranged as the run options say.
WorkQueue& work();

/// The stream behind a handle, or null where there is none.
CUstream_st* find_stream(cudaStream_t handle);
CUevent_st* find_event(cudaEvent_t handle);
CUstream_st& legacy_stream();

/// Gives work to a stream. Where too much is pending the oldest runs first.
/// @param pc  the call, where a caller has to wait for what the work does; else null
WorkId give(CUstream_st& stream, WorkQueue::Work what, WorkId also_after = 0,
            const void* pc = nullptr);
/// Runs what a wait for the stream, or for everything, waits for; then the device's error, if any.
cudaError_t wait_for(CUstream_st& stream);
cudaError_t wait_for(WorkId id);
cudaError_t wait_for_device();

// For cudaDeviceReset: the handles become invalid.
void forget_streams();
void forget_events();

}  // namespace emu::runtime
