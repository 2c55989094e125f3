#include "pipeline/bench.hpp"

#include <fmt/format.h>
#include <cerrno>
#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>
#include <system_error>

#include "pipeline/attached.hpp"
#include "pipeline/bench_report.hpp"
#include "pipeline/chart.hpp"
#include "pipeline/grading.hpp"
#include "pipeline/interrupt.hpp"
#include "pipeline/report_parts.hpp"

namespace pipeline {
namespace {

namespace fs = std::filesystem;
using harness::BenchDocument;

const fs::path standard_output = "-";

/// Where a document and its chart go that nobody has named a place for.
fs::path usual_place(const Context& context, const BenchDocument& document, const char* ending) {
  std::string name = document.lab;
  if (document.kind != harness::BenchKind::sizes)
    name += fmt::format(".{}", harness::kind_name(document.kind));
  return context.state_file.parent_path() / "bench" / (name + ending);
}

void make_folder(const fs::path& file) {
  std::error_code error;
  if (file.has_parent_path()) fs::create_directories(file.parent_path(), error);
  if (error)
    throw grader_failure(
        fmt::format("{} cannot be made: {}", file.parent_path().string(), error.message()));
}

template <class Work>
auto or_failure(Work work) {
  try {
    return work();
  } catch (const std::runtime_error& problem) {
    throw grader_failure(problem.what());
  }
}

void write_json(const Context& context, const fs::path& file, const BenchDocument& document) {
  const nlohmann::json json = harness::to_json(document);
  if (file == standard_output) {
    context.out << json.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) << '\n';
    return;
  }
  make_folder(file);
  or_failure([&] {
    harness::write_bench_file(file, json);
    return 0;
  });
}

void write_text(const fs::path& file, const std::string& text) {
  make_folder(file);
  errno = 0;
  std::ofstream stream(file, std::ios::binary);
  stream << text;
  stream.close();
  if (!stream)
    throw grader_failure(fmt::format("{} could not be written: {}", file.string(),
                                     std::generic_category().message(errno)));
}

/// Table, JSON and chart of what is there.
void deliver(const Context& context, const BenchRequest& request, const BenchDocument& document) {
  const bool to_output = request.json == standard_output;
  if (!to_output) context.out << bench_report(context.style, document);
  if (document.measurements.empty()) {
    if (to_output) write_json(context, request.json, document);
    return;
  }
  const bool is_new = request.read.empty();
  const fs::path json =
      request.json.empty() && is_new ? usual_place(context, document, ".json") : request.json;
  if (!json.empty()) write_json(context, json, document);
  const fs::path svg = request.svg.empty() ? usual_place(context, document, ".svg") : request.svg;
  const Drawing drawing = draw(chart_of(document));
  if (!drawing.svg.empty()) write_text(svg, drawing.svg);
  std::ostream& words = to_output ? context.err : context.out;
  if (!json.empty() && !to_output) words << whole_field("JSON", shown_path(context, json));
  if (!drawing.svg.empty())
    words << whole_field("chart", shown_path(context, svg));
  else
    words << field("chart", drawing.problem);
  words << std::flush;
}

std::optional<BenchDocument> read_document(const fs::path& file) {
  std::error_code error;
  if (!fs::exists(file, error)) return std::nullopt;
  return or_failure(
      [&] { return harness::bench_document_from_json(harness::read_bench_file(file)); });
}

int measure(const Context& context, const BenchRequest& request, const BenchOrder& order) {
  const toolchain::TemporaryDirectory directory;
  const fs::path plan = directory.path() / "plan.json", result = directory.path() / "result.json";
  or_failure([&] {
    harness::write_bench_file(plan, harness::to_json(order.plan));
    return 0;
  });
  std::vector<std::string> command = {grader_program(context, *order.lab).string(), "--bench",
                                      plan.string(), "--result", result.string()};
  if (!request.device.empty()) command.insert(command.end(), {"--device", request.device});
  try {
    const int code = run_attached(command, context.root.string());
    if (const auto document = read_document(result)) deliver(context, request, *document);
    return code;
  } catch (const Interrupted&) {
    if (const auto document = read_document(result)) deliver(context, request, *document);
    throw;
  }
}

}  // namespace

int bench(const Context& context, const Course& course, const BenchRequest& request) {
  if (request.read.empty())
    return measure(context, request, make_bench_plan(context, course, request));
  std::optional<BenchDocument> document;
  try {
    document = harness::bench_document_from_json(harness::read_bench_file(request.read));
  } catch (const std::runtime_error& problem) {
    throw usage_failure(
        printable(fmt::format("--read {}: {}", request.read.string(), problem.what())));
  }
  deliver(context, request, *document);
  return 0;
}

}  // namespace pipeline
