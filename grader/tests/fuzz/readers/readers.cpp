#include "readers.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "emulator/frontend/frontend.hpp"
#include "result/result.hpp"
#include "toolchain/cuda_syntax.hpp"
#include "toolchain/failure.hpp"
#include "toolchain/messages.hpp"
#include "toolchain/policy.hpp"

namespace fuzz {
namespace {

namespace frontend = emulator::frontend;

void require(bool holds, const char* promise) {
  if (!holds) throw Violation(promise);
}

auto line_ends(std::string_view text) { return std::count(text.begin(), text.end(), '\n'); }

void read_source(std::string_view bytes) {
  const frontend::Translation translation = frontend::translate(bytes, "sum.cu");
  const std::string first = "#line 1 \"sum.cu\"\n";
  require(translation.text.starts_with(first), "the text begins with the submission's name");
  require(line_ends(translation.text) == line_ends(bytes) + 1, "every line stays where it is");
  int line = 1;
  for (const frontend::Issue& issue : translation.issues) {
    require(issue.line >= line, "issues come in the order of the lines");
    require(issue.line <= line_ends(bytes) + 1, "an issue is at a line of the source");
    require(!issue.message.empty() && issue.message.find('\n') == std::string::npos,
            "an issue has one sentence");
    line = issue.line;
  }
  const bool text = bytes.find('\0') == std::string_view::npos;
  require(text || !translation.issues.empty(), "what is no text is an issue");
}

const toolchain::Source& source() {
  static const toolchain::Source source{
      "sum.cu", "#include <cstdio>\n#include \"/etc/passwd\"\nint fork();\nint main() {}\n"};
  return source;
}

/// Runs a rule of the policy: it may refuse, in a sentence, and nothing else.
template <class Rule>
void judge(Rule rule) {
  try {
    rule();
  } catch (const toolchain::Failure& failure) {
    require(failure.verdict() == result::Verdict::policy, "a rule's verdict is policy");
    require(std::string_view(failure.what()).starts_with("sum.cu:"), "a rule names the file");
    require(failure.line() >= 0, "a line is not negative");
  }
}

const toolchain::AllowedFiles& allowed() {
  static const toolchain::AllowedFiles allowed{{"/build/sum.cu"}, {"/usr/include"}};
  return allowed;
}

void read_preprocessed(std::string_view bytes) {
  judge([&] { toolchain::require_honest_text(bytes, source(), allowed(), "/build"); });
}

void read_dependencies(std::string_view bytes) {
  judge([&] { toolchain::require_allowed_dependencies(bytes, source(), allowed(), "/build"); });
}

void read_assembly(std::string_view bytes) {
  judge([&] { toolchain::require_plain_assembly(bytes, source()); });
}

void read_messages(std::string_view bytes) {
  const std::vector<std::string> lines = toolchain::lines_of(source().bytes);
  std::vector<std::string> rewritten = lines;
  rewritten[2] = "another line";
  const toolchain::Messages messages =
      toolchain::shape_messages(bytes, {source().name, lines, rewritten, "/build", "/course"});
  constexpr auto most_lines = 41;  // with the one that counts the rest
  require(line_ends(messages.text) <= most_lines, "messages have at most 40 lines");
  require(messages.first_line >= 0, "a line is not negative");
  require(messages.first_line == 0 || messages.names_submission, "a line is one of the file");
}

void read_mixups(std::string_view bytes) {
  for (const toolchain::Mixup& mixup :
       toolchain::read_mixups(bytes, "/build/sum.cu", source(), {"/course/include"})) {
    require(mixup.line >= 1, "a mix-up has a line");
    require(!mixup.sentence.empty(), "a mix-up has a sentence");
  }
}

void read_result(std::string_view bytes) {
  const nlohmann::json document = nlohmann::json::parse(bytes, nullptr, false);
  if (document.is_discarded()) return;
  std::vector<result::Lab> labs;
  try {
    labs = result::from_json(document);
  } catch (const std::runtime_error&) {
    return;  // the promised way to refuse
  }
  const std::vector<result::Lab> again = result::from_json(result::to_json(labs));
  require(result::to_json(again) == result::to_json(labs), "what was read can be written and read");
}

}  // namespace

const std::vector<Reader>& readers() {
  static const std::vector<Reader> all = {
      {"frontend", read_source},   {"preprocessed", read_preprocessed},
      {"assembly", read_assembly}, {"dependencies", read_dependencies},
      {"messages", read_messages}, {"mixups", read_mixups},
      {"result", read_result},
  };
  return all;
}

}  // namespace fuzz
