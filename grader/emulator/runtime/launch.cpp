// Kernel launches: <<<>>>, cudaLaunchKernel and its relatives.
#include <cstdio>
#include <vector>

#include "core/card.hpp"
#include "core/findings.hpp"
#include "core/schedule.hpp"
#include "runtime/api_call.hpp"
#include "runtime/control.hpp"
#include "runtime/kernels.hpp"
#include "runtime/streams.hpp"

namespace emu {

namespace runtime {

namespace {

/// What stood between <<< and >>>, or was given to cudaLaunchKernel.
struct Configuration {
  dim3 grid, block;
  std::size_t dynamic_shared_bytes = 0;
  cudaStream_t stream = nullptr;
  bool cooperative = false;
  const void* pc = nullptr;
  cudaError_t* result = nullptr;  ///< Of the call that launches by address; null for <<<>>>.
};

/// What a kernel call brings.
struct KernelCall {
  KernelRecord& record;
  void* arguments;
  void (*thread)(const void*);
  void (*release)(void*);
  const PointerArgument* pointers;
  int pointer_count;
};

/// A stack: a launch's arguments can launch kernels themselves.
thread_local std::vector<Configuration> pending_configurations;

bool fits(const dim3& extent, const unsigned (&limits)[3]) {
  return extent.x > 0 && extent.y > 0 && extent.z > 0 && extent.x <= limits[0] &&
         extent.y <= limits[1] && extent.z <= limits[2];
}

template <class... Values>
cudaError_t refuse(const char* format, Values... values) {
  char text[160];
  std::snprintf(text, sizeof text, format, values...);
  give_reason(text);
  return cudaErrorInvalidValue;
}

cudaError_t check(const Configuration& c, const KernelRecord& record) {
  if (!fits(c.grid, card::max_grid))
    return refuse("a grid of (%u, %u, %u) blocks; each has to be at least 1, y and z at most 65535",
                  c.grid.x, c.grid.y, c.grid.z);
  if (!fits(c.block, card::max_block))
    return refuse(
        "a block of (%u, %u, %u) threads; each has to be at least 1, x and y at most 1024, "
        "z at most 64",
        c.block.x, c.block.y, c.block.z);
  const std::uint64_t threads = std::uint64_t{c.block.x} * c.block.y * c.block.z;
  if (threads > max_threads(record))
    return refuse("%llu threads in a block; this kernel can have %u",
                  static_cast<unsigned long long>(threads), max_threads(record));
  const std::size_t shared = record.static_shared_bytes + c.dynamic_shared_bytes;
  if (c.dynamic_shared_bytes > max_dynamic_shared(record) ||
      record.static_shared_bytes > card::shared_per_block)
    return refuse(
        "%zu bytes of dynamic shared memory and %zu static; without opting in a block has "
        "%zu",
        c.dynamic_shared_bytes, record.static_shared_bytes, card::shared_per_block);
  if (!c.cooperative) return cudaSuccess;
  const std::uint64_t blocks = std::uint64_t{c.grid.x} * c.grid.y * c.grid.z;  // below 2^63
  const bool resident = blocks <= card::resident_blocks(static_cast<unsigned>(threads), shared);
  return resident ? cudaSuccess : cudaErrorCooperativeLaunchTooLarge;
}

cudaError_t submit(const Configuration& c, const KernelCall& call) {
  const auto refused = [&](cudaError_t error) {
    call.release(call.arguments);
    return error;
  };
  if (const cudaError_t lost = lost_error(); lost != cudaSuccess) return refused(lost);
  CUstream_st* const stream = find_stream(c.stream);
  if (stream == nullptr) return refused(cudaErrorInvalidResourceHandle);
  if (const cudaError_t error = check(c, call.record); error != cudaSuccess) return refused(error);

  KernelLaunch launch;
  launch.kernel = &call.record;
  launch.grid = c.grid;
  launch.block = c.block;
  launch.dynamic_shared_bytes = c.dynamic_shared_bytes;
  launch.cooperative = c.cooperative;
  launch.arguments = call.arguments;
  launch.thread = call.thread;
  launch.pointers = call.pointers;
  launch.pointer_count = call.pointer_count;
  give(
      *stream,
      [launch, release = call.release](bool run) {
        const int fault = run ? run_kernel(launch) : 0;
        release(const_cast<void*>(launch.arguments));
        if (fault != 0) lose_device(static_cast<cudaError_t>(fault));
      },
      0, c.pc);
  return lost_error();
}

void report_call_without_launch(const KernelRecord& record) {
  char message[160];
  std::snprintf(message, sizeof message,
                "the kernel %s is called like a function; a kernel needs <<<grid, block>>>",
                record.info->name);
  report("host_device_mixup", worker::Severity::error,
         {{nullptr, record.info->line, "is this kernel", {}}}, message,
         "How many blocks of how many threads shall run it?");
}

[[noreturn]] void refuse_launch_in_kernel(const char* what, const void* pc) {
  char message[160];
  std::snprintf(message, sizeof message, "a kernel launches %s; kernels launch no kernels here",
                what);
  report("unsupported", worker::Severity::error, {{pc, 0, "launches it here", current_thread()}},
         message, "Launch both kernels in host code, one after the other.");
  fault_kernel(cudaErrorLaunchFailure);
}

/// Calls the kernel behind an address with a configuration, as <<<>>> would.
cudaError_t launch_by_address(Configuration c, const void* address, void** arguments) {
  Kernel kernel;
  if (const cudaError_t error = find_kernel(address, &kernel); error != cudaSuccess) return error;
  cudaError_t result = cudaErrorUnknown;
  c.result = &result;
  pending_configurations.push_back(c);
  static void* no_arguments[1] = {};
  kernel.thunk(address, arguments != nullptr ? arguments : no_arguments);
  return result;
}

}  // namespace

}  // namespace runtime

using namespace runtime;

void configure(dim3 grid, dim3 block, std::size_t dynamic_shared_bytes, cudaStream_t stream) {
  const void* const pc = EMU_CALLER;
  if (in_kernel()) refuse_launch_in_kernel("another", pc);
  pending_configurations.push_back({grid, block, dynamic_shared_bytes, stream, false, pc, nullptr});
}

void launch_configured(KernelRecord& record, void* arguments, void (*thread)(const void*),
                       void (*release)(void*), const PointerArgument* pointers, int pointer_count) {
  if (in_kernel()) {
    release(arguments);
    refuse_launch_in_kernel(record.info->name, EMU_CALLER);
  }
  if (note_probed(record)) return release(arguments);
  if (pending_configurations.empty()) {
    report_call_without_launch(record);
    return release(arguments);
  }
  const Configuration c = pending_configurations.back();
  pending_configurations.pop_back();
  const KernelCall call{record, arguments, thread, release, pointers, pointer_count};
  if (c.result != nullptr) {
    *c.result = submit(c, call);
    return;
  }
  char name[96];
  std::snprintf(name, sizeof name, "the launch of %s", record.info->name);
  note_launch();
  bool submitted = false;
  query(name, c.pc, [&] {
    submitted = true;
    return submit(c, call);
  });
  if (!submitted) release(arguments);
}

}  // namespace emu

