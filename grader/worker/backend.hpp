// What differs between the two places where a submission runs. The rest of the worker is written on
// the CUDA runtime API, which both offer.
#pragma once

#include <cstddef>
#include <cstdint>

#include "worker/binding.hpp"
#include "worker/protocol.hpp"
#include "worker/report_page.hpp"

namespace worker::backend {

/// Attaches the report page, limits this process and names the device in `ready.device`. Returns
/// false where there is no device: `ready` then holds the reason.
bool start(Reply& ready);

/// Tells the report page what the worker is doing.
void set_phase(Phase phase);

/// Prepares a call: order of threads, seed, poison of fresh memory, time limit.
void begin_call(const Request& request);
/// Ends what begin_call began. The time limit covers all between the two.
void end_call();

/// One of the lab's inputs: what is read there is counted apart.
void note_input(const void* data, std::size_t bytes);
/// One of its outputs in device memory.
void note_output(const void* data, std::size_t bytes);

/// Who writes this word of an output is told in the reply (emulator).
void watch_word(const void* word);

/// Fills in what the backend counts: launches, live memory, and counters where they were asked for.
void account(const Request& request, Reply& reply);

/// Fills device memory with a word, so that it still counts as never written.
void fill(void* device, std::uint32_t word, std::size_t bytes);

/// Leaves [data, data + bytes) as the only part of its allocation that may be touched, under the
/// name and element size that findings show.
void close_guards(void* allocation, const char* name, std::size_t element_bytes, void* data,
                  std::size_t bytes);
/// Makes all of the allocation accessible again, so that the worker can copy its guards.
void open_guards(void* allocation, std::size_t bytes);

/// Around the call of the lab's function: what the host side does counts from here to there.
void function_begins();
void function_ends();

/// Finishes all work that the call left behind. Returns a cudaError_t as int.
int drain();

// Of timed calls: the arrays are in place, nothing runs.

/// Empties the device's caches of the arrays, and leaves it awake and at rest.
void get_ready_to_time();
/// Makes the call between two events that the submission cannot name, and waits for the device.
/// Throws what the call throws.
void time_call(const Request& request, const Call& call, Reply& reply);
/// All that time_call does but the call: what it costs when there is nothing to time.
void time_nothing(const Request& request);
/// Makes it with copies in and out, by the host's clock: from pageable memory, then from pinned.
/// `inputs`: what the grader wrote. Throws what the call throws.
void time_end_to_end(const Request& request, const Call& call,
                     const void* const (&inputs)[max_inputs], Reply& reply);

}  // namespace worker::backend
