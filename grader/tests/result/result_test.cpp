#include "result/result.hpp"

#include <limits>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "harness/catch.hpp"
#include "result/text.hpp"
#include "sample.hpp"

using namespace result;
using nlohmann::json;

namespace {

std::string refusal(const json& document) {
  try {
    from_json(document);
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return "accepted";
}

}  // namespace

TEST_CASE("a lab's points are its checks', its verdict the worst that is not efficiency") {
  Lab lab = sample_lab();
  summarize(lab);
  CHECK(lab.points == 20);
  CHECK(lab.max_points == 25);
  CHECK(lab.verdict == Verdict::out_of_bounds);

  lab = sample_lab();
  lab.checks[1].category = Category::efficiency;
  summarize(lab);
  CHECK(lab.verdict == Verdict::pass);
}

TEST_CASE("summarize keeps what the harness has decided for the whole lab") {
  Lab lab = sample_lab();
  lab.verdict = Verdict::not_done;
  summarize(lab);
  CHECK(lab.verdict == Verdict::not_done);

  lab = sample_lab();
  lab.verdict = Verdict::build_failed;
  for (Check& check : lab.checks) check.verdict = Verdict::not_run;
  summarize(lab);
  CHECK(lab.verdict == Verdict::build_failed);
}

TEST_CASE("summarize: nothing ran") {
  Lab lab = sample_lab();
  for (Check& check : lab.checks) check.verdict = Verdict::not_run;
  summarize(lab);
  CHECK(lab.verdict == Verdict::not_run);
}

TEST_CASE("a result comes back from JSON as it was") {
  const json first = to_json({sample_lab(), Lab{}});
  const std::vector<Lab> labs = from_json(first);
  REQUIRE(labs.size() == 2);
  CHECK(to_json(labs) == first);

  const Lab& lab = labs[0];
  CHECK(lab.seed == 18446744073709551615u);
  CHECK(lab.submission == "my folder/\"scan\".cu");
  CHECK(lab.build_output == "scan.cu:3: warning\n\tquoted");
  REQUIRE(lab.checks.size() == 2);
  CHECK(lab.checks[1].category == Category::safety);
  REQUIRE(lab.checks[1].findings.size() == 1);
  const Finding& finding = lab.checks[1].findings[0];
  CHECK(finding.code == Verdict::out_of_bounds);
  CHECK(finding.places.at(0).line == 24);
  REQUIRE(finding.difference);
  CHECK(finding.difference->first_index == 5'000'000'000);
  CHECK(lab.timings.at(0).median_ms == 1.5);
}

TEST_CASE("a task that nobody has begun hides no mistake in another") {
  Lab lab = sample_lab();
  lab.checks[0].verdict = Verdict::not_done;
  summarize(lab);
  CHECK(lab.verdict == Verdict::out_of_bounds);

  lab = sample_lab();
  lab.checks[1].verdict = Verdict::not_done;
  summarize(lab);
  CHECK(lab.verdict == Verdict::not_done);

  lab = sample_lab();
  lab.checks[1].verdict = Verdict::not_done;
  lab.checks[1].category = Category::efficiency;
  summarize(lab);
  CHECK(lab.verdict == Verdict::pass);
}

TEST_CASE("counts come back from JSON, and a document without them is read") {
  const std::vector<Lab> labs = from_json(to_json({sample_lab()}));
  REQUIRE(labs[0].counted);
  CHECK(labs[0].counted->n == 1u << 20);
  CHECK(labs[0].counted->counts.at(0).ideal == 8192.5);
  CHECK_FALSE(labs[0].counted->counts.at(1).ideal);

  json older = to_json({sample_lab()});
  older["labs"][0].erase("counted");
  CHECK_FALSE(from_json(older)[0].counted);
}

TEST_CASE("shapes and rounding come back from JSON, and a document without them is read") {
  const std::vector<Lab> labs = from_json(to_json({sample_lab()}));
  REQUIRE(labs[0].accuracy);
  CHECK(labs[0].accuracy->bound == 64);
  const Difference difference = labs[0].checks[1].findings[0].difference.value();
  REQUIRE(difference.shape);
  CHECK(difference.shape->name == "inclusive_scan");
  CHECK(difference.smallest_n == 2u);
  CHECK(difference.error == 3.0);

  json older = to_json({sample_lab()});
  older["labs"][0].erase("accuracy");
  json& found = older["labs"][0]["checks"][1]["findings"][0]["difference"];
  for (const char* field : {"error", "bound", "shape", "smallest_n"}) found.erase(field);
  const Lab read = from_json(older)[0];
  CHECK_FALSE(read.accuracy);
  CHECK_FALSE(read.checks[1].findings[0].difference->shape);
}

TEST_CASE("what a GPU said comes back from JSON, and a document without it is read") {
  const std::vector<Lab> labs = from_json(to_json({sample_lab()}));
  REQUIRE(labs[0].gpu);
  CHECK(labs[0].gpu->device == "NVIDIA H200");
  CHECK(labs[0].gpu->verdict == Verdict::wrong_answer);
  CHECK(labs[0].gpu->build_seconds == 2.5);

  json older = to_json({sample_lab()});
  older["labs"][0].erase("gpu");
  CHECK_FALSE(from_json(older)[0].gpu);
}

TEST_CASE("a finding without a difference has none after reading") {
  Lab lab = sample_lab();
  lab.checks[1].findings[0].difference.reset();
  const json document = to_json({lab});
  CHECK_FALSE(document["labs"][0]["checks"][1]["findings"][0].contains("difference"));
  CHECK_FALSE(from_json(document)[0].checks[1].findings[0].difference);
}

TEST_CASE("text from outside becomes UTF-8 without control characters") {
  CHECK(clean_text("tab\tand\nline") == "tab\tand\nline");
  CHECK(clean_text(std::string("a\0b\x1b[31mc\x7f\r", 11)) == "ab[31mc");
  CHECK(clean_text("\xC3\xA4\xE2\x82\xAC\xF0\x9F\x98\x80") ==
        "\xC3\xA4\xE2\x82\xAC\xF0\x9F\x98\x80");
  CHECK(clean_text("\xC2\x85x") == "x");                                // C1
  CHECK(clean_text("a\xFFz") == "a\xEF\xBF\xBDz");                      // no UTF-8 at all
  CHECK(clean_text("\xC0\xAF") == "\xEF\xBF\xBD\xEF\xBF\xBD");          // overlong
  CHECK(clean_text("\xED\xA0\x80").find('\xED') == std::string::npos);  // surrogate
  CHECK(clean_text("\xF4\x90\x80\x80").find('\xF4') == std::string::npos);
  CHECK(clean_text("end\xE2\x82") == "end\xEF\xBF\xBD\xEF\xBF\xBD");  // cut off

  Lab lab = sample_lab();
  lab.notes = {"bell\a, \xFF"};
  const std::string dumped = to_json({lab}).dump();  // throws on text that is not UTF-8
  CHECK(dumped.find('\a') == std::string::npos);
}

TEST_CASE("numbers that are not finite are refused") {
  Lab lab = sample_lab();
  lab.timings[0].spread = std::numeric_limits<double>::quiet_NaN();
  CHECK_THROWS_WITH(to_json({lab}), "the result's \"spread\" is not a finite number");
  lab = sample_lab();
  lab.build_seconds = std::numeric_limits<double>::infinity();
  CHECK_THROWS_AS(to_json({lab}), std::runtime_error);
}

TEST_CASE("documents that do not fit are refused with the place") {
  const json good = to_json({sample_lab()});
  CHECK(refusal(good) == "accepted");
  CHECK(refusal(json::array()).find("document is not an object") != std::string::npos);

  json bad = good;
  bad["schema_version"] = 2;
  CHECK(refusal(bad).find("schema_version 2") != std::string::npos);
  bad = good;
  bad["labs"][0].erase("seed");
  CHECK(refusal(bad).find("document.labs[0].seed is missing") != std::string::npos);
  bad = good;
  bad["labs"][0]["checks"][1]["verdict"] = "great";
  CHECK(refusal(bad).find("labs[0].checks[1].verdict") != std::string::npos);
  bad = good;
  bad["labs"][0]["surprise"] = 1;
  CHECK(refusal(bad).find("surprise is unknown") != std::string::npos);
  bad = good;
  bad["labs"][0]["seed"] = -1;
  CHECK(refusal(bad).find("seed") != std::string::npos);
  bad = good;
  bad["labs"][0]["checks"][0]["task"] = 5'000'000'000;
  CHECK(refusal(bad).find("task") != std::string::npos);
  bad = good;
  bad["labs"][0]["title"] = nullptr;
  CHECK(refusal(bad).find("title is not a string") != std::string::npos);
}
