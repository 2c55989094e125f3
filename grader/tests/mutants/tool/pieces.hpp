// From tokens to pieces: what Code begins with.
#pragma once

#include <string_view>
#include <vector>

#include "code.hpp"

namespace mutants {

/// Throws std::runtime_error where the source cannot be read or its brackets do not match.
std::vector<Piece> read_pieces(std::string_view source);

}  // namespace mutants
