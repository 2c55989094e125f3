// Grades mutants, several at a time.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "equivalents.hpp"
#include "mutant.hpp"
#include "options.hpp"
#include "outcome.hpp"

namespace mutants {

/// Grades the source `text` in a folder of its own under the solution's file name.
/// `listed`: equivalent or unreachable, if it is listed.
Outcome grade(const Options& options, const std::string& text, std::optional<Fate> listed);

/// Grades all mutants; `done` is called after each of them, by one thread at a time.
/// What is in flight is ended after Ctrl-C, and the rest stays unjudged.
std::vector<Outcome> grade_all(const Options& options, const std::vector<Mutant>& mutants,
                               const Equivalents& equivalents,
                               const std::function<void(std::size_t, const Outcome&)>& done);

/// From now on Ctrl-C, SIGTERM and SIGHUP end the running graders.
void watch_for_interrupts();
bool interrupted() noexcept;

}  // namespace mutants
