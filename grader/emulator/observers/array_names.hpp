// What an address is called in findings: the array's name in the source and an index in it.
#pragma once

#include <cstddef>

namespace emu {

/// Writes "partial[5]" or "d_in[1000]": the name of the shared or device variable, of the lab's
/// array, or of the running kernel's parameter that points to the same allocation. Where there is
/// no name: "byte 16 of an array of 4000 bytes (cudaMalloc)".
void describe_address(char* text, std::size_t size, const void* address);

/// The same where the address lies outside: "d_in[1000] does not exist: d_in has 1000 elements".
void describe_miss(char* text, std::size_t size, const void* address);

}  // namespace emu
