#include "words.hpp"

#include <algorithm>

namespace fuzz {
namespace {

constexpr std::size_t npos = std::string_view::npos;

bool is_digit(char c) { return c >= '0' && c <= '9'; }

bool is_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || is_digit(c) || c == '_' ||
         static_cast<unsigned char>(c) >= 0x80;
}

class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}

  std::vector<Word> read(bool directives) {
    while (at_ < text_.size()) {
      if (!skip_blanks(directives)) word();
    }
    return std::move(words_);
  }

 private:
  std::string_view rest() const { return text_.substr(at_); }
  std::size_t find(std::string_view what, std::size_t from) const {
    const std::size_t found = text_.find(what, from);
    return found == npos ? text_.size() : found;
  }

  /// Skips one blank, comment or directive; false where a word stands here.
  bool skip_blanks(bool directives) {
    const char c = text_[at_];
    if (c == '\n') {
      begins_line_ = true;
      ++at_;
    } else if (c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v') {
      ++at_;
    } else if (rest().starts_with("//")) {
      at_ = find("\n", at_);
    } else if (rest().starts_with("/*")) {
      at_ = std::min(find("*/", at_ + 2) + 2, text_.size());
    } else if (c == '#' && begins_line_ && !directives) {
      do {
        at_ = std::min(find("\n", at_) + 1, text_.size());
      } while (at_ < text_.size() && at_ > 1 && text_.substr(0, at_ - 1).ends_with('\\'));
    } else {
      return false;
    }
    return true;
  }

  void word() {
    const std::size_t begin = at_;
    const char c = text_[at_];
    Word::Kind kind = Word::Kind::mark;
    std::size_t end = at_ + 1;
    if (is_word(c)) {
      kind = is_digit(c) ? Word::Kind::number : Word::Kind::name;
      while (end < text_.size() && (is_word(text_[end]) || (is_digit(c) && goes_on(end)))) ++end;
      if (end < text_.size() && text_[end] == '"' && text_[end - 1] == 'R') {
        kind = Word::Kind::literal;
        end = raw_string_end(end);
      }
    } else if (c == '"' || c == '\'') {
      kind = Word::Kind::literal;
      while (end < text_.size() && text_[end] != c && text_[end] != '\n')
        end += text_[end] == '\\' ? 2 : 1;
      end = std::min(end + 1, text_.size());
    }
    words_.push_back({kind, begin, end});
    begins_line_ = false;
    at_ = end;
  }

  /// Whether a number goes on here: with a fraction, the sign of an exponent or 1'000.
  bool goes_on(std::size_t at) const {
    const char c = text_[at];
    if (c == '+' || c == '-') return std::string_view("eEpP").find(text_[at - 1]) != npos;
    return c == '.' || (c == '\'' && at + 1 < text_.size() && is_word(text_[at + 1]));
  }

  std::size_t raw_string_end(std::size_t quote) const {
    const std::size_t open = find("(", quote);
    const std::string closing = ")" + std::string(text_.substr(quote + 1, open - quote - 1)) + "\"";
    return std::min(find(closing, open) + closing.size(), text_.size());
  }

  std::string_view text_;
  std::size_t at_ = 0;
  bool begins_line_ = true;
  std::vector<Word> words_;
};

}  // namespace

std::vector<Word> words_of(std::string_view text, bool directives) {
  return Reader(text).read(directives);
}

}  // namespace fuzz
