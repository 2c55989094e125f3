// Holds a document against a JSON schema: the part of draft 7 that result.schema.json uses. It
// shares no code with the room that writes results, and needs no library that may be missing.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace fuzz {

/// Sentences, each with the place in the document, that say what does not fit; at most ten. Throws
/// std::runtime_error where the schema uses a keyword that is not known here.
std::vector<std::string> misfits(const nlohmann::json& document, const nlohmann::json& schema);

}  // namespace fuzz
