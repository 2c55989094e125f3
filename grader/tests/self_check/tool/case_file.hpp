// The cases of a lab: what each is due, and the submission that is made of it.
#pragma once

#include <filesystem>
#include <set>
#include <string>
#include <vector>

namespace cases {

enum class Due { reject, accept, policy };

struct CaseFile {
  std::string name;
  std::filesystem::path source;
  std::filesystem::path adapter;  ///< Joined behind the case; empty for a case of our own.
  Due due = Due::reject;
  std::set<std::string> codes;  ///< Where rejected: one of these has to be earned.
};

const char* name(Due due);

/// The cases of `lab` in `folder`: those of handed/verdicts.csv, then own/NN_*.cu by name. Throws
/// std::runtime_error with a sentence that names the file where a verdict, a code or a head is
/// missing or unknown, and where a listed file is not there or an existing one is not listed.
std::vector<CaseFile> read_cases(const std::filesystem::path& folder, int lab);

/// Writes the submission: the case, then its adapter, as one file.
void join(const CaseFile& file, const std::filesystem::path& submission);

}  // namespace cases
