// What the grader and a worker say to each other. Messages go over a private socket (one record
// each); arrays lie in two sparse files in memory that the grader made: `inputs` (sealed against
// writing; the worker maps it privately) and `outputs`.
#pragma once

#include <cstdint>

#include "worker/counters.hpp"
#include "worker/report_page.hpp"

namespace worker {

/// File descriptors that a worker finds open when it starts.
enum Descriptor : int { control_fd = 3, report_fd = 4, inputs_fd = 5, outputs_fd = 6 };

inline constexpr std::uint64_t array_file_bytes = std::uint64_t{1} << 37;  // sparse
/// Bytes in front of and behind every output and the workspace that must keep their pattern.
inline constexpr std::uint64_t guard_bytes = 1024;
/// As a float it is no number, so that an element read beyond an array spoils the value.
inline constexpr std::uint32_t guard_word = 0x7FC3A5C3u;

inline constexpr unsigned max_inputs = 2;
inline constexpr unsigned max_outputs = 3;

struct InputArray {
  char name[24];
  std::uint64_t file_offset;  ///< In `inputs`.
  std::uint64_t bytes;
  std::uint64_t copy_offset;  ///< In `outputs`: where the input as it is after the call goes.
  std::uint32_t element_bytes;
  std::uint32_t shift_bytes;  ///< Start this far behind a 256-byte boundary.
  std::uint32_t on_host;      ///< 1: the function takes host memory (copy_offset still serves).
};

struct OutputArray {
  char name[24];
  std::uint64_t file_offset;  ///< In `outputs`: guard, data, guard are copied here after the call.
  std::uint64_t bytes;        ///< Of the data.
  std::uint32_t element_bytes;
  std::uint32_t poison;    ///< Word that fills the data before the call.
  std::uint32_t is_null;   ///< 1: the function is given a null pointer.
  std::uint32_t returned;  ///< 1: not a pointer, but the value that the function returns.
};

enum class RequestKind : std::uint32_t { call, quit };

/// How an emulated call is run. The CUDA backend knows only `timed`.
enum CallFlags : std::uint32_t {
  checked = 1,   ///< Observers on, one OS thread, deterministic.
  shuffled = 2,  ///< Threads and blocks in seeded order; else in index order.
  reversed = 4,  ///< Threads and blocks in falling index order.
  timed = 8,     ///< Measure `repeats` calls after one warm-up.
  counted = 16,  ///< Fill `counters`, in lockstep order and without checks.
  shape = 32,    ///< A shape run: arrays of the claimed lengths that nothing has touched, a few
                 ///< blocks of each launch; no outputs come back. See core/schedule.hpp.
  blocks_in_order = 64,  ///< Blocks start by index, whatever the order of threads.
};

struct Request {
  RequestKind kind;
  std::uint64_t nonce;  ///< Of this call alone; the reply has to name it.
  std::uint32_t entry;  ///< Which of the lab's functions (binding.cpp).
  std::uint64_t n;
  std::int32_t block_size;
  std::uint32_t flags;
  std::uint64_t seed;
  std::uint32_t os_threads;  ///< Of an unchecked run.
  std::uint32_t repeats;
  double processor_seconds;  ///< Limit for the call.
  std::uint32_t workspace_poison;
  std::uint32_t input_count, output_count;
  InputArray inputs[max_inputs];
  OutputArray outputs[max_outputs];
  std::uint64_t workspace_guard_offset;  ///< In `outputs`: both guards, one behind the other.
  std::uint32_t watched_output;   ///< 1 + the output whose element `watched_element` is watched for
  std::uint64_t watched_element;  ///< who writes it (emulator, `checked`); 0: none.
};

enum class ReplyKind : std::uint32_t { ready, returned, threw, no_workspace, no_device, no_memory };

/// What a shape run saw of the inputs.
struct Reach {
  std::uint64_t bytes;   ///< Of the input that the call got furthest into: up to there.
  std::uint32_t is_all;  ///< The blocks that were left out would get no further.
};

/// Who wrote the watched element.
struct Writer {
  std::uint64_t writes;  ///< By kernels, copies and fills of the call.
  ReportedPlace last;    ///< Of the last of them; without a role.
};

/// Who did the work of a checked call (emulator).
struct Tally {
  std::uint64_t bytes_seen_by_host;  ///< Copied to the host while the function ran, loaded by it
                                     ///< from managed memory, or stored by kernels into pinned.
  std::uint64_t kernel_accesses;     ///< Loads and stores of all threads, atomics apart.
};

struct Reply {
  ReplyKind kind;
  std::uint64_t nonce;         ///< The request's; 0 in `ready`.
  std::int32_t pending_error;  ///< cudaGetLastError() after the call; 0 is none.
  std::int32_t copy_error;     ///< Of reading the outputs back.
  char error_name[48];         ///< Of the first of the two that is not 0.
  char error_text[120];
  char exception_text[200];  ///< Where kind is `threw`.
  std::uint64_t workspace_bytes;
  std::uint64_t live_bytes;  ///< Allocated by the submission or for it, after the call (emulator).
  std::uint64_t newest_allocation;  ///< Return address of the call that made the newest of the
                                    ///< submission's own live allocations; 0: there is none.
  Writer writer;                    ///< Where an element was watched.
  Reach reach;                      ///< Where `shape` was asked for.
  Tally tally;
  Counters counters;                ///< Where `counted` was asked for.
  std::uint64_t launches;          ///< Kernels that ran in the call (emulator; 0 on CUDA: unknown).
  std::uint32_t unasked_launches;  ///< At the end of the call no cudaGetLastError had followed
                                   ///< these launches (emulator).
  double call_seconds;             ///< Wall time of the call.
  double median_ms, spread;        ///< Of timed repeats: events around the call.
  char device[96];                 ///< In `ready`.
};

}  // namespace worker
