#include "pipeline/profile_figures.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <string_view>
#include <utility>

namespace pipeline {
namespace {

using Json = nlohmann::json;

constexpr const char* duration = "gpu__time_duration.sum";
constexpr const char* memory = "dram__throughput.avg.pct_of_peak_sustained_elapsed";
constexpr const char* occupancy = "sm__warps_active.avg.pct_of_peak_sustained_active";
constexpr std::string_view stall_prefix = "smsp__average_warps_issue_stalled_";
constexpr std::string_view stall_suffix = "_per_issue_active.ratio";
constexpr const char* load_requests = "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum";
constexpr const char* load_sectors = "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum";
constexpr const char* store_requests = "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum";
constexpr const char* store_sectors = "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum";
constexpr const char* load_conflicts = "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum";
constexpr const char* store_conflicts = "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum";
constexpr const char* wavefronts = "memory_l1_wavefronts_shared";
constexpr const char* ideal_wavefronts = "memory_l1_wavefronts_shared_ideal";

constexpr std::array<std::pair<std::string_view, std::string_view>, 16> stall_texts = {{
    {"long_scoreboard", "waits for data of global memory"},
    {"short_scoreboard", "waits for data of shared memory or of a slow function"},
    {"barrier", "waits at a barrier for other warps of its block"},
    {"membar", "waits at a memory fence"},
    {"mio_throttle", "waits because too many accesses to shared memory, shuffles or such queue up"},
    {"lg_throttle", "waits because too many accesses to global memory queue up"},
    {"tex_throttle", "waits because too many accesses through the texture path queue up"},
    {"math_pipe_throttle", "waits for an arithmetic unit that others use"},
    {"wait", "waits the fixed time that its last instruction takes"},
    {"not_selected", "is ready, but another warp had its turn"},
    {"branch_resolving", "waits for the target of a branch"},
    {"no_instruction", "waits for its next instruction to be fetched"},
    {"no_instructions", "waits for its next instruction to be fetched"},
    {"drain", "has ended and waits until its stores have left"},
    {"sleeping", "sleeps by __nanosleep()"},
    {"imc_miss", "waits for a constant or a parameter"},
}};

/// "void reduce_kernel<256>(const float *, float *)" -> "reduce_kernel<256>"
std::string short_name(std::string name) {
  for (const std::string_view nameless : {"(anonymous namespace)::", "<unnamed>::"})
    for (std::size_t at; (at = name.find(nameless)) != std::string::npos;)
      name.erase(at, nameless.size());
  int depth = 0;
  for (std::size_t k = 0; k < name.size(); ++k) {
    if (name[k] == '<') ++depth;
    if (name[k] == '>') --depth;
    if (name[k] == '(' && depth == 0 && k > 0) {
      name.resize(k);
      break;
    }
  }
  if (name.starts_with("void ")) name.erase(0, 5);
  return name;
}

/// "long_scoreboard" of the metric's name; empty where it is none of a stall.
std::string stall_of(std::string_view metric) {
  if (!metric.starts_with(stall_prefix) || !metric.ends_with(stall_suffix)) return {};
  metric.remove_prefix(stall_prefix.size());
  metric.remove_suffix(stall_suffix.size());
  return metric.ends_with("_not_issued") ? std::string() : std::string(metric);
}

std::optional<double> sum_of(const std::vector<ProfiledKernel>& kernels, const char* metric) {
  std::optional<double> sum;
  for (const ProfiledKernel& kernel : kernels)
    if (const auto value = kernel.metric(metric)) sum = sum.value_or(0) + *value;
  return sum;
}

double count(const Json& counted, const char* group, const char* name) {
  return counted.at(group).at(name).get<double>();
}

}  // namespace

KernelFigures figures_of(const ProfiledKernel& kernel) {
  KernelFigures figures;
  figures.name = short_name(kernel.name);
  if (const auto nanoseconds = kernel.metric(duration)) figures.microseconds = *nanoseconds / 1e3;
  figures.memory_percent = kernel.metric(memory);
  figures.occupancy_percent = kernel.metric(occupancy);
  double all = 0;
  for (const auto& [metric, value] : kernel.metrics)
    if (!stall_of(metric).empty()) all += value;
  for (const auto& [metric, value] : kernel.metrics) {
    const std::string name = stall_of(metric);
    if (!name.empty() && name != "selected" && all > 0)
      figures.stalls.push_back({name, 100 * value / all});
  }
  std::ranges::sort(figures.stalls, std::greater{}, &StallReason::percent);
  return figures;
}

std::string stall_text(const std::string& name) {
  const auto found = std::ranges::find(stall_texts, std::string_view(name),
                                       [](const auto& entry) { return entry.first; });
  return found == stall_texts.end() ? "waits (" + name + ")" : std::string(found->second);
}

std::string memory_text(double percent) {
  if (percent >= 70)
    return "the memory is nearly as busy as it can be: only fewer bytes would make this faster";
  if (percent >= 40)
    return "the memory is half busy: more loads under way at a time, or fewer steps between them, "
           "bring it closer to its peak";
  return "the memory is mostly idle, so bytes are not what this kernel waits for: look at the "
         "reasons below";
}

std::string occupancy_text(double percent) {
  if (percent >= 60) return "enough warps are there to hide waiting; more would bring little";
  if (percent >= 30)
    return "fewer warps than there is room for: fine where each has several loads under way, else "
           "look at registers, shared memory and the block size";
  return "few warps are there to hide waiting: too few blocks, or too much shared memory or too "
         "many registers for more";
}

std::optional<double> Comparison::difference_percent() const {
  if (emulator == hardware) return 0.0;
  if (hardware == 0) return std::nullopt;
  return 100 * (emulator - hardware) / hardware;
}

std::vector<Comparison> comparisons_of(const Json& counted,
                                       const std::vector<ProfiledKernel>& kernels) {
  std::vector<Comparison> rows;
  const auto compare = [&](const char* what, double emulator, std::optional<double> hardware) {
    if (hardware) rows.push_back({what, emulator, *hardware});
  };
  compare("global load requests", count(counted, "global_loads", "requests"),
          sum_of(kernels, load_requests));
  compare("global load sectors", count(counted, "global_loads", "sectors"),
          sum_of(kernels, load_sectors));
  compare("global store requests", count(counted, "global_stores", "requests"),
          sum_of(kernels, store_requests));
  compare("global store sectors", count(counted, "global_stores", "sectors"),
          sum_of(kernels, store_sectors));
  const double conflicts = count(counted, "shared_loads", "bank_conflicts") +
                           count(counted, "shared_stores", "bank_conflicts");
  const auto all = sum_of(kernels, wavefronts), ideal = sum_of(kernels, ideal_wavefronts);
  if (all && ideal) compare("bank conflicts, by addresses", conflicts, *all - *ideal);
  const auto loads = sum_of(kernels, load_conflicts), stores = sum_of(kernels, store_conflicts);
  if (loads && stores) compare("bank conflicts, turns lost", conflicts, *loads + *stores);
  return rows;
}

std::vector<std::string> ncu_options(bool with_ideal) {
  std::string metrics =
      fmt::format("{},{},{},{},{},{},{},{},{}", duration, memory, occupancy, load_requests,
                  load_sectors, store_requests, store_sectors, load_conflicts, store_conflicts);
  if (with_ideal) metrics += fmt::format(",{},{}", wavefronts, ideal_wavefronts);
  // Clocks stay as they are: changing them needs rights and disturbs others.
  return {"--csv",          "--page",          "raw",  "--print-units",
          "base",           "--clock-control", "none", "--section",
          "WarpStateStats", "--metrics",       metrics};
}

}  // namespace pipeline
