// Results to JSON and back.
#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <set>
#include <stdexcept>
#include <type_traits>
#include <utility>

#include "result/fields.hpp"
#include "result/text.hpp"

namespace result {
namespace {

using nlohmann::json;

class Writer {
 public:
  template <class T>
  void operator()(const char* name, const std::optional<T>& value) {
    if (value) object_[name] = write(name, *value);  // what is not there is left out
  }
  template <class T>
  void operator()(const char* name, const T& value) {
    object_[name] = write(name, value);
  }
  json take() { return std::move(object_); }

  template <class T>
  static json write(const char* name, const T& value) {
    if constexpr (std::is_same_v<T, Verdict> || std::is_same_v<T, Category>) {
      return std::string(result::name(value));
    } else if constexpr (std::is_floating_point_v<T>) {
      if (!std::isfinite(value)) {
        throw std::runtime_error(fmt::format("the result's \"{}\" is not a finite number", name));
      }
      return value;
    } else if constexpr (std::is_integral_v<T>) {
      return value;
    } else if constexpr (std::is_same_v<T, std::string>) {
      return clean_text(value);
    } else {
      Writer writer;
      visit_fields(writer, value);
      return writer.take();
    }
  }
  template <class T>
  static json write(const char* name, const std::vector<T>& values) {
    json array = json::array();
    for (const T& value : values) array.push_back(write(name, value));
    return array;
  }

 private:
  json object_ = json::object();
};

[[noreturn]] void refuse(const std::string& where, const std::string& what) {
  throw std::runtime_error(fmt::format("not a result document: {} {}", where, what));
}

class Reader {
 public:
  Reader(const json& object, std::string where) : object_(object), where_(std::move(where)) {
    if (!object_.is_object()) refuse(where_, "is not an object");
  }
  template <class T>
  void operator()(const char* name, std::optional<T>& value) {
    seen_.insert(name);
    if (object_.contains(name)) read(object_[name], path(name), value.emplace());
  }
  template <class T>
  void operator()(const char* name, T& value) {
    seen_.insert(name);
    const auto found = object_.find(name);
    if (found == object_.end()) refuse(path(name), "is missing");
    read(*found, path(name), value);
  }
  void refuse_unknown_fields() const {
    for (const auto& item : object_.items()) {
      if (!seen_.contains(item.key())) refuse(path(clean_text(item.key())), "is unknown");
    }
  }

  template <class T>
  static void read(const json& from, const std::string& where, T& value) {
    if constexpr (std::is_same_v<T, Verdict>) {
      read_name(from, where, value, verdict_from_name);
    } else if constexpr (std::is_same_v<T, Category>) {
      read_name(from, where, value, category_from_name);
    } else if constexpr (std::is_floating_point_v<T>) {
      if (!from.is_number()) refuse(where, "is not a number");
      value = from.get<T>();
      if (!std::isfinite(value)) refuse(where, "is not a finite number");
    } else if constexpr (std::is_integral_v<T>) {
      read_integer(from, where, value);
    } else if constexpr (std::is_same_v<T, std::string>) {
      if (!from.is_string()) refuse(where, "is not a string");
      value = from.get<std::string>();
    } else {
      Reader reader(from, where);
      visit_fields(reader, value);
      reader.refuse_unknown_fields();
    }
  }
  template <class T>
  static void read(const json& from, const std::string& where, std::vector<T>& values) {
    if (!from.is_array()) refuse(where, "is not an array");
    values.clear();
    for (std::size_t k = 0; k < from.size(); ++k) {
      read(from[k], fmt::format("{}[{}]", where, k), values.emplace_back());
    }
  }

 private:
  template <class T>
  static void read_name(const json& from, const std::string& where, T& value,
                        std::optional<T> (*from_name)(std::string_view)) {
    const std::optional<T> known =
        from.is_string() ? from_name(from.get_ref<const std::string&>()) : std::nullopt;
    if (!known) refuse(where, "is not a word of this format");
    value = *known;
  }
  template <class T>
  static void read_integer(const json& from, const std::string& where, T& value) {
    bool fits = false;
    if (from.is_number_unsigned()) {
      fits = std::in_range<T>(from.get<std::uint64_t>());
    } else if (from.is_number_integer()) {
      fits = std::in_range<T>(from.get<std::int64_t>());
    }
    if (!fits) refuse(where, "is not an integer that fits");
    value = from.get<T>();
  }
  std::string path(const std::string& name) const { return where_ + "." + name; }

  const json& object_;
  std::string where_;
  std::set<std::string, std::less<>> seen_;
};

}  // namespace

json to_json(const std::vector<Lab>& labs) {
  return {{"schema_version", schema_version}, {"labs", Writer::write("labs", labs)}};
}

std::vector<Lab> from_json(const json& document) {
  Reader reader(document, "document");
  int version = 0;
  reader("schema_version", version);
  if (version != schema_version) {
    throw std::runtime_error(
        fmt::format("the result document has schema_version {}; this program reads version {}",
                    version, schema_version));
  }
  std::vector<Lab> labs;
  reader("labs", labs);
  reader.refuse_unknown_fields();
  return labs;
}

}  // namespace result
