#include "harness/bench_document.hpp"

#include <unistd.h>

#include <array>
#include <cerrno>
#include <fstream>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <system_error>

#include "harness/bench_figures.hpp"

namespace harness {
namespace {

using Json = nlohmann::json;

constexpr std::array all_roles = {BenchRole::submission, BenchRole::reference, BenchRole::library,
                                  BenchRole::ceiling, BenchRole::other};
constexpr std::array all_kinds = {BenchKind::sizes, BenchKind::blocks, BenchKind::report};

template <class Name, class Values>
auto by_name(const std::string& name, const Values& values, Name name_of) {
  for (const auto value : values)
    if (name == name_of(value)) return value;
  throw std::runtime_error("\"" + name + "\" is not known");
}

void put(Json& object, const char* name, const std::optional<double>& value) {
  if (value) object[name] = *value;
}

std::optional<double> get_optional(const Json& object, const char* name) {
  return object.contains(name) ? std::optional(object.at(name).get<double>()) : std::nullopt;
}

// A reader of another version could misunderstand what it reads.
void require_version(const Json& document) {
  const int version = document.at("schema_version").get<int>();
  if (version != bench_schema_version)
    throw std::runtime_error("its schema_version is " + std::to_string(version) + ", not " +
                             std::to_string(bench_schema_version));
}

Json program_json(const BenchProgram& program) {
  return {{"id", program.id},
          {"name", program.name},
          {"role", role_name(program.role)},
          {"file", program.shown},
          {"left_out", program.left_out}};
}

BenchProgram program_of(const Json& json) {
  BenchProgram program;
  program.id = json.at("id").get<std::string>();
  program.name = json.at("name").get<std::string>();
  program.role = by_name(json.at("role").get<std::string>(), all_roles, &role_name);
  program.shown = json.at("file").get<std::string>();
  program.left_out = json.value("left_out", "");
  program.file = json.value("path", "");
  program.is_ours = json.value("is_ours", false);
  return program;
}

Json gpu_json(const BenchDocument& document, const BenchMeasurement& measurement,
              const BenchGpuRow& row) {
  Json json = {{"program", row.program}, {"median_ms", row.median_ms},
               {"spread", row.spread},   {"kernel_ms", row.kernel_ms},
               {"held", row.held},       {"outcome", row.outcome},
               {"why", row.why}};
  put(json, "pageable_ms", row.pageable_ms);
  put(json, "pinned_ms", row.pinned_ms);
  const BenchFigures figures = figures_of(document, measurement, row);
  json["gigabytes_per_second"] = figures.gigabytes_per_second;
  put(json, "percent_of_ceiling", figures.percent_of_ceiling);
  put(json, "ratio_to_cub", figures.ratio_to_library);
  put(json, "ratio_to_one_core", figures.ratio_to_one_core);
  put(json, "ratio_to_all_cores", figures.ratio_to_all_cores);
  return json;
}

BenchGpuRow gpu_row_of(const Json& json) {
  BenchGpuRow row;
  row.program = json.at("program").get<std::string>();
  row.kernel_ms = json.at("kernel_ms").get<std::vector<double>>();
  row.median_ms = json.at("median_ms").get<double>();
  row.spread = json.at("spread").get<double>();
  row.held = json.at("held").get<bool>();
  row.outcome = json.at("outcome").get<std::string>();
  row.why = json.at("why").get<std::string>();
  row.pageable_ms = get_optional(json, "pageable_ms");
  row.pinned_ms = get_optional(json, "pinned_ms");
  return row;
}

Json measurement_json(const BenchDocument& document, const BenchMeasurement& measurement) {
  Json cpu = Json::array(), gpu = Json::array();
  for (const BenchCpuRow& row : measurement.cpu)
    cpu.push_back({{"threads", row.threads},
                   {"repeats", row.repeats},
                   {"median_ms", row.median_ms},
                   {"spread", row.spread}});
  for (const BenchGpuRow& row : measurement.gpu)
    gpu.push_back(gpu_json(document, measurement, row));
  return {{"n", measurement.point.n},
          {"block_size", document.takes_block_size ? measurement.point.block_size : 0},
          {"cpu", cpu},
          {"gpu", gpu}};
}

BenchMeasurement measurement_of(const Json& json) {
  BenchMeasurement measurement;
  measurement.point.n = json.at("n").get<std::size_t>();
  measurement.point.block_size = json.at("block_size").get<int>();
  for (const Json& row : json.at("cpu"))
    measurement.cpu.push_back({row.at("threads").get<unsigned>(), row.at("repeats").get<int>(),
                               row.at("median_ms").get<double>(), row.at("spread").get<double>()});
  for (const Json& row : json.at("gpu")) measurement.gpu.push_back(gpu_row_of(row));
  return measurement;
}

Json crossover_json(const Crossover& crossover) {
  Json json = {{"program", crossover.program},
               {"span", span_name(crossover.span)},
               {"cpu_threads", crossover.threads}};
  if (crossover.measured_n) json["measured_n"] = *crossover.measured_n;
  put(json, "about_n", crossover.about_n);
  return json;
}

// What nlohmann/json throws names no file and no reader's mistake.
template <class Work>
auto reading(const char* what, Work work) {
  try {
    return work();
  } catch (const Json::exception& problem) {
    throw std::runtime_error(std::string("it is no ") + what + ": " + problem.what());
  }
}

[[noreturn]] void fail(const std::filesystem::path& file, const char* what, int error) {
  throw std::runtime_error(file.string() + " could not be " + what + ": " +
                           std::generic_category().message(error));
}

}  // namespace

const char* role_name(BenchRole role) {
  switch (role) {
    case BenchRole::submission:
      return "submission";
    case BenchRole::reference:
      return "reference";
    case BenchRole::library:
      return "library";
    case BenchRole::ceiling:
      return "ceiling";
    case BenchRole::other:
      break;
  }
  return "other";
}

const char* kind_name(BenchKind kind) {
  switch (kind) {
    case BenchKind::sizes:
      return "sizes";
    case BenchKind::blocks:
      return "blocks";
    case BenchKind::report:
      break;
  }
  return "report";
}

Json to_json(const BenchPlan& plan) {
  Json programs = Json::array(), points = Json::array();
  for (const BenchProgram& program : plan.programs) {
    Json json = program_json(program);
    json["path"] = program.file.string();
    json["is_ours"] = program.is_ours;
    programs.push_back(json);
  }
  for (const BenchPoint& point : plan.points)
    points.push_back({{"n", point.n}, {"block_size", point.block_size}});
  return {{"schema_version", bench_schema_version},
          {"kind", kind_name(plan.kind)},
          {"programs", programs},
          {"points", points},
          {"rounds", plan.rounds},
          {"cpu", plan.cpu},
          {"cpu_only", plan.cpu_only}};
}

BenchPlan bench_plan_from_json(const Json& document) {
  return reading("plan of a benchmark", [&] {
    require_version(document);
    BenchPlan plan;
    plan.kind = by_name(document.at("kind").get<std::string>(), all_kinds, &kind_name);
    for (const Json& program : document.at("programs"))
      plan.programs.push_back(program_of(program));
    for (const Json& point : document.at("points"))
      plan.points.push_back({point.at("n").get<std::size_t>(), point.at("block_size").get<int>()});
    plan.rounds = document.at("rounds").get<int>();
    plan.cpu = document.at("cpu").get<bool>();
    plan.cpu_only = document.at("cpu_only").get<bool>();
    if (plan.rounds < 1) throw std::runtime_error("a plan has at least one round");
    for (const BenchPoint& point : plan.points)
      if (point.n == 0 || point.block_size < 0)
        throw std::runtime_error("a point of a plan has no elements, or less than no threads");
    return plan;
  });
}

Json to_json(const BenchDocument& document) {
  Json programs = Json::array(), measurements = Json::array(), crossovers = Json::array();
  for (const BenchProgram& program : document.programs) programs.push_back(program_json(program));
  for (const BenchMeasurement& measurement : document.measurements)
    measurements.push_back(measurement_json(document, measurement));
  for (const Crossover& crossover : crossovers_of(document))
    crossovers.push_back(crossover_json(crossover));
  return {{"schema_version", bench_schema_version},
          {"kind", kind_name(document.kind)},
          {"lab", document.lab},
          {"title", document.title},
          {"date", document.date},
          {"device", document.device},
          {"processor", document.processor},
          {"cpu_program", document.cpu_program},
          {"bytes_per_element", document.bytes_per_element},
          {"takes_block_size", document.takes_block_size},
          {"rounds", document.rounds},
          {"complete", document.complete},
          {"problem", document.problem},
          {"notes", document.notes},
          {"programs", programs},
          {"measurements", measurements},
          {"crossovers", crossovers}};
}

BenchDocument bench_document_from_json(const Json& json) {
  return reading("result of a benchmark", [&] {
    require_version(json);
    BenchDocument document;
    document.kind = by_name(json.at("kind").get<std::string>(), all_kinds, &kind_name);
    document.lab = json.at("lab").get<std::string>();
    document.title = json.at("title").get<std::string>();
    document.date = json.at("date").get<std::string>();
    document.device = json.at("device").get<std::string>();
    document.processor = json.at("processor").get<std::string>();
    document.cpu_program = json.at("cpu_program").get<std::string>();
    document.bytes_per_element = json.at("bytes_per_element").get<double>();
    document.takes_block_size = json.at("takes_block_size").get<bool>();
    document.rounds = json.at("rounds").get<int>();
    document.complete = json.at("complete").get<bool>();
    document.problem = json.at("problem").get<std::string>();
    document.notes = json.at("notes").get<std::vector<std::string>>();
    for (const Json& program : json.at("programs"))
      document.programs.push_back(program_of(program));
    for (const Json& measurement : json.at("measurements"))
      document.measurements.push_back(measurement_of(measurement));
    return document;
  });
}

Json read_bench_file(const std::filesystem::path& file) {
  errno = 0;
  std::ifstream stream(file, std::ios::binary);
  if (!stream) fail(file, "read", errno);
  Json document = Json::parse(stream, nullptr, false);
  if (document.is_discarded()) throw std::runtime_error(file.string() + " is not JSON");
  return document;
}

void write_bench_file(const std::filesystem::path& file, const Json& document) {
  const std::filesystem::path beside = file.string() + "." + std::to_string(getpid());
  errno = 0;
  std::ofstream stream(beside, std::ios::binary);
  // Names of devices and files that are no UTF-8 must not cost the whole document.
  stream << document.dump(2, ' ', false, Json::error_handler_t::replace) << '\n';
  stream.close();
  const int error = errno;
  std::error_code failed;
  if (stream) std::filesystem::rename(beside, file, failed);
  if (stream && !failed) return;
  std::error_code ignored;
  std::filesystem::remove(beside, ignored);
  fail(file, "written", failed ? failed.value() : error);
}

}  // namespace harness
