// What became of the mutants, for people and for programs.
#pragma once

#include <filesystem>
#include <ostream>
#include <string>
#include <vector>

#include "equivalents.hpp"
#include "mutant.hpp"
#include "outcome.hpp"

namespace mutants {

/// Its name, its place, and the line before and after.
void print(std::ostream& out, const Mutant& mutant);
/// The same with what became of it.
void print(std::ostream& out, const Mutant& mutant, const Outcome& outcome);

/// A row for each change, with the totals below, and the codes that killed.
void print_table(std::ostream& out, const std::string& lab, const std::vector<Mutant>& mutants,
                 const std::vector<Outcome>& outcomes);

/// {lab, totals, mutants: [{name, change, line, ..., fate, verdict, codes, checks, seconds}]}.
/// Throws std::runtime_error where the file cannot be written.
void write_json(const std::filesystem::path& file, const std::string& lab,
                const std::vector<Mutant>& mutants, const std::vector<Outcome>& outcomes,
                const Equivalents& equivalents);

}  // namespace mutants
