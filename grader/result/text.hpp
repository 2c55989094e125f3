// Text that may come from anywhere (compilers, submissions, file names) made fit for a document.
#pragma once

#include <string>
#include <string_view>

namespace result {

/// `text` as valid UTF-8 without control characters: bytes that are not UTF-8 become U+FFFD; line
/// ends and tabs stay, all other control characters (C0, DEL, C1) are dropped.
std::string clean_text(std::string_view text);

}  // namespace result
