// The `lab` command behind the bootstrap script.
#pragma once

#include <string>
#include <vector>

#include "pipeline/context.hpp"

namespace pipeline {

/// Runs one command; `arguments` without the program's name. Returns a result::ExitCode as int.
/// Failures become one sentence on context.err. Style and live progress of `context` are what the
/// streams allow; --no-color takes the first away.
int lab_main(const std::vector<std::string>& arguments, Context context);

}  // namespace pipeline
