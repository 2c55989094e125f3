// For runtime functions that touch memory on the submission's behalf (atomics, __ldg,
// cuda::atomic_ref, memcpy in device code): tells the observers, as a compiled access would.
#pragma once

#include <cstddef>

#include "core/observer.hpp"

namespace emu {

void tell_load(const void* address, std::size_t bytes, const void* pc, Order order = Order::weak,
               Scope scope = Scope::device);
void tell_store(const void* address, std::size_t bytes, const void* pc, Order order = Order::weak,
                Scope scope = Scope::device);
/// In front of a load by __ldg, of which observers are told as of any other as well.
void tell_read_only_load(const void* address, std::size_t bytes, const void* pc);
/// After the operation. Yields where nothing changed again and again.
void tell_atomic(const void* address, std::size_t bytes, const void* pc, Order order, Scope scope,
                 Observer::Outcome outcome);
void tell_fence(Scope scope);
/// A copy or fill by the runtime API, when it really happens; null stands for host memory.
void tell_copied(const void* to, const void* from, std::size_t bytes, const void* pc);
/// Memory whose content counts as never written from now on.
void tell_undefined(const void* address, std::size_t bytes);
/// Work of a stream begins and ends.
void tell_work_begin(const StreamWork& work);
void tell_work_end(bool nothing_left);
/// See Observer.
void tell_callers_work(std::uint32_t stream, std::uint64_t position);
void tell_dropped_copy(const void* to, const void* from, std::size_t bytes, const void* pc);
/// Before the operation: faults a kernel (or leaves the process on the host) where the address can
/// not be touched at all, as hardware does. tell_load and tell_store do this themselves.
void require_accessible(const void* address, std::size_t bytes, const void* pc);

/// The value of a polled location decides whether the thread waits: call after a volatile or atomic
/// load with the value read.
void note_polled_value(const void* address, unsigned long long value);
/// The same where the program itself loads after this returns: the thread waits, if it is to wait,
/// in front of its next such load (wait_if_polling), so that what it reads is what was told.
void note_value_to_be_loaded(const void* address, unsigned long long value);
void wait_if_polling();

}  // namespace emu
