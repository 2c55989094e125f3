// Parts of the terminal report. Each returns whole lines.
#pragma once

#include <string>

#include "pipeline/report_terminal.hpp"

namespace pipeline {

/// One lab of a report, with what its parts need to know.
struct LabPage {
  const Context& context;
  const Report& report;
  const Submission& submission;
  const result::Lab& lab;

  const Style& style() const { return context.style; }
  std::string again() const;  ///< The command that grades it once more.
};

bool is_failure(const result::Check& check);
/// The check to mend first: in the first failing task the one whose verdict weighs most; efficiency
/// only where nothing else fails. Null where nothing fails.
const result::Check* first_failure(const result::Lab& lab);

/// "02 shared_reduction"
std::string lab_label(const Lab& lab);
/// Colours a verdict by what it means for the reader.
std::string painted(const Style& style, result::Verdict verdict, std::string_view text);

std::string header_line(const LabPage& page);
/// Which file to open and what to read, for a lab that nobody has worked on.
std::string open_lines(const LabPage& page);
/// The lab with all that its reader needs, after its header line.
std::string lab_body(const LabPage& page);

/// "  key       value", wrapped below the value.
std::string field(std::string_view key, std::string_view value);
/// The same on one line however long it is: for commands and paths, which are copied.
std::string whole_field(std::string_view key, std::string_view value);

/// A failing check: message, places with source text, case, values, what to look at.
std::string failure_block(const LabPage& page, const result::Check& check);
/// Expected and got around the first wrong element.
std::string difference_block(const Style& style, const result::Difference& difference);

}  // namespace pipeline
