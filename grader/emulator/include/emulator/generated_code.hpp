// What the frontend's output calls. Nothing here is for people to call by hand.
//
// A kernel
//
//     __global__ void k(const float* in, int n) { BODY }
//
// becomes, on the same lines,
//
//     EMU_KERNEL void k(const float* in, int n) { struct emu_kernel {}; ::emu::launch<emu_kernel>(
//         {"k", 1, 0, "" "in" "," "n" ","}, [](const float* in, int n) { { BODY }
//         ::emu::end_of_kernel(); }, in, n); }
//
// where the braces around BODY are its own: the compiler's messages about its end name them. (A
// BODY that declares a parameter again, an error, becomes the lambda's outermost block instead.)
//
// and a launch k<<<grid, block, bytes, stream>>>(a, b) becomes
// (::emu::configure(grid, block, bytes, stream), k(a, b)): the arguments meet the kernel's own
// parameter list, so overloads, templates, NULL, braces and conversions work as in CUDA. The body
// is a lambda without captures, so that parameters live in registers and cost no hooks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#include "emulator/vector_types.hpp"

#define EMU_KERNEL
#define EMU_DEVICE_FUNCTION __attribute__((always_inline))
#define EMU_RECURSIVE_DEVICE_FUNCTION
#define EMU_DEVICE_VARIABLE
#define EMU_CONSTANT_VARIABLE
#define EMU_MANAGED_VARIABLE
#define EMU_NOINLINE
#define EMU_UNINSTRUMENTED __attribute__((no_sanitize("thread")))
#define EMU_INLINED __attribute__((always_inline, no_sanitize("thread")))

typedef struct CUstream_st* cudaStream_t;

