// The C++ forms of the runtime API: typed pointers, symbols by name, kernels by name. All are
// inlined into their caller, so that a failure's return address is the caller's line.
#pragma once

#define EMU_FORM     \
  template <class T> \
  EMU_UNINSTRUMENTED __attribute__((always_inline)) inline cudaError_t

EMU_FORM cudaMalloc(T** pointer, size_t bytes) {
  return ::cudaMalloc(reinterpret_cast<void**>(pointer), bytes);
}
EMU_FORM cudaMallocPitch(T** pointer, size_t* pitch, size_t width_bytes, size_t height) {
  return ::cudaMallocPitch(reinterpret_cast<void**>(pointer), pitch, width_bytes, height);
}
EMU_FORM cudaMallocManaged(T** pointer, size_t bytes, unsigned flags = cudaMemAttachGlobal) {
  return ::cudaMallocManaged(reinterpret_cast<void**>(pointer), bytes, flags);
}
EMU_FORM cudaMallocHost(T** pointer, size_t bytes, unsigned flags = cudaHostAllocDefault) {
  return ::cudaHostAlloc(reinterpret_cast<void**>(pointer), bytes, flags);
}
EMU_FORM cudaHostAlloc(T** pointer, size_t bytes, unsigned flags) {
  return ::cudaHostAlloc(reinterpret_cast<void**>(pointer), bytes, flags);
}
EMU_FORM cudaHostGetDevicePointer(T** device_pointer, void* host_pointer, unsigned flags) {
  return ::cudaHostGetDevicePointer(reinterpret_cast<void**>(device_pointer), host_pointer, flags);
}
EMU_FORM cudaMallocAsync(T** pointer, size_t bytes, cudaStream_t stream) {
  return ::cudaMallocAsync(reinterpret_cast<void**>(pointer), bytes, stream);
}
EMU_FORM cudaMallocAsync(T** pointer, size_t bytes, cudaMemPool_t pool, cudaStream_t stream) {
  return ::cudaMallocFromPoolAsync(reinterpret_cast<void**>(pointer), bytes, pool, stream);
}
EMU_FORM cudaMallocFromPoolAsync(T** pointer, size_t bytes, cudaMemPool_t pool,
                                 cudaStream_t stream) {
  return ::cudaMallocFromPoolAsync(reinterpret_cast<void**>(pointer), bytes, pool, stream);
}

// Symbols ----------------------------------------------------------------------------------------

namespace emu {
template <class T>
EMU_UNINSTRUMENTED __attribute__((always_inline)) inline const void* symbol_address(
    const T& symbol) {
  return const_cast<const void*>(static_cast<const volatile void*>(__builtin_addressof(symbol)));
}
}  // namespace emu

EMU_FORM cudaMemcpyToSymbol(const T& symbol, const void* from, size_t bytes, size_t offset = 0,
                            cudaMemcpyKind kind = cudaMemcpyHostToDevice) {
  return ::cudaMemcpyToSymbol(::emu::symbol_address(symbol), from, bytes, offset, kind);
}
EMU_FORM cudaMemcpyFromSymbol(void* to, const T& symbol, size_t bytes, size_t offset = 0,
                              cudaMemcpyKind kind = cudaMemcpyDeviceToHost) {
  return ::cudaMemcpyFromSymbol(to, ::emu::symbol_address(symbol), bytes, offset, kind);
}
EMU_FORM cudaMemcpyToSymbolAsync(const T& symbol, const void* from, size_t bytes, size_t offset = 0,
                                 cudaMemcpyKind kind = cudaMemcpyHostToDevice,
                                 cudaStream_t stream = nullptr) {
  return ::cudaMemcpyToSymbolAsync(::emu::symbol_address(symbol), from, bytes, offset, kind,
                                   stream);
}
EMU_FORM cudaMemcpyFromSymbolAsync(void* to, const T& symbol, size_t bytes, size_t offset = 0,
                                   cudaMemcpyKind kind = cudaMemcpyDeviceToHost,
                                   cudaStream_t stream = nullptr) {
  return ::cudaMemcpyFromSymbolAsync(to, ::emu::symbol_address(symbol), bytes, offset, kind,
                                     stream);
}
EMU_FORM cudaGetSymbolAddress(void** pointer, const T& symbol) {
  return ::cudaGetSymbolAddress(pointer, ::emu::symbol_address(symbol));
}
EMU_FORM cudaGetSymbolSize(size_t* bytes, const T& symbol) {
  return ::cudaGetSymbolSize(bytes, ::emu::symbol_address(symbol));
}

#undef EMU_FORM

// Kernels ----------------------------------------------------------------------------------------
// By name the kernel brings its parameter list along, which its bare address does not.

#define EMU_KERNEL_FORM          \
  template <class... Parameters> \
  EMU_UNINSTRUMENTED __attribute__((always_inline)) inline cudaError_t

