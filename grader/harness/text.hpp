// Words of reports.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace harness {

/// Text of a worker: cut to `limit` bytes, control characters and what is not UTF-8 replaced by
/// '?'.
std::string cleaned(std::string_view text, std::size_t limit);
/// The same of an array of characters that may lack its terminating zero.
template <std::size_t size>
std::string cleaned(const char (&text)[size]) {
  const std::string_view all(text, size);
  return cleaned(all.substr(0, all.find('\0')), size);
}

/// 16777216 as "16,777,216".
std::string with_commas(std::uint64_t value);
/// The shortest decimal text that gives exactly this float; "inf", "-inf", "nan".
std::string exact_text(float value);
/// With `digits` decimals.
std::string fixed(double value, int digits);
/// "1 element", "17 elements".
std::string counted(std::uint64_t count, std::string_view noun);

}  // namespace harness