using namespace emu::runtime;

extern "C" {

cudaError_t cudaLaunchKernel(const void* kernel, dim3 grid, dim3 block, void** arguments,
                             size_t shared_bytes, cudaStream_t stream) {
  const void* const pc = EMU_CALLER;
  return query("cudaLaunchKernel", pc, [&] {
    return launch_by_address({grid, block, shared_bytes, stream, false, pc, nullptr}, kernel,
                             arguments);
  });
}

cudaError_t cudaLaunchCooperativeKernel(const void* kernel, dim3 grid, dim3 block, void** arguments,
                                        size_t shared_bytes, cudaStream_t stream) {
  const void* const pc = EMU_CALLER;
  return query("cudaLaunchCooperativeKernel", pc, [&] {
    return launch_by_address({grid, block, shared_bytes, stream, true, pc, nullptr}, kernel,
                             arguments);
  });
}

cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t* configuration, const void* kernel,
                                void** arguments) {
  const void* const pc = EMU_CALLER;
  return query("cudaLaunchKernelEx", pc, [&]() -> cudaError_t {
    if (configuration == nullptr) return cudaErrorInvalidValue;
    bool cooperative = false;
    for (unsigned k = 0; k < configuration->numAttrs; ++k) {
      const cudaLaunchAttribute& attribute = configuration->attrs[k];
      switch (attribute.id) {
        case cudaLaunchAttributeCooperative:
          cooperative = attribute.val.cooperative != 0;
          break;
        case cudaLaunchAttributeIgnore:
        case cudaLaunchAttributePriority:
          break;  // an order among streams that CUDA does not promise
        default:
          return cudaErrorNotSupported;
      }
    }
    return launch_by_address(
        {configuration->gridDim, configuration->blockDim, configuration->dynamicSmemBytes,
         configuration->stream, cooperative, pc, nullptr},
        kernel, arguments);
  });
}

}  // extern "C"
