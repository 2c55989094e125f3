#include "worker/timing_cuda.hpp"

#include <cuda_runtime.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "worker/backend.hpp"
#include "worker/timing_kernels.hpp"

namespace worker {
namespace {

using Clock = std::chrono::steady_clock;

// Long enough to queue some hundred launches, short beside what a person waits for.
constexpr std::uint64_t most_hold_ns = 2'000'000;
constexpr double awake_seconds = 0.003;  // of work, after which clocks have risen
constexpr std::size_t least_scratch = std::size_t{64} << 20;
constexpr int end_to_end_runs = 3;
constexpr std::uint64_t most_pinned_bytes = std::uint64_t{4} << 30;

int attribute(cudaDeviceAttr which, int device) {
  int value = 0;
  if (cudaDeviceGetAttribute(&value, which, device) == cudaSuccess) return value;
  cudaGetLastError();
  return 0;
}

double milliseconds_since(Clock::time_point begin) {
  return std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
}

/// What timed calls need on the device: made at the first one, kept while the process lives.
class Stopwatch {
 public:
  static Stopwatch& instance() {
    static Stopwatch stopwatch;
    return stopwatch;
  }

  /// Reads the scratch memory, which fills the caches, until the clocks have had time to rise.
  void empty_caches() {
    const auto begin = Clock::now();
    do {
      if (scratch_ == nullptr || queue_read(scratch_, scratch_bytes_, sink_) != cudaSuccess) break;
      cudaDeviceSynchronize();
    } while (milliseconds_since(begin) < awake_seconds * 1000);
    cudaDeviceSynchronize();
    cudaGetLastError();
  }

  /// `call` null: all but the call.
  void time(const Call* call, bool hold, Times& times) {
    if (!ready_) {
      if (call != nullptr) call_lab(*call);
      cudaDeviceSynchronize();
      return;
    }
    {
      const Held held(*this, hold);
      cudaEventRecord(begin_);
      if (call != nullptr) call_lab(*call);
      cudaEventRecord(end_);
      times.held = held.is_queued() ? 1 : 0;
    }
    float milliseconds = 0;
    if (cudaDeviceSynchronize() == cudaSuccess &&
        cudaEventElapsedTime(&milliseconds, begin_, end_) == cudaSuccess)
      times.kernel_ms = static_cast<double>(milliseconds);
    if (hold_->expired != 0) times.held = 0;
  }

 private:
  /// Holds the default stream while it lives, where the kernel for it could be queued.
  class Held {
   public:
    Held(Stopwatch& owner, bool wanted) : hold_(owner.hold_) {
      hold_->released = hold_->expired = 0;
      queued_ = wanted && queue_hold(owner.hold_on_device_, most_hold_ns) == cudaSuccess;
    }
    ~Held() { *static_cast<volatile std::uint32_t*>(&hold_->released) = 1; }
    Held(const Held&) = delete;
    Held& operator=(const Held&) = delete;
    bool is_queued() const { return queued_; }

   private:
    Hold* hold_;
    bool queued_ = false;
  };

  Stopwatch() {
    int device = 0;
    cudaGetDevice(&device);
    const int l2 = attribute(cudaDevAttrL2CacheSize, device);
    scratch_bytes_ = std::max(least_scratch, 2 * static_cast<std::size_t>(std::max(l2, 0)));
    scratch_bytes_ = (scratch_bytes_ + 255) / 256 * 256;
    void* mapped = nullptr;
    ready_ = cudaEventCreate(&begin_) == cudaSuccess && cudaEventCreate(&end_) == cudaSuccess &&
             cudaHostAlloc(reinterpret_cast<void**>(&hold_), sizeof *hold_, cudaHostAllocMapped) ==
                 cudaSuccess &&
             cudaHostGetDevicePointer(&mapped, hold_, 0) == cudaSuccess;
    hold_on_device_ = static_cast<Hold*>(mapped);
    void* scratch = nullptr;
    // The sink lies behind what is read.
    if (cudaMalloc(&scratch, scratch_bytes_ + sizeof *sink_) == cudaSuccess &&
        cudaMemset(scratch, 0, scratch_bytes_ + sizeof *sink_) == cudaSuccess) {
      scratch_ = scratch;
      sink_ = reinterpret_cast<std::uint32_t*>(static_cast<char*>(scratch) + scratch_bytes_);
    }
    cudaGetLastError();
  }

