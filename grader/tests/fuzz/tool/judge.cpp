#include "judge.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <map>

#include "schema.hpp"

namespace fuzz {
namespace {

using nlohmann::json;

/// The table of docs/how-grading-works.md. What says that the grader or the machine is at fault is
/// not in it: no submission may bring that about.
const std::map<std::string, int>& exit_codes() {
  static const std::map<std::string, int> codes = {{"policy", 8},
                                                   {"unsupported", 9},
                                                   {"build_failed", 3},
                                                   {"crash", 6},
                                                   {"barrier_divergence", 5},
                                                   {"data_race", 5},
                                                   {"deadlock", 5},
                                                   {"warp_mask", 5},
                                                   {"out_of_bounds", 5},
                                                   {"uninitialized_read", 5},
                                                   {"misaligned_access", 5},
                                                   {"host_device_mixup", 5},
                                                   {"input_modified", 5},
                                                   {"stream_order", 5},
                                                   {"memory_leak", 5},
                                                   {"cuda_error", 5},
                                                   {"time_limit", 7},
                                                   {"not_done", 1},
                                                   {"wrong_answer", 4},
                                                   {"pass", 0},
                                                   {"not_run", 9}};
  return codes;
}

constexpr double largest_rounding = 1e-6;
constexpr std::size_t longest_sentence = 400;  // what was printed lies beside it, in full

class Judge {
 public:
  Judge(const Submission& submission, const Observed& observed)
      : submission_(submission), observed_(observed) {}

  Judgement run(const json& schema) {
    judge_end();
    judge_text("standard output", observed_.output);
    judge_text("standard error", observed_.error);
    for (const std::string& left : observed_.left) say("It left behind " + left + ".");
    if (observed_.document) {
      judge_document(schema);
    } else if (!observed_.timed_out) {
      say("There is no result file.");
    }
    return std::move(judgement_);
  }

 private:
  void say(std::string sentence) {
    if (sentence.size() > longest_sentence) sentence.resize(longest_sentence);
    judgement_.findings.push_back(std::move(sentence));
  }

  void judge_end() {
    judgement_.verdict = "none";
    if (!observed_.start_error.empty()) say("It did not start: " + observed_.start_error);
    if (observed_.timed_out) return say("It did not end in time.");
    if (observed_.signal != 0)
      say("It was ended by signal " + std::to_string(observed_.signal) + ".");
  }

  void judge_text(const std::string& stream, const std::string& text) {
    if (text.size() >= most_output) say("It prints without end to " + stream + ".");
    if (const std::string what = unfit_for_a_terminal(text); !what.empty())
      say("Its " + stream + " holds " + what + ".");
  }

  void judge_document(const json& schema) {
    // The parser refuses what is not UTF-8.
    const json document = json::parse(*observed_.document, nullptr, false);
    if (document.is_discarded()) return say("The result file is no JSON.");
    const std::vector<std::string> wrong = misfits(document, schema);
    for (const std::string& sentence : wrong) say("The result does not fit: " + sentence + ".");
    if (!wrong.empty()) return;
    if (document["labs"].size() != 1) return say("The result is not of one lab.");
    judge_strings(document);
    judge_lab(document["labs"][0]);
  }

  /// Every string of the document, for reports print them.
  void judge_strings(const json& value) {
    if (value.is_string()) {
      if (const std::string what = unfit_for_a_terminal(value.get<std::string>()); !what.empty())
        say("A text of the result holds " + what + ".");
    } else if (value.is_structured()) {
      for (const json& inner : value) judge_strings(inner);
    }
  }

  void judge_lab(const json& lab) {
    judgement_.verdict = lab["verdict"];
    const auto code = exit_codes().find(judgement_.verdict);
    if (code == exit_codes().end()) {
      say("Its verdict is " + judgement_.verdict + ": " + lab["build_output"].get<std::string>());
      for (const json& check : lab["checks"])
        if (check["verdict"] == lab["verdict"])
          say(check["name"].get<std::string>() + ": " + check["reason"].get<std::string>());
    } else if (observed_.signal == 0 && !observed_.timed_out &&
               code->second != observed_.exit_code) {
      say("It ended with " + std::to_string(observed_.exit_code) + ", and its verdict is " +
          judgement_.verdict + ".");
    }
    if (lab["lab"] != submission_.lab->name) say("The result is of another lab.");
    judge_points(lab);
    for (const json& check : lab["checks"])
      for (const json& finding : check["findings"])
        for (const json& place : finding["places"]) judge_place(place);
  }

