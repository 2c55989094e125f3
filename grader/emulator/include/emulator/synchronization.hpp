// Barriers, fences and what else has to do with other threads' progress.
#pragma once

/// Waits for all threads of the block that have not returned. Barriers are told apart by `line`,
/// which is never passed by hand.
void __syncthreads(int line = __builtin_LINE());
/// The same, and the number of threads whose predicate is not 0.
int __syncthreads_count(int predicate, int line = __builtin_LINE());
/// The same, and whether the predicate is not 0 in all threads.
int __syncthreads_and(int predicate, int line = __builtin_LINE());
/// The same, and whether the predicate is not 0 in any thread.
int __syncthreads_or(int predicate, int line = __builtin_LINE());

/// Waits for the lanes in `mask`, and orders their memory accesses.
void __syncwarp(unsigned mask = 0xffffffffu);

void __threadfence_block();
void __threadfence();
void __threadfence_system();

/// Lets others run; the time is not kept.
void __nanosleep(unsigned nanoseconds);

/// Ends the kernel with cudaErrorLaunchFailure.
[[noreturn]] void __trap();
[[noreturn]] void __brkpt();

/// The card's clock. In host code clock() is the C library's, in a kernel the card's: the
/// declaration stands in front of <time.h>'s and names another symbol.
// NOLINTNEXTLINE(readability-redundant-declaration): this one has to come first
extern "C" long clock() noexcept __asm__("emu_clock");
long long clock64();
unsigned long long __globaltimer();
