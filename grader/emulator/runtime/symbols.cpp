// __device__, __constant__ and __managed__ variables by name.
#include <unordered_map>

#include "core/memory.hpp"
#include "runtime/api_call.hpp"
#include "runtime/copies.hpp"

namespace emu {

namespace {

/// Bytes of each variable. Filled before main, so it cannot itself be a static object.
auto& variables() {
  static auto* const known = new std::unordered_map<const void*, std::size_t>;
  return *known;
}

/// [symbol + offset, + bytes) as an address, or why there is none.
cudaError_t locate(const void* symbol, std::size_t bytes, std::size_t offset, char** address) {
  const auto found = variables().find(symbol);
  if (found == variables().end()) return cudaErrorInvalidSymbol;
  if (offset > found->second || bytes > found->second - offset) return cudaErrorInvalidValue;
  *address = const_cast<char*>(static_cast<const char*>(symbol)) + offset;
  return cudaSuccess;
}

using runtime::Wait;

struct SymbolCopy {
  const void* symbol;
  std::size_t bytes, offset;
  cudaMemcpyKind kind;
  cudaStream_t stream;
  Wait wait;
  const char* call;
  const void* pc;
};

cudaError_t copy_to(const SymbolCopy& c, const void* from) {
  if (c.kind != cudaMemcpyHostToDevice && c.kind != cudaMemcpyDeviceToDevice &&
      c.kind != cudaMemcpyDefault)
    return cudaErrorInvalidMemcpyDirection;
  char* to = nullptr;
  if (const cudaError_t error = locate(c.symbol, c.bytes, c.offset, &to); error != cudaSuccess)
    return error;
  return runtime::copy(
      {to, from, runtime::one_row(c.bytes), c.kind, c.stream, c.wait, c.call, c.pc});
}

cudaError_t copy_from(const SymbolCopy& c, void* to) {
  if (c.kind != cudaMemcpyDeviceToHost && c.kind != cudaMemcpyDeviceToDevice &&
      c.kind != cudaMemcpyDefault)
    return cudaErrorInvalidMemcpyDirection;
  char* from = nullptr;
  if (const cudaError_t error = locate(c.symbol, c.bytes, c.offset, &from); error != cudaSuccess)
    return error;
  return runtime::copy(
      {to, from, runtime::one_row(c.bytes), c.kind, c.stream, c.wait, c.call, c.pc});
}

}  // namespace

Symbol::Symbol(const volatile void* address, std::size_t bytes, std::size_t element_bytes,
               const char* name, int, SymbolSpace space) {
  memory::Allocation variable;
  variable.begin = static_cast<char*>(const_cast<void*>(address));
  variable.bytes = bytes;
  variable.element_bytes = element_bytes;
  variable.kind = memory::Kind::symbol;
  variable.symbol_space = space;
  __builtin_strncpy(variable.name, name, sizeof variable.name - 1);
  memory::add_outside(variable);
  variables()[variable.begin] = bytes;
}

}  // namespace emu

using namespace emu;
using emu::runtime::api_call;

extern "C" {

cudaError_t cudaMemcpyToSymbol(const void* symbol, const void* from, size_t bytes, size_t offset,
                               cudaMemcpyKind kind) {
  const char* const call = "cudaMemcpyToSymbol";
  const void* const pc = EMU_CALLER;
  return api_call(call, pc, [&] {
    return copy_to({symbol, bytes, offset, kind, nullptr, Wait::yes, call, pc}, from);
  });
}

cudaError_t cudaMemcpyFromSymbol(void* to, const void* symbol, size_t bytes, size_t offset,
                                 cudaMemcpyKind kind) {
  const char* const call = "cudaMemcpyFromSymbol";
  const void* const pc = EMU_CALLER;
  return api_call(call, pc, [&] {
    return copy_from({symbol, bytes, offset, kind, nullptr, Wait::yes, call, pc}, to);
  });
}

cudaError_t cudaMemcpyToSymbolAsync(const void* symbol, const void* from, size_t bytes,
                                    size_t offset, cudaMemcpyKind kind, cudaStream_t stream) {
  const char* const call = "cudaMemcpyToSymbolAsync";
  const void* const pc = EMU_CALLER;
  return api_call(call, pc, [&] {
    return copy_to({symbol, bytes, offset, kind, stream, Wait::no, call, pc}, from);
  });
}

cudaError_t cudaMemcpyFromSymbolAsync(void* to, const void* symbol, size_t bytes, size_t offset,
                                      cudaMemcpyKind kind, cudaStream_t stream) {
  const char* const call = "cudaMemcpyFromSymbolAsync";
  const void* const pc = EMU_CALLER;
  return api_call(call, pc, [&] {
    return copy_from({symbol, bytes, offset, kind, stream, Wait::no, call, pc}, to);
  });
}

cudaError_t cudaGetSymbolAddress(void** pointer, const void* symbol) {
  return api_call("cudaGetSymbolAddress", EMU_CALLER, [&]() -> cudaError_t {
    if (pointer == nullptr) return cudaErrorInvalidValue;
    char* address = nullptr;
    const cudaError_t error = locate(symbol, 0, 0, &address);
    if (error == cudaSuccess) *pointer = address;
    return error;
  });
}

cudaError_t cudaGetSymbolSize(size_t* bytes, const void* symbol) {
  return api_call("cudaGetSymbolSize", EMU_CALLER, [&]() -> cudaError_t {
    if (bytes == nullptr) return cudaErrorInvalidValue;
    const auto found = variables().find(symbol);
    if (found == variables().end()) return cudaErrorInvalidSymbol;
    *bytes = found->second;
    return cudaSuccess;
  });
}

}  // extern "C"