  void judge_points(const json& lab) {
    const double points = lab["points"], most = lab["max_points"];
    double earned = 0, possible = 0;
    for (const json& check : lab["checks"]) {
      const double got = check["points"], full = check["max_points"];
      if (got < 0 || got > full) say("A check has more points than it can: " + check.dump());
      earned += got;
      possible += full;
    }
    if (possible != 100 || most != 100) say("The lab's points do not add up to 100.");
    if (std::abs(points - earned) > largest_rounding || points < 0 || points > 100)
      say("The points are not those of the checks.");
    if (judgement_.verdict == "pass" && points < 80)
      say("It passes with " + std::to_string(points) + " points.");
    if (submission_.full_points_due && points != 100)
      say("A right solution has " + std::to_string(points) + " points and the verdict " +
          judgement_.verdict + ": " + lab["build_output"].get<std::string>());
  }

  /// A place is a line of the file. A #line or a mark of a preprocessor may say otherwise.
  void judge_place(const json& place) {
    const auto lines = std::count(submission_.text.begin(), submission_.text.end(), '\n') + 1;
    const int line = place["line"];
    if (line <= lines || submission_.text.find("#line") != std::string::npos ||
        submission_.text.find("# ") != std::string::npos)
      return;
    say("A finding names line " + std::to_string(line) + " of " + std::to_string(lines) + ".");
  }

  const Submission& submission_;
  const Observed& observed_;
  Judgement judgement_;
};

/// Length of the well-formed UTF-8 sequence at the front, by the Unicode Standard's table 3-7; 0
/// where there is none.
std::size_t sequence_length(std::string_view text) {
  const auto in = [&](std::size_t at, unsigned first, unsigned last) {
    return at < text.size() && static_cast<unsigned char>(text[at]) >= first &&
           static_cast<unsigned char>(text[at]) <= last;
  };
  const auto tails = [&](std::size_t from, std::size_t to) {
    for (; from < to; ++from)
      if (!in(from, 0x80, 0xBF)) return false;
    return true;
  };
  if (in(0, 0x00, 0x7F)) return 1;
  if (in(0, 0xC2, 0xDF) && tails(1, 2)) return 2;
  const bool three =
      (in(0, 0xE0, 0xE0) && in(1, 0xA0, 0xBF)) || (in(0, 0xE1, 0xEC) && in(1, 0x80, 0xBF)) ||
      (in(0, 0xED, 0xED) && in(1, 0x80, 0x9F)) || (in(0, 0xEE, 0xEF) && in(1, 0x80, 0xBF));
  if (three && tails(2, 3)) return 3;
  const bool four = (in(0, 0xF0, 0xF0) && in(1, 0x90, 0xBF)) ||
                    (in(0, 0xF1, 0xF3) && in(1, 0x80, 0xBF)) ||
                    (in(0, 0xF4, 0xF4) && in(1, 0x80, 0x8F));
  return four && tails(2, 4) ? 4 : 0;
}

}  // namespace

std::string unfit_for_a_terminal(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    const auto byte = static_cast<unsigned char>(text[at]);
    const std::size_t length = sequence_length(text.substr(at));
    const bool control =
        (byte < 0x20 && byte != '\n' && byte != '\t') || byte == 0x7F ||
        (length == 2 && byte == 0xC2 && static_cast<unsigned char>(text[at + 1]) < 0xA0);
    if (length == 0 || control) {
      char hex[8];
      std::snprintf(hex, sizeof hex, "0x%02x", byte);
      return std::string(length == 0 ? "no UTF-8" : "a control character") + " (" + hex + " at " +
             std::to_string(at) + ")";
    }
    at += length;
  }
  return {};
}

Judgement judge(const Submission& submission, const Observed& observed, const json& schema) {
  return Judge(submission, observed).run(schema);
}

}  // namespace fuzz
