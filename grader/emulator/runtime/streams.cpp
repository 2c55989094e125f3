#include "runtime/streams.hpp"

#include <memory>
#include <unordered_map>
#include <utility>

#include "core/access.hpp"
#include "core/findings.hpp"
#include "core/memory.hpp"
#include "core/schedule.hpp"
#include "runtime/api_call.hpp"
#include "runtime/control.hpp"

namespace emu::runtime {

namespace {

constexpr int greatest_priority = -5;

struct Streams {
  CUstream_st legacy, per_thread;
  std::unordered_map<cudaStream_t, std::unique_ptr<CUstream_st>> made;
  WorkQueue work;

  Streams() {
    legacy.tail.kind = StreamKind::legacy;
    work.set_listener(&told);
  }

 private:
  struct Told final : WorkQueue::Listener {
    void begin(const StreamWork& work) override {
      if (run_options().checked) tell_work_begin(work);
    }
    void end(bool nothing_left) override {
      if (run_options().checked) tell_work_end(nothing_left);
    }
  };
  Told told;
};

Streams& streams() {
  static auto* const the_streams = new Streams;  // outlives the submission's static objects
  return *the_streams;
}

Pick pick_for(OrderOfThreads order) {
  switch (order) {
    case OrderOfThreads::reversed:
      return Pick::newest;
    case OrderOfThreads::shuffled:
      return Pick::shuffled;
    default:
      return Pick::oldest;
  }
}

cudaError_t create(cudaStream_t* handle, unsigned flags, int priority, const void* pc) {
  if (handle == nullptr || flags > cudaStreamNonBlocking) return cudaErrorInvalidValue;
  auto stream = std::make_unique<CUstream_st>();
  stream->flags = flags;
  stream->priority = priority > 0 ? 0 : priority < greatest_priority ? greatest_priority : priority;
  if (flags == cudaStreamNonBlocking) stream->tail.kind = StreamKind::non_blocking;
  *handle = stream.get();
  memory::remember_handle(*handle, pc);
  streams().made.emplace(*handle, std::move(stream));
  return cudaSuccess;
}

}  // namespace

WorkQueue& work() {
  WorkQueue& queue = streams().work;
  const RunOptions& options = run_options();
  queue.set_order(pick_for(options.order), options.seed);
  return queue;
}

CUstream_st& legacy_stream() { return streams().legacy; }

CUstream_st* find_stream(cudaStream_t handle) {
  if (handle == nullptr || handle == cudaStreamLegacy) return &streams().legacy;
  if (handle == cudaStreamPerThread) return &streams().per_thread;
  const auto found = streams().made.find(handle);
  return found == streams().made.end() ? nullptr : found->second.get();
}

WorkId give(CUstream_st& stream, WorkQueue::Work what, WorkId also_after, const void* pc) {
  while (work().size() >= max_pending_work) work().run_oldest();
  if (lost_error() != cudaSuccess) {  // by what has just run
    what(false);
    return 0;
  }
  return work().submit(stream.tail, std::move(what), also_after, pc);
}

cudaError_t wait_for(CUstream_st& stream) {
  work().run(stream.tail);
  return lost_error();
}

cudaError_t wait_for(WorkId id) {
  work().run(id);
  return lost_error();
}

cudaError_t wait_for_device() {
  work().run_all();
  return lost_error();
}

void forget_streams() {
  for (const auto& entry : streams().made) memory::forget_handle(entry.first);
  streams().made.clear();
}

void begin_function() {
  forget_launches();
  const std::lock_guard lock(api_mutex());
  if (lost_error() != cudaSuccess) return;
  StreamTail& stream = legacy_stream().tail;
  work().submit(stream, [](bool) {});
  if (run_options().checked) tell_callers_work(stream.number, stream.given);
}

void report_at_end() {
  const std::lock_guard lock(api_mutex());
  for (const void* const pc : work().pending_calls())
    report("stream_order", worker::Severity::error, {{pc, 0, "is asked for here", {}}},
           "the function returns, and nothing makes later work in the default stream wait for this",
           "In which stream does it run? Join that stream: wait for it, or for an event in it.");
}

void drain() {
  const std::lock_guard lock(api_mutex());
  work().run_all();
}

}  // namespace emu::runtime

