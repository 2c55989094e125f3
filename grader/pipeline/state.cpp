#include "pipeline/state.hpp"

#include <fmt/format.h>
#include <unistd.h>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <nlohmann/json.hpp>

namespace pipeline {
namespace fs = std::filesystem;
using nlohmann::json;
namespace {

constexpr int state_version = 1;

LabState lab_from_json(const json& document) {
  LabState lab;
  if (document.contains("verdict")) {
    lab.graded = true;
    const auto verdict = result::verdict_from_name(document.at("verdict").get<std::string>());
    if (!verdict) throw std::runtime_error("a verdict in it is unknown");
    lab.verdict = *verdict;
    lab.points = document.at("points").get<double>();
    lab.max_points = document.at("max_points").get<double>();
    for (const auto& [task, points] : document.at("tasks").items()) {
      lab.tasks[std::stoi(task)] = {points.at("points").get<double>(),
                                    points.at("max_points").get<double>()};
    }
  }
  if (document.contains("hints_open")) {
    for (const auto& [task, open] : document.at("hints_open").items()) {
      lab.hints_open[std::stoi(task)] = open.get<std::size_t>();
    }
  }
  return lab;
}

json lab_to_json(const LabState& lab) {
  json document = json::object();
  if (lab.graded) {
    document["verdict"] = std::string(result::name(lab.verdict));
    document["points"] = lab.points;
    document["max_points"] = lab.max_points;
    document["tasks"] = json::object();
    for (const auto& [task, points] : lab.tasks) {
      document["tasks"][std::to_string(task)] = {{"points", points.points},
                                                 {"max_points", points.max_points}};
    }
  }
  for (const auto& [task, open] : lab.hints_open) {
    document["hints_open"][std::to_string(task)] = open;
  }
  return document;
}

}  // namespace

State load_state(const fs::path& file, std::string& complaint) {
  std::error_code error;
  if (!fs::exists(file, error) && !error) return {};
  try {
    std::ifstream stream(file);
    if (!stream) throw std::runtime_error(std::strerror(errno));
    const json document = json::parse(stream);
    if (document.at("version").get<int>() != state_version) {
      throw std::runtime_error("another version of lab wrote it");
    }
    State state;
    for (const auto& [name, lab] : document.at("labs").items()) {
      state.labs[name] = lab_from_json(lab);
    }
    return state;
  } catch (const json::exception&) {
    complaint = fmt::format("{} is damaged; points and hints so far start anew", file.string());
  } catch (const std::exception& problem) {
    complaint = fmt::format("{} cannot be used ({}); points and hints so far start anew",
                            file.string(), problem.what());
  }
  return {};
}

std::string save_state(const fs::path& file, const State& state) {
  json document = {{"version", state_version}, {"labs", json::object()}};
  for (const auto& [name, lab] : state.labs) document["labs"][name] = lab_to_json(lab);

  const fs::path temporary = file.string() + fmt::format(".{}.new", getpid());
  std::error_code error;
  fs::create_directories(file.parent_path(), error);
  errno = 0;
  std::ofstream stream(temporary);
  stream << document.dump(2) << '\n';
  stream.close();
  std::string reason;
  if (!stream) {
    reason = std::strerror(errno != 0 ? errno : EIO);
  } else if (fs::rename(temporary, file, error); error) {
    reason = error.message();
  } else {
    return {};
  }
  fs::remove(temporary, error);
  return fmt::format("{} could not be written ({}): points and hints are not remembered",
                     file.string(), reason);
}

bool changes_points(result::Verdict verdict) {
  const result::Blame blame = result::blame(verdict);
  return blame != result::Blame::machine && blame != result::Blame::grader &&
         verdict != result::Verdict::unsupported && verdict != result::Verdict::not_run;
}

void remember(State& state, const std::vector<result::Lab>& labs) {
  for (const result::Lab& lab : labs) {
    if (!changes_points(lab.verdict)) continue;
    LabState& kept = state.labs[lab.lab];
    kept.graded = true;
    kept.verdict = lab.verdict;
    kept.points = lab.points;
    kept.max_points = lab.max_points;
    kept.tasks.clear();
    for (const result::Check& check : lab.checks) {
      kept.tasks[check.task].points += check.points;
      kept.tasks[check.task].max_points += check.max_points;
    }
  }
}

int first_open_task(const LabState& lab) {
  for (const auto& [task, points] : lab.tasks) {
    if (task >= 1 && points.points < points.max_points) return task;
  }
  return 1;
}

}  // namespace pipeline
