#include <memory>
#include <unordered_map>
#include <utility>

#include "core/memory.hpp"
#include "core/schedule.hpp"
#include "runtime/api_call.hpp"
#include "runtime/streams.hpp"

namespace emu::runtime {

namespace {

constexpr unsigned known_flags = cudaEventBlockingSync | cudaEventDisableTiming;

auto& events() {
  static auto* const made = new std::unordered_map<cudaEvent_t, std::unique_ptr<CUevent_st>>;
  return *made;
}

cudaError_t create(cudaEvent_t* handle, unsigned flags, const void* pc) {
  if (handle == nullptr || (flags & ~known_flags) != 0) return cudaErrorInvalidValue;
  auto event = std::make_unique<CUevent_st>();
  event->flags = flags;
  *handle = event.get();
  memory::remember_handle(*handle, pc);
  events().emplace(*handle, std::move(event));
  return cudaSuccess;
}

cudaError_t record(cudaEvent_t handle, cudaStream_t stream_handle, unsigned flags) {
  CUevent_st* const event = find_event(handle);
  CUstream_st* const stream = find_stream(stream_handle);
  if (!event || !stream) return cudaErrorInvalidResourceHandle;
  if (flags != cudaEventRecordDefault) return cudaErrorInvalidValue;
  const auto kept = std::make_shared<EventRecord>();
  kept->work = give(*stream, [kept](bool run) {
    if (run) kept->time_ns = clock_now();
  });
  event->record = kept;
  return cudaSuccess;
}

bool is_done(const CUevent_st& event) {
  return event.record == nullptr || !work().is_pending(event.record->work);
}

/// Ends polling loops: what is found unfinished twice is run.
cudaError_t poll(CUevent_st& event) {
  if (is_done(event)) return cudaSuccess;
  if (event.polled == event.record->work) return wait_for(event.record->work);
  event.polled = event.record->work;
  return cudaErrorNotReady;
}

cudaError_t elapsed(float* milliseconds, CUevent_st* start, CUevent_st* end) {
  if (!milliseconds) return cudaErrorInvalidValue;
  if (!start || !end) return cudaErrorInvalidResourceHandle;
  for (CUevent_st* const event : {start, end}) {
    if (event->record == nullptr || (event->flags & cudaEventDisableTiming) != 0)
      return cudaErrorInvalidResourceHandle;
  }
  for (CUevent_st* const event : {start, end})
    if (const cudaError_t error = poll(*event); error != cudaSuccess) return error;
  const auto nanoseconds = static_cast<std::int64_t>(end->record->time_ns - start->record->time_ns);
  *milliseconds = static_cast<float>(static_cast<double>(nanoseconds) * 1e-6);
  return cudaSuccess;
}

}  // namespace

CUevent_st* find_event(cudaEvent_t handle) {
  const auto found = events().find(handle);
  return found == events().end() ? nullptr : found->second.get();
}

void forget_events() {
  for (const auto& entry : events()) memory::forget_handle(entry.first);
  events().clear();
}

}  // namespace emu::runtime

using namespace emu::runtime;

extern "C" {

cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned flags) {
  const void* const pc = EMU_CALLER;
  return api_call("cudaEventCreateWithFlags", pc, [&] { return create(event, flags, pc); });
}

cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) {
  return api_call("cudaEventRecord", EMU_CALLER,
                  [&] { return record(event, stream, cudaEventRecordDefault); });
}

cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream, unsigned flags) {
  return api_call("cudaEventRecordWithFlags", EMU_CALLER,
                  [&] { return record(event, stream, flags); });
}

cudaError_t cudaEventSynchronize(cudaEvent_t event) {
  return api_call("cudaEventSynchronize", EMU_CALLER, [&]() -> cudaError_t {
    CUevent_st* const found = find_event(event);
    if (!found) return cudaErrorInvalidResourceHandle;
    return is_done(*found) ? cudaSuccess : wait_for(found->record->work);
  });
}

cudaError_t cudaEventQuery(cudaEvent_t event) {
  return api_call("cudaEventQuery", EMU_CALLER, [&] {
    CUevent_st* const found = find_event(event);
    return found ? poll(*found) : cudaErrorInvalidResourceHandle;
  });
}

cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t start, cudaEvent_t end) {
  return api_call("cudaEventElapsedTime", EMU_CALLER,
                  [&] { return elapsed(milliseconds, find_event(start), find_event(end)); });
}

cudaError_t cudaEventDestroy(cudaEvent_t event) {
  return api_call("cudaEventDestroy", EMU_CALLER, [&]() -> cudaError_t {
    if (events().erase(event) == 0) return cudaErrorInvalidResourceHandle;
    emu::memory::forget_handle(event);
    return cudaSuccess;
  });
}

cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned flags) {
  return api_call("cudaStreamWaitEvent", EMU_CALLER, [&]() -> cudaError_t {
    CUstream_st* const found_stream = find_stream(stream);
    CUevent_st* const found_event = find_event(event);
    if (!found_stream || !found_event) return cudaErrorInvalidResourceHandle;
    if (flags != cudaEventWaitDefault) return cudaErrorInvalidValue;
    if (!is_done(*found_event))
      give(
          *found_stream, [](bool) {}, found_event->record->work);
    return cudaSuccess;
  });
}

}  // extern "C"

cudaError_t cudaEventCreate(cudaEvent_t* event) {
  const void* const pc = EMU_CALLER;
  return api_call("cudaEventCreate", pc, [&] { return create(event, 0, pc); });
}

cudaError_t cudaEventCreate(cudaEvent_t* event, unsigned flags) {
  const void* const pc = EMU_CALLER;
  return api_call("cudaEventCreate", pc, [&] { return create(event, flags, pc); });
}