using namespace emu::runtime;

extern "C" {

cudaError_t cudaStreamCreate(cudaStream_t* stream) {
  const void* const pc = EMU_CALLER;
  return api_call("cudaStreamCreate", pc, [&] { return create(stream, 0, 0, pc); });
}

cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned flags) {
  const void* const pc = EMU_CALLER;
  return api_call("cudaStreamCreateWithFlags", pc, [&] { return create(stream, flags, 0, pc); });
}

cudaError_t cudaStreamCreateWithPriority(cudaStream_t* stream, unsigned flags, int priority) {
  const void* const pc = EMU_CALLER;
  return api_call("cudaStreamCreateWithPriority", pc,
                  [&] { return create(stream, flags, priority, pc); });
}

cudaError_t cudaStreamDestroy(cudaStream_t stream) {
  return api_call("cudaStreamDestroy", EMU_CALLER, [&]() -> cudaError_t {
    if (streams().made.erase(stream) == 0) return cudaErrorInvalidResourceHandle;
    emu::memory::forget_handle(stream);
    return cudaSuccess;
  });
}

cudaError_t cudaStreamSynchronize(cudaStream_t stream) {
  return api_call("cudaStreamSynchronize", EMU_CALLER, [&] {
    CUstream_st* const found = find_stream(stream);
    return found ? wait_for(*found) : cudaErrorInvalidResourceHandle;
  });
}

cudaError_t cudaStreamQuery(cudaStream_t stream) {
  return api_call("cudaStreamQuery", EMU_CALLER, [&]() -> cudaError_t {
    CUstream_st* const found = find_stream(stream);
    if (!found) return cudaErrorInvalidResourceHandle;
    if (!work().is_busy(found->tail)) return cudaSuccess;
    const WorkId newest = work().newest_of(found->tail);
    if (found->polled == newest) return wait_for(*found);
    found->polled = newest;
    return cudaErrorNotReady;
  });
}

cudaError_t cudaStreamGetFlags(cudaStream_t stream, unsigned* flags) {
  return api_call("cudaStreamGetFlags", EMU_CALLER, [&]() -> cudaError_t {
    CUstream_st* const found = find_stream(stream);
    if (!found) return cudaErrorInvalidResourceHandle;
    if (!flags) return cudaErrorInvalidValue;
    *flags = found->flags;
    return cudaSuccess;
  });
}

cudaError_t cudaStreamGetPriority(cudaStream_t stream, int* priority) {
  return api_call("cudaStreamGetPriority", EMU_CALLER, [&]() -> cudaError_t {
    CUstream_st* const found = find_stream(stream);
    if (!found) return cudaErrorInvalidResourceHandle;
    if (!priority) return cudaErrorInvalidValue;
    *priority = found->priority;
    return cudaSuccess;
  });
}

cudaError_t cudaDeviceGetStreamPriorityRange(int* least, int* greatest) {
  return api_call("cudaDeviceGetStreamPriorityRange", EMU_CALLER, [&] {
    if (least) *least = 0;
    if (greatest) *greatest = greatest_priority;
    return cudaSuccess;
  });
}

cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function, void* user_data) {
  return api_call("cudaLaunchHostFunc", EMU_CALLER, [&]() -> cudaError_t {
    CUstream_st* const found = find_stream(stream);
    if (!found) return cudaErrorInvalidResourceHandle;
    if (!function) return cudaErrorInvalidValue;
    give(*found, [function, user_data](bool run) {
      const HostFunctionScope scope;
      if (run) function(user_data);
    });
    return cudaSuccess;
  });
}

cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t callback,
                                  void* user_data, unsigned flags) {
  return api_call("cudaStreamAddCallback", EMU_CALLER, [&]() -> cudaError_t {
    CUstream_st* const found = find_stream(stream);
    if (!found) return cudaErrorInvalidResourceHandle;
    if (!callback || flags != 0) return cudaErrorInvalidValue;
    give(*found, [stream, callback, user_data](bool) {  // also after a fault, which it is then told
      const HostFunctionScope scope;
      callback(stream, lost_error(), user_data);
    });
    return cudaSuccess;
  });
}

}  // extern "C"
