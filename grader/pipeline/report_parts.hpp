// Parts of the terminal report. Each returns whole lines.
#pragma once

#include <functional>
#include <string>
#include <vector>

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

/// What one right call did, each count beside the lab's ideal.
std::string counted_block(const result::Counted& counted);

/// The lines that a finding points at, with their source text, as compilers print them. Places at
/// one line share it; `shown` says how a file is named.
std::string place_block(const Style& style, const std::vector<result::Place>& places,
                        const std::function<std::string(const std::string&)>& shown);
/// "and 3 more like it in the same place", or nothing.
std::string more_like_it(const result::Finding& finding);

/// A failing check: message, places with source text, case, values, what to look at.
std::string failure_block(const LabPage& page, const result::Check& check);
/// Expected and got around the first wrong element.
std::string difference_block(const Style& style, const result::Difference& difference);

}  // namespace pipeline
