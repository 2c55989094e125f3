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

/// A call is one request and one reply, but for a timed one, which takes its steps one by one, each
/// under the request's nonce:
///
///     grader: call              worker: armed     the arrays are ready, caches hold none of them
///     grader: go                worker: done      the call was made, the device is at rest
///     grader: fetch             worker: returned, threw or what else; outputs have come back
///
/// Where the arrays cannot be prepared, the last reply comes in place of `armed`.
enum class RequestKind : std::uint32_t { call, quit, go, fetch };

/// How a call is run. The CUDA backend knows only `timed`, `held`, `end_to_end` and
/// `messages_only`.
enum CallFlags : std::uint32_t {
  checked = 1,   ///< Observers on, one OS thread, deterministic.
  shuffled = 2,  ///< Threads and blocks in seeded order; else in index order.
  reversed = 4,  ///< Threads and blocks in falling index order.
  timed = 8,     ///< One call in steps, between two events.
  counted = 16,  ///< Fill `counters`, in lockstep order and without checks.
  shape = 32,    ///< A shape run: arrays of the claimed lengths that nothing has touched, a few
                 ///< blocks of each launch; no outputs come back. See core/schedule.hpp.
  blocks_in_order = 64,  ///< Blocks start by index, whatever the order of threads.
  held = 128,            ///< Of a timed call: its stream is held until the whole call is queued.
  end_to_end = 256,      ///< A timed call with copies in and out, by the worker's clock.
  messages_only = 512,   ///< All steps of a timed call, and the call is left out: no array is
                         ///< touched, nothing of the submission runs, nothing comes back.
};

inline constexpr unsigned max_places = 32;
inline constexpr std::uint64_t window_bytes = 4096;

/// Which parts of the arrays come back after a timed call. The grader chooses after the call.
struct Fetch {
  std::uint32_t whole;               ///< 1: all of them.
  std::uint32_t count;               ///< Else this many windows of each array, and the guards;
  std::uint64_t places[max_places];  ///< any numbers: see window_at.
};

/// A part of an array.
struct Window {
  std::uint64_t offset, bytes;
};

/// The part of an array of whole words that a place of Fetch means: all of a short one.
constexpr Window window_at(std::uint64_t place, std::uint64_t array_bytes) {
  constexpr std::uint64_t word = 4;
  if (array_bytes <= window_bytes) return {0, array_bytes};
  return {place % ((array_bytes - window_bytes) / word + 1) * word, window_bytes};
}

struct Request {
  RequestKind kind;
  std::uint64_t nonce;  ///< Of this call alone; the reply has to name it.
  std::uint32_t entry;  ///< Which of the lab's functions (binding.cpp).
  std::uint64_t n;
  std::int32_t block_size;
  std::uint32_t flags;
  std::uint64_t seed;
  std::uint32_t os_threads;  ///< Of an unchecked run.
  double processor_seconds;  ///< Limit for the call.
  std::uint32_t workspace_poison;
  std::uint32_t input_count, output_count;
  InputArray inputs[max_inputs];
  OutputArray outputs[max_outputs];
  std::uint64_t workspace_guard_offset;  ///< In `outputs`: both guards, one behind the other.
  std::uint32_t watched_output;   ///< 1 + the output whose element `watched_element` is watched for
  std::uint64_t watched_element;  ///< who writes it (emulator, `checked`); 0: none.
  Fetch fetch;                    ///< Of kind `fetch`.
};

enum class ReplyKind : std::uint32_t {
  ready,
  returned,
  threw,
  no_workspace,
  no_device,
  no_memory,
  armed,
  done
};

/// Of a timed call.
struct Times {
  double kernel_ms;    ///< Between two events around the call; 0: not measured.
  std::uint32_t held;  ///< The stream was held until the call had returned.
  double pageable_ms,
      pinned_ms;  ///< Of `end_to_end`: copies in, call, copies out; 0: not measured.
};

/// How far a shape run got.
struct Reach {
  std::uint64_t bytes;    ///< Of the input that the call got furthest into: up to there.
  std::uint64_t written;  ///< Bytes of the longest output: up to there.
  std::uint32_t is_all;   ///< The blocks that were left out would get no further into the input,
  std::uint32_t is_all_written;  ///< nor into the output.
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
  Counters counters;               ///< Where `counted` was asked for.
  std::uint64_t launches;          ///< Kernels that ran in the call (emulator; 0 on CUDA: unknown).
  std::uint32_t unasked_launches;  ///< At the end of the call no cudaGetLastError had followed
                                   ///< these launches (emulator).
  double call_seconds;             ///< Wall time of the call.
  Times times;                     ///< In `done`.
  char device[96];                 ///< In `ready`; so are the next two, 0 where not known.
  std::uint64_t l2_bytes;          ///< Of the GPU's L2 cache.
  double peak_bytes_per_second;    ///< Of the GPU's memory.
};

}  // namespace worker
