// Names of cuda/atomic in cuda::std.
#pragma once

namespace cuda::std {

template <class T>
using atomic = ::cuda::atomic<T, thread_scope_system>;
template <class T>
using atomic_ref = ::cuda::atomic_ref<T, thread_scope_system>;

using ::cuda::memory_order;
using ::cuda::memory_order_acq_rel;
using ::cuda::memory_order_acquire;
using ::cuda::memory_order_consume;
using ::cuda::memory_order_relaxed;
using ::cuda::memory_order_release;
using ::cuda::memory_order_seq_cst;

EMU_INLINE void atomic_thread_fence(memory_order order) { ::cuda::atomic_thread_fence(order); }

}  // namespace cuda::std
