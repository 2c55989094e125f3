// Is a file's text UTF-8?
#pragma once

#include <cstddef>
#include <string_view>

namespace emulator::frontend {

/// The offset of the first byte that is not part of valid UTF-8 (RFC 3629: no overlong forms, no
/// surrogates), or std::string_view::npos.
std::size_t find_invalid_utf8(std::string_view text);

}  // namespace emulator::frontend
