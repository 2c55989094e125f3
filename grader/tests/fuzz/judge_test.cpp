// What is a finding: each promise of a grader, broken once.
#include "tool/judge.hpp"
#include "support.hpp"
#include "tool/schema.hpp"

namespace {

using nlohmann::json;

const json& schema() {
  static const json document =
      json::parse(fuzz_test::read(SUM_TO_SCAN_SOURCE_DIR "/grader/result/result.schema.json"));
  return document;
}

/// A result that is as it should be.
json passed() {
  return json::parse(R"({"schema_version": 1, "labs": [{
    "lab": "02_shared_reduction", "title": "Shared-memory reduction", "submission": "a.cu",
    "verdict": "pass", "points": 100, "max_points": 100, "backend": "emulator", "device": "",
    "seed": 1, "build_output": "", "build_seconds": 1.5, "timings": [], "notes": [],
    "checks": [{"name": "sums", "task": 1, "category": "correctness", "points": 100,
      "max_points": 100, "verdict": "pass", "reason": "", "findings": [], "notes": [],
      "seconds": 0.1}]}]})");
}

struct Case {
  Case() {
    lab.name = "02_shared_reduction";
    submission.lab = &lab;
    submission.text = "one\ntwo\n";
    observed.exit_code = 0;
  }
  std::vector<std::string> findings() {
    if (!observed.document) observed.document = document.dump();
    return fuzz::judge(submission, observed, schema()).findings;
  }
  /// The one finding that there is.
  std::string finding() {
    const std::vector<std::string> all = findings();
    for (const std::string& one : all) UNSCOPED_INFO(one);
    CHECK(all.size() == 1);
    return all.empty() ? "" : all.front();
  }
  fuzz::Lab lab;
  fuzz::Submission submission;
  fuzz::Observed observed;
  json document = passed();
  json& result = document["labs"][0];
};

using fuzz_test::contains;

}  // namespace

TEST_CASE("a grader that keeps its promises is no finding") {
  CHECK(Case().findings().empty());
  Case wrong;
  wrong.result["verdict"] = wrong.result["checks"][0]["verdict"] = "wrong_answer";
  wrong.result["points"] = wrong.result["checks"][0]["points"] = 0;
  wrong.observed.exit_code = 4;
  CHECK(wrong.findings().empty());
}

TEST_CASE("a grader that fails, dies, hangs or says nothing") {
  Case fails;
  fails.result["verdict"] = "grader_error";
  fails.observed.exit_code = 11;
  CHECK(contains(fails.finding(), "grader_error"));
  Case dies;
  dies.observed.signal = 11;
  dies.observed.exit_code = -1;
  CHECK(contains(dies.finding(), "signal 11"));
  Case hangs;
  hangs.observed.timed_out = true;
  CHECK(contains(hangs.finding(), "in time"));
  Case silent;
  CHECK(fuzz::judge(silent.submission, silent.observed, schema()).findings.size() == 1);
}

TEST_CASE("a result that does not fit") {
  Case code;
  code.observed.exit_code = 3;
  CHECK(contains(code.finding(), "ended with 3"));
  Case points;
  points.result["points"] = 90;
  CHECK(contains(points.finding(), "not those of the checks"));
  Case most;
  most.result["max_points"] = 90;
  CHECK(contains(most.finding(), "add up to 100"));
  Case missing;
  missing.result.erase("notes");
  CHECK(contains(missing.finding(), ".notes is missing"));
  Case cut;
  cut.observed.document = cut.document.dump().substr(0, 200);
  CHECK(contains(cut.finding(), "no JSON"));
  Case bytes;
  bytes.observed.document = "{\"a\": \"\xFF\"}";
  CHECK(contains(bytes.finding(), "no JSON"));
  Case control;
  control.result["build_output"] = "a\x1b[31m";
  CHECK(contains(control.finding(), "control character"));
  Case other;
  other.result["lab"] = "03_float4_reduction";
  CHECK(contains(other.finding(), "another lab"));
}

TEST_CASE("a right submission that loses points") {
  Case right;
  right.submission.full_points_due = true;
  CHECK(right.findings().empty());
  right.observed.document.reset();
  right.result["points"] = right.result["checks"][0]["points"] = 85;
  CHECK(contains(right.finding(), "85"));
}

TEST_CASE("a place outside of the file") {
  Case case_;
  json finding = {{"code", "data_race"},
                  {"message", "m"},
                  {"look_at", ""},
                  {"at_case", ""},
                  {"occurrences", 1}};
  finding["places"] = {{{"role", ""}, {"file", "a.cu"}, {"line", 3}, {"text", ""}, {"thread", ""}}};
  case_.result["checks"][0]["findings"] = {finding};
  CHECK(case_.findings().empty());
  case_.observed.document.reset();
  case_.result["checks"][0]["findings"][0]["places"][0]["line"] = 4;
  CHECK(contains(case_.finding(), "line 4 of 3"));
}

TEST_CASE("what is printed and what is left behind") {
  Case prints;
  prints.observed.output = "\x1b[2J";
  CHECK(contains(prints.finding(), "standard output holds a control character (0x1b at 0)"));
  Case leaves;
  leaves.observed.left = {"a process: worker"};
  CHECK(contains(leaves.finding(), "a process: worker"));
}

TEST_CASE("bytes that a terminal stumbles over") {
  CHECK(fuzz::unfit_for_a_terminal("a\n\tgr\xC3\xB6\xC3\x9F"
                                   "e \xF0\x9F\x98\x80 \xEF\xBF\xBD")
            .empty());
  for (const char* text : {"\r", "\x7F", "\xC2\x9B", "\xC0\x80", "\xED\xA0\x80", "\xF4\x90\x80\x80",
                           "\xE2\x82", "\xFF", "\x80", "\xF0\x80\x80\x80"}) {
    CAPTURE(text);
    CHECK_FALSE(fuzz::unfit_for_a_terminal(text).empty());
  }
}

TEST_CASE("a schema's rules") {
  const json rules = json::parse(R"({"type": "object", "required": ["a"],
    "additionalProperties": false, "properties": {"a": {"type": "integer", "minimum": 0},
    "b": {"enum": ["x", "y"]}, "c": {"type": "array", "maxItems": 1, "items": {"$ref":
    "#/definitions/d"}}, "e": {"const": 7}}, "definitions": {"d": {"type": "string", "pattern":
    "^[a-z]+$"}}})");
  const auto count = [&](const char* text) {
    return fuzz::misfits(json::parse(text), rules).size();
  };
  CHECK(count(R"({"a": 0, "b": "x", "c": ["ab"], "e": 7})") == 0);
  for (const char* text :
       {"[]", "{}", R"({"a": -1})", R"({"a": 1.5})", R"({"a": "1"})", R"({"a": 0, "b": "z"})",
        R"({"a": 0, "c": ["A"]})", R"({"a": 0, "c": [1]})", R"({"a": 0, "c": ["a", "b"]})",
        R"({"a": 0, "e": 8})", R"({"a": 0, "f": 1})"}) {
    CAPTURE(text);
    CHECK(count(text) == 1);
  }
  CHECK_THROWS_AS(fuzz::misfits(json(1), json::parse(R"({"oneOf": []})")), std::runtime_error);
}
