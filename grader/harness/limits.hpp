// Time limits of checks.
#pragma once

#include <cstddef>

namespace harness {

/// How much slower than the machine on which the labs' `reference_seconds` were recorded this one
/// is: 1 is as fast. Measured once by a fixed loop (about 30 ms), between 0.25 and 20.
double machine_factor();

/// Processor time of a check, in seconds: ten times what the reference solution takes here, and at
/// least 6.
double check_limit(double reference_seconds, double factor);

/// Processor time of a call with few elements, in seconds: nobody has to wait for the end of an
/// endless loop as long as a check of many elements may take.
double short_call_limit(double factor);
inline constexpr std::size_t short_call_elements = 4096;

}  // namespace harness
