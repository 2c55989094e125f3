#include "schema.hpp"

#include <algorithm>
#include <regex>
#include <stdexcept>

namespace fuzz {
namespace {

using nlohmann::json;

constexpr std::size_t most_sentences = 10;

bool has_type(const json& value, const std::string& type) {
  if (type == "object") return value.is_object();
  if (type == "array") return value.is_array();
  if (type == "string") return value.is_string();
  if (type == "boolean") return value.is_boolean();
  if (type == "integer") return value.is_number_integer();
  if (type == "number") return value.is_number();
  throw std::runtime_error("The schema has a type that is not known here: " + type);
}

class Validator {
 public:
  explicit Validator(const json& schema) : root_(schema) {}

  void check(const json& value, const json& schema, const std::string& at) {
    if (sentences_.size() >= most_sentences) return;
    for (const auto& [keyword, rule] : schema.items()) obey(keyword, rule, value, schema, at);
  }
  std::vector<std::string> take() { return std::move(sentences_); }

 private:
  void obey(const std::string& keyword, const json& rule, const json& value, const json& schema,
            const std::string& at) {
    if (keyword == "$ref") {
      check(value, root_.at(json::json_pointer(rule.get<std::string>().substr(1))), at);
    } else if (keyword == "type") {
      if (!has_type(value, rule)) say(at, "is no " + rule.get<std::string>());
    } else if (keyword == "const") {
      if (value != rule) say(at, "is not " + rule.dump());
    } else if (keyword == "enum") {
      if (std::find(rule.begin(), rule.end(), value) == rule.end()) say(at, "is no known word");
    } else if (keyword == "minimum") {
      if (value.is_number() && value.get<double>() < rule.get<double>()) say(at, "is too small");
    } else if (keyword == "maxItems") {
      if (value.is_array() && value.size() > rule.get<std::size_t>()) say(at, "is too long");
    } else if (keyword == "pattern") {
      const std::regex pattern(rule.get<std::string>());
      if (value.is_string() && !std::regex_search(value.get<std::string>(), pattern))
        say(at, "does not match " + rule.dump());
    } else if (keyword == "required") {
      for (const json& name : rule)
        if (value.is_object() && !value.contains(name))
          say(at + '.' + name.get<std::string>(), "is missing");
    } else if (keyword == "properties" || keyword == "additionalProperties") {
      if (keyword == "properties" && value.is_object()) check_members(value, rule, schema, at);
    } else if (keyword == "items") {
      for (std::size_t k = 0; value.is_array() && k < value.size(); ++k)
        check(value[k], rule, at + '[' + std::to_string(k) + ']');
    } else if (keyword != "title" && keyword != "description" && keyword != "definitions" &&
               keyword != "$schema") {
      throw std::runtime_error("The schema has a keyword that is not known here: " + keyword);
    }
  }

  void check_members(const json& value, const json& properties, const json& schema,
                     const std::string& at) {
    const bool others = schema.value("additionalProperties", true);
    for (const auto& [name, member] : value.items()) {
      if (properties.contains(name)) {
        check(member, properties[name], at + '.' + name);
      } else if (!others) {
        say(at + '.' + name, "is unknown");
      }
    }
  }

  void say(const std::string& at, const std::string& what) {
    if (sentences_.size() < most_sentences) sentences_.push_back(at + ' ' + what);
  }

  const json& root_;
  std::vector<std::string> sentences_;
};

}  // namespace

std::vector<std::string> misfits(const json& document, const json& schema) {
  Validator validator(schema);
  validator.check(document, schema, "document");
  return validator.take();
}

}  // namespace fuzz