namespace emu {

/// What is known of a kernel before it runs. `max_threads` is __launch_bounds__' first value or 0;
/// `parameters` are the names in order, each followed by a comma, a pack by three dots.
struct KernelInfo {
  const char* name;
  int line;
  long max_threads;
  const char* parameters;
};

/// A kernel's argument, as far as it is a pointer to data: so that findings call arrays by name.
struct PointerArgument {
  const volatile void* address;  ///< Null where the argument is none.
  std::size_t element_bytes;     ///< 1 behind a void*.
};
template <class T>
PointerArgument pointer_argument(const T&) {
  return {nullptr, 0};
}
template <class T>
EMU_UNINSTRUMENTED PointerArgument pointer_argument(T* const& pointer) {
  if constexpr (std::is_function_v<T>)
    return {nullptr, 0};
  else if constexpr (std::is_void_v<T>)
    return {pointer, 1};
  else
    return {pointer, sizeof(T)};
}

/// One per kernel instantiation: static shared memory is added up before main, so that limits are
/// judged at the launch.
struct KernelRecord {
  std::size_t static_shared_bytes = 0;
  const KernelInfo* info = nullptr;
};

template <class Kernel>
struct KernelRecordOf {
  static inline KernelRecord record;
};

template <>
struct KernelRecordOf<void> {  // shared memory at file scope: counted when first used
  static inline KernelRecord record;
};

/// Keeps the configuration for the kernel call that follows in the same expression.
void configure(dim3 grid, dim3 block, std::size_t dynamic_shared_bytes = 0,
               cudaStream_t stream = nullptr);

/// Runs (or queues) the launch configured last. `arguments` is a heap object that the runtime
/// releases with `release`; `thread` runs the body once, for the current thread.
/// @param pointers   belongs to `arguments`
void launch_configured(KernelRecord& record, void* arguments, void (*thread)(const void*),
                       void (*release)(void*), const PointerArgument* pointers, int count);

template <class Body, int count>
struct PackedLaunch {
  Body run_thread;
  PointerArgument pointers[count + 1];
};

/// A function and no lambda: what a lambda's conversion to a pointer calls would be instrumented.
template <class Packed>
EMU_UNINSTRUMENTED void run_packed(const void* packed) {
  static_cast<const Packed*>(packed)->run_thread();
}

template <class Kernel, class Body, class... Parameters>
EMU_UNINSTRUMENTED void launch(const KernelInfo& info, Body body, Parameters... parameters) {
  // Each call between a thread and its kernel costs a mispredicted return at the thread's end.
  auto run = [body, parameters...]() EMU_INLINED { body(parameters...); };
  constexpr int count = sizeof...(Parameters);
  using Packed = PackedLaunch<decltype(run), count>;
  static KernelInfo kept = info;
  KernelRecordOf<Kernel>::record.info = &kept;
  auto* const packed = new Packed{run, {pointer_argument(parameters)..., {nullptr, 0}}};
  launch_configured(
      KernelRecordOf<Kernel>::record, packed, run_packed<Packed>,
      [](void* p) { delete static_cast<Packed*>(p); }, packed->pointers, count);
}

/// A thread that passes here came to its kernel's end; one that does not has returned before.
void end_of_kernel();

// Shared memory ---------------------------------------------------------------------------------

/// The current block's memory for one variable; made and poisoned on first use in a block.
void* shared_variable(const void* key, KernelRecord& kernel, const char* name, int line,
                      std::size_t bytes, std::size_t element_bytes);
/// The current block's dynamic shared memory.
void* dynamic_shared_memory(const char* name, std::size_t element_bytes);

template <class Variable, class Kernel, int Id>
struct SharedVariable {
  static inline const bool counted =
      (KernelRecordOf<Kernel>::record.static_shared_bytes += sizeof(Variable), true);
  static inline const char key = 0;
};

/// __shared__ T name;  ->  auto& name = ::emu::shared<decltype(emu_sh_1::name), emu_kernel, 1>(..)
/// Kernel is `emu_kernel` inside a kernel's body, emu_sh_1 in other functions and `void` at file
/// scope; Id differs per variable.
template <class Variable, class Kernel, int Id>
EMU_UNINSTRUMENTED inline Variable& shared(const char* name, int line) {
  using Self = SharedVariable<Variable, Kernel, Id>;
  (void)&Self::counted;
  return *static_cast<Variable*>(const_cast<void*>(static_cast<const volatile void*>(
      shared_variable(&Self::key, KernelRecordOf<Kernel>::record, name, line, sizeof(Variable),
                      sizeof(std::remove_all_extents_t<Variable>)))));
}

/// extern __shared__ T name[];  ->  auto* name =
/// ::emu::dynamic_shared<decltype(emu_sh_2::name)>(..) where emu_sh_2 declares `T name[1]`.
template <class Array>
EMU_UNINSTRUMENTED inline std::remove_extent_t<Array>* dynamic_shared(const char* name) {
  using Element = std::remove_extent_t<Array>;
  return static_cast<Element*>(
      dynamic_shared_memory(name, sizeof(std::remove_all_extents_t<Array>)));
}

/// __shared__ at file scope: stands for the variable of whatever block runs.
template <class Variable, int Id>
struct SharedAtFileScope {
  const char* name;
  int line;
  Variable& get() const { return shared<Variable, void, Id>(name, line); }
  operator Variable&() const { return get(); }
  Variable* operator&() const { return &get(); }
  template <class Index>
  decltype(auto) operator[](Index index) const {
    return get()[index];
  }
  template <class Value>
  Variable& operator=(const Value& value) const {
    return get() = value;
  }
  template <class Value>
  Variable& operator+=(const Value& value) const {
    return get() += value;
  }
};

/// extern __shared__ at file scope; Array as in dynamic_shared.
template <class Array>
struct DynamicSharedAtFileScope {
  const char* name;
  operator std::remove_extent_t<Array>*() const { return dynamic_shared<Array>(name); }
  template <class Index>
  decltype(auto) operator[](Index index) const {
    return dynamic_shared<Array>(name)[index];
  }
};

// Variables with static storage on the device -----------------------------------------------------

enum class SymbolSpace : std::uint8_t { device, constant, managed };

/// Registers a __device__, __constant__ or __managed__ variable, before main. The frontend emits
/// one behind each such declaration at namespace scope: static const ::emu::Symbol
/// emu_symbol_1{...};
struct Symbol {
  Symbol(const volatile void* address, std::size_t bytes, std::size_t element_bytes,
         const char* name, int line, SymbolSpace space);
};

// Kernels by address ------------------------------------------------------------------------------

using ThunkWithArguments = void (*)(const void* kernel, void** arguments);
void register_kernel_address(const void* kernel, ThunkWithArguments thunk);

/// (void*)kernel and its like become ::emu::kernel_address(kernel), so that cudaLaunchKernel and
/// the occupancy queries find the parameter list behind the address.
template <class... Parameters, std::size_t... I>
void call_with_arguments(void (*kernel)(Parameters...), void** arguments,
                         std::index_sequence<I...>) {
  (void)arguments;  // a kernel without parameters
  kernel(*static_cast<std::remove_reference_t<Parameters>*>(arguments[I])...);
}

template <class... Parameters>
const void* kernel_address_of(void (*kernel)(Parameters...)) {
  const void* address = reinterpret_cast<const void*>(kernel);
  register_kernel_address(address, [](const void* k, void** arguments) {
    call_with_arguments(reinterpret_cast<void (*)(Parameters...)>(const_cast<void*>(k)), arguments,
                        std::index_sequence_for<Parameters...>{});
  });
  return address;
}
template <class... Parameters>
void* kernel_address(void (*kernel)(Parameters...)) {
  return const_cast<void*>(kernel_address_of(kernel));
}

// Inline PTX --------------------------------------------------------------------------------------

enum class Scope : std::uint8_t { block, device, system };
enum class Order : std::uint8_t { weak, relaxed, acquire, release, acq_rel, seq_cst, is_volatile };

namespace ptx {
void barrier(int id, int line);  ///< bar.sync id; barrier.sync id
void fence(Scope scope);         ///< membar.{cta,gl,sys}, fence...{cta,gpu,sys}
void load(void* to, const void* from, std::size_t bytes, Order order, Scope scope);
void load_read_only(void* to, const void* from, std::size_t bytes);  ///< ld.global.nc
void store(void* to, const void* from, std::size_t bytes, Order order, Scope scope);
unsigned lane_id();
unsigned warp_id();
unsigned sm_id();
unsigned long long clock();
unsigned long long global_timer();  ///< nanoseconds
}  // namespace ptx

}  // namespace emu
