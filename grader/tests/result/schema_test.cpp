// result.schema.json and the program agree.
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "harness/catch.hpp"
#include "result/result.hpp"
#include "sample.hpp"

#ifdef SUM_TO_SCAN_HAS_VALIJSON
#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validator.hpp>
#endif

using namespace result;
using nlohmann::json;

namespace {

json schema() {
  std::ifstream file(SUM_TO_SCAN_SOURCE_DIR "/grader/result/result.schema.json");
  return json::parse(file);
}

}  // namespace

TEST_CASE("the schema knows the version and the words of the program") {
  const json document = schema();
  CHECK(document["properties"]["schema_version"]["const"] == schema_version);
  const json& verdicts = document["definitions"]["verdict"]["enum"];
  REQUIRE(verdicts.size() == static_cast<std::size_t>(Verdict::not_run) + 1);
  for (std::size_t k = 0; k < verdicts.size(); ++k) {
    CHECK(verdicts[k] == std::string(name(static_cast<Verdict>(k))));
  }
}

TEST_CASE("the schema lists the fields that the program writes, and is strict") {
  const json definitions = schema()["definitions"];
  const json lab = to_json({sample_lab()})["labs"][0];
  const json& finding = lab["checks"][1]["findings"][0];
  const std::pair<const char*, json> objects[] = {{"lab", lab},
                                                  {"check", lab["checks"][0]},
                                                  {"finding", finding},
                                                  {"place", finding["places"][0]},
                                                  {"difference", finding["difference"]},
                                                  {"shape", finding["difference"]["shape"]},
                                                  {"accuracy", lab["accuracy"]},
                                                  {"gpu", lab["gpu"]},
                                                  {"timing", lab["timings"][0]},
                                                  {"counted", lab["counted"]},
                                                  {"count", lab["counted"]["counts"][0]}};
  const std::map<std::string, std::set<std::string>> may_be_missing = {
      {"finding", {"difference"}},
      {"difference", {"error", "bound", "shape", "smallest_n"}},
      {"lab", {"counted", "accuracy", "gpu"}},
      {"timing", {"gigabytes_per_second", "outcome", "why"}},
      {"count", {"ideal"}}};
  for (const auto& [kind, object] : objects) {
    CAPTURE(kind);
    std::set<std::string> written, listed, required;
    for (const auto& item : object.items()) written.insert(item.key());
    for (const auto& item : definitions[kind]["properties"].items()) listed.insert(item.key());
    for (const auto& item : definitions[kind]["required"]) required.insert(item.get<std::string>());
    CHECK(written == listed);
    if (const auto optional = may_be_missing.find(kind); optional != may_be_missing.end())
      required.insert(optional->second.begin(), optional->second.end());
    CHECK(written == required);
    CHECK(definitions[kind]["additionalProperties"] == false);
  }
}

#ifdef SUM_TO_SCAN_HAS_VALIJSON

namespace {

bool is_valid(const json& document) {
  static const json schema_document = schema();
  valijson::Schema parsed;
  const valijson::adapters::NlohmannJsonAdapter schema_adapter(schema_document);
  valijson::SchemaParser(valijson::SchemaParser::kDraft7).populateSchema(schema_adapter, parsed);
  valijson::Validator validator;
  const valijson::adapters::NlohmannJsonAdapter target(document);
  return validator.validate(parsed, target, nullptr);
}

}  // namespace

TEST_CASE("a produced document is valid; changed ones are not") {
  Lab lab = sample_lab();
  lab.seed = 7;  // valijson takes integers above 2^63 for negative ones
  const json good = to_json({lab, lab});
  CHECK(is_valid(good));
  CHECK(is_valid(to_json({})));
  lab.counted->block_size = 0;  // of a function that takes none
  CHECK(is_valid(to_json({lab})));

  json bad = good;
  bad["labs"][0]["surprise"] = 1;
  CHECK_FALSE(is_valid(bad));
  bad = good;
  bad["labs"][0]["checks"][0].erase("points");
  CHECK_FALSE(is_valid(bad));
  bad = good;
  bad["labs"][0]["verdict"] = "great";
  CHECK_FALSE(is_valid(bad));
  bad = good;
  bad["labs"][0]["checks"][0]["points"] = -1;
  CHECK_FALSE(is_valid(bad));
  bad = good;
  bad["labs"][0]["lab"] = "Reduction";
  CHECK_FALSE(is_valid(bad));
  bad = good;
  bad["schema_version"] = 2;
  CHECK_FALSE(is_valid(bad));
}

#endif
