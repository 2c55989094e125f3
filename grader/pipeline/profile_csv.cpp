#include "pipeline/profile_csv.hpp"

#include <algorithm>
#include <charconv>

#include "pipeline/text.hpp"

namespace pipeline {
namespace {

using Fields = std::vector<std::string>;

/// "1,234.5" -> 1234.5; nothing for "n/a" and words.
std::optional<double> number(std::string text) {
  std::erase(text, ',');
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty() || error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

/// Times come in the unit that suits them; all others are taken as they are.
double in_base_unit(double value, const std::string& unit) {
  if (unit == "us" || unit == "usecond") return value * 1e3;
  if (unit == "ms" || unit == "msecond") return value * 1e6;
  if (unit == "s" || unit == "second") return value * 1e9;
  return value;
}

std::optional<std::size_t> column(const Fields& header, std::string_view name) {
  const auto found = std::ranges::find(header, name);
  if (found == header.end()) return std::nullopt;
  return static_cast<std::size_t>(found - header.begin());
}

std::string at(const Fields& row, std::optional<std::size_t> column) {
  return column && *column < row.size() ? row[*column] : std::string();
}

/// The table: its header and what stands under it.
struct Table {
  Fields header;
  std::vector<Fields> rows;
};

Table table_in(std::string_view text) {
  Table table;
  for (const std::string& line : lines(text)) {
    if (!line.starts_with('"')) continue;
    Fields fields = csv_fields(line);
    if (table.header.empty()) {
      if (column(fields, "Kernel Name")) table.header = std::move(fields);
    } else if (fields.size() == table.header.size()) {
      table.rows.push_back(std::move(fields));
    }
  }
  return table;
}

ProfiledKernel kernel_of(const Fields& header, const Fields& row) {
  ProfiledKernel kernel;
  kernel.name = at(row, column(header, "Kernel Name"));
  kernel.grid = at(row, column(header, "Grid Size"));
  kernel.block = at(row, column(header, "Block Size"));
  return kernel;
}

std::vector<ProfiledKernel> from_long_form(const Table& table) {
  std::vector<ProfiledKernel> kernels;
  std::string last;
  for (const Fields& row : table.rows) {
    const std::string id = at(row, column(table.header, "ID"));
    if (kernels.empty() || id != last) kernels.push_back(kernel_of(table.header, row));
    last = id;
    const auto value = number(at(row, column(table.header, "Metric Value")));
    if (value)
      kernels.back().metrics[at(row, column(table.header, "Metric Name"))] =
          in_base_unit(*value, at(row, column(table.header, "Metric Unit")));
  }
  return kernels;
}

std::vector<ProfiledKernel> from_raw_form(const Table& table) {
  std::vector<ProfiledKernel> kernels;
  Fields units;
  const auto name = column(table.header, "Kernel Name");
  for (const Fields& row : table.rows) {
    if (at(row, name).empty()) {
      units = row;
      continue;
    }
    ProfiledKernel kernel = kernel_of(table.header, row);
    for (std::size_t k = 0; k < row.size(); ++k) {
      // The columns in front of the metrics have no "__" in their names.
      if (table.header[k].find("__") == std::string::npos &&
          !table.header[k].starts_with("memory_"))
        continue;
      if (const auto value = number(row[k]))
        kernel.metrics[table.header[k]] = in_base_unit(*value, at(units, k));
    }
    kernels.push_back(std::move(kernel));
  }
  return kernels;
}

}  // namespace

std::optional<double> ProfiledKernel::metric(const std::string& metric_name) const {
  const auto found = metrics.find(metric_name);
  return found == metrics.end() ? std::nullopt : std::optional(found->second);
}

std::vector<std::string> csv_fields(std::string_view line) {
  Fields fields(1);
  bool in_quotes = false;
  for (std::size_t k = 0; k < line.size(); ++k) {
    const char c = line[k];
    if (c == '"' && in_quotes && k + 1 < line.size() && line[k + 1] == '"') {
      fields.back() += '"';
      ++k;
    } else if (c == '"') {
      in_quotes = !in_quotes;
    } else if (c == ',' && !in_quotes) {
      fields.emplace_back();
    } else if (c != '\r') {
      fields.back() += c;
    }
  }
  return fields;
}

std::vector<ProfiledKernel> parse_ncu_csv(std::string_view text) {
  const Table table = table_in(text);
  return column(table.header, "Metric Name") ? from_long_form(table) : from_raw_form(table);
}

}  // namespace pipeline
