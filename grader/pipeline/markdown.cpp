#include "pipeline/markdown.hpp"

#include <algorithm>
#include <cctype>
#include <regex>

namespace pipeline {
namespace {

/// `code`, **strong**, *emphasis* and [text](target) of a wrapped paragraph or heading. Without
/// colour backticks stay: they tell code from prose.
std::string inline_marks(std::string text, const Style& style) {
  static const std::regex link(R"(\[([^\]]+)\]\(([^)\s]+)\))");
  text = std::regex_replace(text, link, "$1 ($2)");
  const auto is_word = [&text](std::size_t at) {
    return at < text.size() && std::isalnum(static_cast<unsigned char>(text[at])) != 0;
  };
  std::string result;
  for (std::size_t at = 0; at < text.size();) {
    const char mark = text[at];
    const std::string fence =
        text.compare(at, 2, "**") == 0 ? std::string("**") : std::string(1, mark);
    const std::size_t begin = at + fence.size();
    const std::size_t end = text.find(fence, begin);
    bool marks = (mark == '`' || mark == '*') && end != std::string::npos && end > begin;
    if (marks && mark == '*') {  // a product is no emphasis: 2*4 and 4 * 2 stay
      marks = !(at > 0 && is_word(at - 1)) && !is_word(end + fence.size()) && text[begin] != ' ' &&
              text[end - 1] != ' ';
    }
    if (!marks) {
      result += mark;
      ++at;
      continue;
    }
    const std::string inside = text.substr(begin, end - begin);
    if (mark == '*') {
      result += style.bold(inside);
    } else {
      result.append(style.colour() ? style.code(inside) : text.substr(at, end + 1 - at));
    }
    at = end + fence.size();
  }
  return result;
}

/// Width of "- ", "* " or "12. " at the front of `line`, 0 where there is none.
std::size_t list_marker(std::string_view line) {
  if (line.starts_with("- ") || line.starts_with("* ")) return 2;
  const std::size_t digits = line.find_first_not_of("0123456789");
  return digits != std::string_view::npos && digits > 0 && line.substr(digits).starts_with(". ")
             ? digits + 2
             : 0;
}

class Renderer {
 public:
  Renderer(const Style& style, std::string_view margin) : style_(style), margin_(margin) {}

  std::string render(std::string_view markdown) {
    bool fenced = false;
    for (const std::string& line : lines(printable(markdown))) {
      if (line.starts_with("```")) {
        flush();
        if (!fenced) blank_line();
        fenced = !fenced;
      } else if (fenced || (paragraph_.empty() && line.starts_with("    "))) {
        const std::string_view text = std::string_view(line).substr(fenced ? 0 : 4);
        page_ += text.empty() ? "\n" : margin_ + "    " + style_.code(text) + '\n';
      } else {
        prose(line);
      }
    }
    flush();
    return page_;
  }

 private:
  void prose(const std::string& line) {
    const std::string text = trimmed(line);
    const std::size_t level = std::min(text.find_first_not_of('#'), text.size());
    if (text.empty()) {
      flush();
      blank_line();
    } else if (level > 0 && level <= 6 && text.compare(level, 1, " ") == 0) {
      flush();
      heading(trimmed(text.substr(level)), level);
    } else if (text.starts_with('|')) {  // tables stay as they are: they read well enough
      flush();
      page_ += margin_ + text + '\n';
    } else if (const std::size_t width = list_marker(text); width > 0) {
      flush();
      marker_ = text[1] == ' ' ? "- " : text.substr(0, width);
      paragraph_ = text.substr(width);
    } else {
      paragraph_ += (paragraph_.empty() ? "" : " ") + text;
    }
  }

  void heading(const std::string& text, std::size_t level) {
    blank_line();
    const std::string shown = inline_marks(text, style_);
    page_ += margin_ + style_.bold(shown) + '\n';
    if (!style_.colour()) {
      page_ += margin_ + std::string(columns(shown), level == 1 ? '=' : '-') + '\n';
    }
  }

  void flush() {
    if (paragraph_.empty()) return;
    page_ += wrapped(inline_marks(paragraph_, style_), margin_ + marker_,
                     margin_ + std::string(marker_.size(), ' '));
    paragraph_.clear();
    marker_.clear();
  }

  void blank_line() {
    if (!page_.empty() && !page_.ends_with("\n\n")) page_ += '\n';
  }

  const Style& style_;
  std::string margin_, page_, paragraph_, marker_;
};

}  // namespace

std::string render_markdown(std::string_view markdown, const Style& style,
                            std::string_view margin) {
  std::string page = Renderer(style, margin).render(markdown);
  while (page.ends_with("\n\n")) page.pop_back();
  return page;
}

}  // namespace pipeline
