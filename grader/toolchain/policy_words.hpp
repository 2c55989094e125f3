// The words of a C++ text: identifiers and numbers outside of comments and literals.
#pragma once

#include <functional>
#include <string_view>

namespace toolchain {

/// Calls `visit` with each word of `text` and its line, counted from 1.
void for_each_word(std::string_view text,
                   const std::function<void(std::string_view word, int line)>& visit);

}  // namespace toolchain
