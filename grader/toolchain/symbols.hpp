// The symbols of an object or library, and their names as a programmer writes them.
#pragma once

#include <filesystem>
#include <set>
#include <string>
#include <string_view>

namespace toolchain {

struct Symbols {
  std::set<std::string> defined_globally;  ///< Weak ones included.
  std::set<std::string> defined;           ///< Local ones included.
  std::set<std::string> undefined;
};

/// Runs readelf (nm would load every compiler's plugins first: 0.1 s). Throws Failure
/// (grader_error) where it fails.
Symbols read_symbols(const std::filesystem::path& readelf, const std::filesystem::path& file);

/// "_Z9array_sumPKfPfmi" -> "array_sum(const float*, float*, unsigned long, int)"; other names
/// stay.
std::string readable_name(const std::string& symbol);
/// "array_sum(float const*, int)" -> "array_sum(const float*, int)": const where people write it.
std::string with_leading_const(std::string_view demangled);
/// "array_sum(const float*, int)" -> "array_sum".
std::string_view function_name(std::string_view readable);

}  // namespace toolchain