EMU_KERNEL_FORM cudaLaunchKernel(void (*kernel)(Parameters...), dim3 grid, dim3 block,
                                 void** arguments, size_t shared_bytes = 0,
                                 cudaStream_t stream = nullptr) {
  return ::cudaLaunchKernel(::emu::kernel_address_of(kernel), grid, block, arguments, shared_bytes,
                            stream);
}
EMU_KERNEL_FORM cudaLaunchCooperativeKernel(void (*kernel)(Parameters...), dim3 grid, dim3 block,
                                            void** arguments, size_t shared_bytes = 0,
                                            cudaStream_t stream = nullptr) {
  return ::cudaLaunchCooperativeKernel(::emu::kernel_address_of(kernel), grid, block, arguments,
                                       shared_bytes, stream);
}
EMU_KERNEL_FORM cudaLaunchKernelExC(const cudaLaunchConfig_t* configuration,
                                    void (*kernel)(Parameters...), void** arguments) {
  return ::cudaLaunchKernelExC(configuration, ::emu::kernel_address_of(kernel), arguments);
}
EMU_KERNEL_FORM cudaFuncSetAttribute(void (*kernel)(Parameters...), cudaFuncAttribute attribute,
                                     int value) {
  return ::cudaFuncSetAttribute(::emu::kernel_address_of(kernel), attribute, value);
}
EMU_KERNEL_FORM cudaFuncGetAttributes(cudaFuncAttributes* attributes,
                                      void (*kernel)(Parameters...)) {
  return ::cudaFuncGetAttributes(attributes, ::emu::kernel_address_of(kernel));
}
EMU_KERNEL_FORM cudaFuncSetCacheConfig(void (*kernel)(Parameters...), cudaFuncCache preference) {
  return ::cudaFuncSetCacheConfig(::emu::kernel_address_of(kernel), preference);
}
EMU_KERNEL_FORM cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks,
                                                              void (*kernel)(Parameters...),
                                                              int block_size, size_t shared_bytes) {
  return ::cudaOccupancyMaxActiveBlocksPerMultiprocessor(blocks, ::emu::kernel_address_of(kernel),
                                                         block_size, shared_bytes);
}
EMU_KERNEL_FORM cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
    int* blocks, void (*kernel)(Parameters...), int block_size, size_t shared_bytes,
    unsigned flags) {
  return ::cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
      blocks, ::emu::kernel_address_of(kernel), block_size, shared_bytes, flags);
}
EMU_KERNEL_FORM cudaOccupancyAvailableDynamicSMemPerBlock(size_t* bytes,
                                                          void (*kernel)(Parameters...), int blocks,
                                                          int block_size) {
  return ::cudaOccupancyAvailableDynamicSMemPerBlock(bytes, ::emu::kernel_address_of(kernel),
                                                     blocks, block_size);
}

#undef EMU_KERNEL_FORM

namespace emu {
/// Dynamic shared memory for a block of this size; `context` is the caller's function object.
using SharedBytesForBlock = std::size_t (*)(const void* context, int block_size);
cudaError_t max_potential_block_size(int* min_grid_size, int* block_size, const void* kernel,
                                     SharedBytesForBlock shared_bytes, const void* context,
                                     int block_size_limit);

template <class... Parameters>
EMU_UNINSTRUMENTED inline const void* address_for_query(void (*kernel)(Parameters...)) {
  return kernel_address_of(kernel);
}
inline const void* address_for_query(const void* kernel) { return kernel; }
}  // namespace emu

template <class SharedBytes, class Kernel>
EMU_UNINSTRUMENTED __attribute__((always_inline)) inline cudaError_t
cudaOccupancyMaxPotentialBlockSizeVariableSMem(int* min_grid_size, int* block_size, Kernel kernel,
                                               SharedBytes shared_bytes, int block_size_limit = 0) {
  return ::emu::max_potential_block_size(
      min_grid_size, block_size, ::emu::address_for_query(kernel),
      [](const void* context, int size) EMU_UNINSTRUMENTED -> std::size_t {
        return (*static_cast<SharedBytes*>(const_cast<void*>(context)))(size);
      },
      &shared_bytes, block_size_limit);
}
template <class Kernel>
EMU_UNINSTRUMENTED __attribute__((always_inline)) inline cudaError_t
cudaOccupancyMaxPotentialBlockSize(int* min_grid_size, int* block_size, Kernel kernel,
                                   size_t shared_bytes = 0, int block_size_limit = 0) {
  return ::emu::max_potential_block_size(
      min_grid_size, block_size, ::emu::address_for_query(kernel),
      [](const void* context, int)
          EMU_UNINSTRUMENTED { return *static_cast<const std::size_t*>(context); },
      &shared_bytes, block_size_limit);
}

/// Arguments are converted to the kernel's own parameter types, as in a launch.
template <class... Parameters, class... Arguments>
EMU_UNINSTRUMENTED __attribute__((always_inline)) inline cudaError_t cudaLaunchKernelEx(
    const cudaLaunchConfig_t* configuration, void (*kernel)(Parameters...),
    Arguments&&... arguments) {
  return [&](Parameters... converted) EMU_UNINSTRUMENTED __attribute__((always_inline)) {
    void* pointers[] = {const_cast<void*>(::emu::symbol_address(converted))..., nullptr};
    return ::cudaLaunchKernelExC(configuration, ::emu::kernel_address_of(kernel), pointers);
  }
  (static_cast<Arguments&&>(arguments)...);
}