  bool ready_ = false;
  cudaEvent_t begin_ = nullptr, end_ = nullptr;
  Hold *hold_ = nullptr, *hold_on_device_ = nullptr;
  void* scratch_ = nullptr;
  std::size_t scratch_bytes_ = 0;
  std::uint32_t* sink_ = nullptr;
};

/// Host memory of one kind; empty where there is none left.
class HostMemory {
 public:
  HostMemory(std::size_t bytes, bool pinned) : pinned_(pinned) {
    if (pinned) {
      if (cudaMallocHost(&data_, bytes) != cudaSuccess) data_ = nullptr;
      cudaGetLastError();
    } else {
      data_ = std::malloc(bytes);
    }
  }
  ~HostMemory() {
    if (pinned_ && data_ != nullptr) cudaFreeHost(data_);
    if (!pinned_) std::free(data_);
  }
  HostMemory(const HostMemory&) = delete;
  HostMemory& operator=(const HostMemory&) = delete;
  char* data() const { return static_cast<char*>(data_); }

 private:
  bool pinned_;
  void* data_ = nullptr;
};

/// One array of the call that is copied, and its place in host memory.
struct Copied {
  void* device;
  std::uint64_t bytes, host_offset;
};

struct Copies {
  std::vector<Copied> in, out;
  std::uint64_t bytes = 0;

  Copied next(const void* device, std::uint64_t array_bytes) {
    constexpr std::uint64_t page = 4096;
    const Copied copied = {const_cast<void*>(device), array_bytes, bytes};
    bytes += (array_bytes + page - 1) / page * page;
    return copied;
  }
};

/// The shortest of some runs; 0 where a copy failed or there is no memory.
double time_with(const HostMemory& host, const Copies& copies, const Call& call) {
  double shortest = 0;
  for (int run = 0; run < end_to_end_runs; ++run) {
    bool copied = true;
    cudaDeviceSynchronize();
    const auto begin = Clock::now();
    for (const Copied& in : copies.in)
      copied &= cudaMemcpy(in.device, host.data() + in.host_offset, in.bytes,
                           cudaMemcpyHostToDevice) == cudaSuccess;
    call_lab(call);
    for (const Copied& out : copies.out)
      copied &= cudaMemcpy(host.data() + out.host_offset, out.device, out.bytes,
                           cudaMemcpyDeviceToHost) == cudaSuccess;
    copied &= cudaDeviceSynchronize() == cudaSuccess;
    const double milliseconds = milliseconds_since(begin);
    if (!copied) return 0;
    shortest = run == 0 ? milliseconds : std::min(shortest, milliseconds);
  }
  return shortest;
}

}  // namespace

void describe_memory(int device, Reply& ready) {
  const int l2 = attribute(cudaDevAttrL2CacheSize, device);
  const int kilohertz = attribute(cudaDevAttrMemoryClockRate, device);
  const int bits = attribute(cudaDevAttrGlobalMemoryBusWidth, device);
  ready.l2_bytes = static_cast<std::uint64_t>(std::max(l2, 0));
  // Two transfers in each clock, as in all memory that GPUs have.
  if (kilohertz > 0 && bits > 0) ready.peak_bytes_per_second = 2e3 * kilohertz * bits / 8;
}

namespace backend {

void get_ready_to_time() { Stopwatch::instance().empty_caches(); }

void time_call(const Request& request, const Call& call, Reply& reply) {
  Stopwatch::instance().time(&call, (request.flags & held) != 0, reply.times);
}

void time_nothing(const Request& request) {
  Times nobodys = {};
  Stopwatch::instance().time(nullptr, (request.flags & held) != 0, nobodys);
}

void time_end_to_end(const Request& request, const Call& call,
                     const void* const (&inputs)[max_inputs], Reply& reply) {
  Copies copies;
  std::vector<const void*> sources;
  for (unsigned k = 0; k < request.input_count; ++k) {
    const InputArray& in = request.inputs[k];
    if (in.on_host != 0 || in.bytes == 0) continue;
    copies.in.push_back(copies.next(call.inputs[k], in.bytes));
    sources.push_back(inputs[k]);
  }
  for (unsigned k = 0; k < request.output_count; ++k) {
    const OutputArray& out = request.outputs[k];
    if (out.is_null != 0 || out.returned != 0 || out.bytes == 0) continue;
    copies.out.push_back(copies.next(call.outputs[k], out.bytes));
  }
  for (const bool pinned : {false, true}) {
    // A function that copies by itself takes what memory it is given.
    if (pinned && (copies.bytes == 0 || copies.bytes > most_pinned_bytes)) continue;
    const HostMemory host(copies.bytes + 1, pinned);
    if (host.data() == nullptr) continue;
    std::memset(host.data(), 0, copies.bytes);  // its pages are there before the clock starts
    for (std::size_t k = 0; k < sources.size(); ++k)
      std::memcpy(host.data() + copies.in[k].host_offset, sources[k], copies.in[k].bytes);
    (pinned ? reply.times.pinned_ms : reply.times.pageable_ms) = time_with(host, copies, call);
  }
  // Where nothing could be timed, the call is made all the same: its outputs are compared.
  if (reply.times.pageable_ms <= 0 && reply.times.pinned_ms <= 0) call_lab(call);
}

}  // namespace backend
}  // namespace worker
