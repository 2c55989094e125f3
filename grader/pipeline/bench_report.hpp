// What `lab bench` prints.
#pragma once

#include <string>

#include "harness/bench_document.hpp"
#include "pipeline/text.hpp"

namespace pipeline {

/// Head, a table for each point, crossovers, and what was left out and why.
std::string bench_report(const Style& style, const harness::BenchDocument& document);

}  // namespace pipeline
