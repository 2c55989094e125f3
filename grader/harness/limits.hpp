// Time limits of checks.
#pragma once

namespace harness {

/// How much slower than the machine on which the labs' `reference_seconds` were recorded this one
/// is: 1 is as fast. Measured once by a fixed loop (about 30 ms), between 0.25 and 20.
double machine_factor();

/// Processor time of a check, in seconds: ten times what the reference solution takes here, and at
/// least 6.
double check_limit(double reference_seconds, double factor);

}  // namespace harness
