// What `lab profile` prints, and the same as a document.
#include <fmt/format.h>
#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "pipeline/profile.hpp"
#include "pipeline/profile_figures.hpp"
#include "pipeline/report_parts.hpp"

namespace pipeline {
namespace {

using Json = nlohmann::json;

constexpr std::size_t most_kernels = 6;  // in full; a scan of many levels launches more
constexpr std::size_t most_stalls = 3;
constexpr double least_stall_percent = 5;

std::string whole(double value) {
  return with_commas(static_cast<std::uint64_t>(std::llround(value)));
}

std::string percent(double value) { return fmt::format("{:.0f} %", value); }

std::string kernel_block(const Style& style, const ProfiledKernel& kernel) {
  const KernelFigures figures = figures_of(kernel);
  std::string text = '\n' + style.bold(printable(figures.name));
  text += printable(fmt::format("  grid {}, block {}", kernel.grid, kernel.block));
  if (figures.microseconds) text += fmt::format(", {:.1f} us", *figures.microseconds);
  text += '\n';
  if (figures.memory_percent)
    text += field("memory", fmt::format("{} of the peak throughput of the GPU's memory: {}",
                                        percent(*figures.memory_percent),
                                        memory_text(*figures.memory_percent)));
  if (figures.occupancy_percent)
    text += field("occupancy", fmt::format("{} of the warps that there is room for were active: {}",
                                           percent(*figures.occupancy_percent),
                                           occupancy_text(*figures.occupancy_percent)));
  for (std::size_t k = 0; k < std::min(most_stalls, figures.stalls.size()); ++k) {
    const StallReason& stall = figures.stalls[k];
    if (k > 0 && stall.percent < least_stall_percent) break;
    text += field(k == 0 ? "stalls" : "",
                  fmt::format("{} of its time a warp {} ({})", percent(stall.percent),
                              stall_text(stall.name), printable(stall.name)));
  }
  return text;
}

std::string difference_text(const Comparison& row) {
  const auto difference = row.difference_percent();
  if (!difference) return "-";
  if (std::abs(*difference) < 0.005) return "0 %";
  return fmt::format("{:+.{}f} %", *difference, std::abs(*difference) < 10 ? 2 : 0);
}

std::string comparison_table(const Json& counted, const std::vector<ProfiledKernel>& kernels) {
  std::string text = "\n  " + left("all kernels together", 28) + right("emulator", 14) +
                     right("hardware", 14) + right("difference", 13) + '\n';
  bool has_turns_lost = false;
  for (const Comparison& row : comparisons_of(counted, kernels)) {
    text += "  " + left(row.what, 28) + right(whole(row.emulator), 14) +
            right(whole(row.hardware), 14) + right(difference_text(row), 13) + '\n';
    has_turns_lost |= row.what == "bank conflicts, turns lost";
  }
  if (has_turns_lost)
    text += wrapped(
        "A request is one instruction of a warp, a sector 32 bytes that it touches. Turns lost "
        "are all that shared memory's hardware counts: also those where two warps came at once.",
        "  ", "  ");
  return text;
}

std::string counts_alone(const Json& counted) {
  const auto line = [&](const char* what, const char* group, const char* name) {
    return "  " + left(what, 28) + right(whole(counted.at(group).at(name).get<double>()), 14) +
           '\n';
  };
  std::string text = "\n  counted by the emulator\n";
  text += line("global load requests", "global_loads", "requests");
  text += line("global load sectors", "global_loads", "sectors");
  text += line("global store requests", "global_stores", "requests");
  text += line("global store sectors", "global_stores", "sectors");
  text += line("bank conflicts, loads", "shared_loads", "bank_conflicts");
  text += line("bank conflicts, stores", "shared_stores", "bank_conflicts");
  return text;
}

}  // namespace

std::string profile_report(const Style& style, const Json& call, const NcuOutcome& outcome) {
  std::string text = style.bold(call.at("lab").get<std::string>() + ": " +
                                call.at("function").get<std::string>()) +
                     ", n = " + with_commas(call.at("n").get<std::uint64_t>());
  const int block_size = call.at("block_size").get<int>();
  if (block_size > 0) text += fmt::format(", {} threads in a block", block_size);
  text += '\n';
  if (call.contains("gpu")) text += field("GPU", printable(call.at("gpu").get<std::string>()));
  if (!outcome.problem.empty()) text += field("profile", printable(outcome.problem));
  for (std::size_t k = 0; k < std::min(most_kernels, outcome.kernels.size()); ++k)
    text += kernel_block(style, outcome.kernels[k]);
  if (outcome.kernels.size() > most_kernels)
    text += fmt::format("\n  and {} launches more\n", outcome.kernels.size() - most_kernels);
  if (!call.contains("counted"))
    return text + field("emulator", printable(call.value("not_counted", "it counted nothing")));
  return text + (outcome.kernels.empty() ? counts_alone(call.at("counted"))
                                         : comparison_table(call.at("counted"), outcome.kernels));
}

Json profile_json(const Json& call, const NcuOutcome& outcome) {
  Json document = call;
  for (const char* ours_alone : {"program", "visible_devices"}) document.erase(ours_alone);
  document["problem"] = outcome.problem;
  document["kernels"] = Json::array();
  for (const ProfiledKernel& kernel : outcome.kernels) {
    const KernelFigures figures = figures_of(kernel);
    Json stalls = Json::array();
    for (const StallReason& stall : figures.stalls)
      stalls.push_back({{"name", stall.name}, {"percent", stall.percent}});
    document["kernels"].push_back({{"name", kernel.name},
                                   {"grid", kernel.grid},
                                   {"block", kernel.block},
                                   {"metrics", kernel.metrics},
                                   {"stalls", stalls}});
  }
  document["comparison"] = Json::array();
  if (call.contains("counted")) {
    for (const Comparison& row : comparisons_of(call.at("counted"), outcome.kernels)) {
      Json entry = {{"what", row.what}, {"emulator", row.emulator}, {"hardware", row.hardware}};
      if (const auto difference = row.difference_percent())
        entry["difference_percent"] = *difference;
      document["comparison"].push_back(entry);
    }
  }
  return document;
}

}  // namespace pipeline
