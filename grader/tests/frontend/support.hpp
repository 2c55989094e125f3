// What the tests of the frontend share.
#pragma once

#if __has_include(<catch2/catch_all.hpp>)
#include <catch2/catch_all.hpp>
#else
#include <catch2/catch.hpp>
#endif

#include <algorithm>
#include <string>
#include <string_view>

#include "frontend/frontend.hpp"

namespace frontend_test {

using emulator::frontend::Issue;
using emulator::frontend::IssueKind;
using emulator::frontend::translate;
using emulator::frontend::Translation;

/// The translated text without the #line in front of it. Fails the test on any issue.
inline std::string translated(std::string_view source) {
  const Translation translation = translate(source, "a.cu");
  for (const Issue& issue : translation.issues) {
    FAIL_CHECK("line " << issue.line << ": " << issue.message);
  }
  const std::string first = "#line 1 \"a.cu\"\n";
  REQUIRE(translation.text.substr(0, first.size()) == first);
  return translation.text.substr(first.size());
}

/// The only issue of a source that has one.
inline Issue only_issue(std::string_view source) {
  const Translation translation = translate(source, "a.cu");
  REQUIRE(translation.issues.size() == 1);
  return translation.issues.front();
}

inline bool contains(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

inline auto count_lines(std::string_view text) {
  return std::count(text.begin(), text.end(), '\n');
}

}  // namespace frontend_test
