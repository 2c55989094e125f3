// A small part of Markdown, set for a terminal: headings, paragraphs, lists, code, emphasis, links.
#pragma once

#include <string>
#include <string_view>

#include "pipeline/text.hpp"

namespace pipeline {

/// Code blocks are indented and left as they are; everything else is wrapped to the page, each line
/// beginning with `margin`.
std::string render_markdown(std::string_view markdown, const Style& style,
                            std::string_view margin = "");

}  // namespace pipeline
