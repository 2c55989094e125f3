#include "harness/timings.hpp"

#include <sched.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <thread>

#include "harness/data.hpp"
#include "harness/time_verdict.hpp"

namespace harness {
namespace {

constexpr int least_repeats = 5;
constexpr double enough_seconds = 2;  // after which no more than least_repeats are made

template <class Work>
result::Timing timed(std::string what, std::size_t n, int repeats, Work work) {
  using Clock = std::chrono::steady_clock;
  work();  // warm-up: page faults, frequency, the threads of OpenMP
  std::vector<double> milliseconds;
  const auto begin = Clock::now();
  for (int k = 0; k < std::max(repeats, least_repeats); ++k) {
    const auto before = Clock::now();
    if (k >= least_repeats &&
        std::chrono::duration<double>(before - begin).count() > enough_seconds)
      break;
    work();
    milliseconds.push_back(
        std::chrono::duration<double, std::milli>(Clock::now() - before).count());
  }
  result::Timing row;
  row.what = std::move(what);
  row.n = n;
  row.repeats = static_cast<int>(milliseconds.size());
  row.median_ms = median_of(milliseconds);
  row.spread = spread_of(milliseconds);
  return row;
}

}  // namespace

std::string processor_name() {
  std::ifstream info("/proc/cpuinfo");
  for (std::string line; std::getline(info, line);) {
    const std::size_t colon = line.find(": ");
    if (line.starts_with("model name") && colon != std::string::npos) return line.substr(colon + 2);
  }
  return "CPU";
}

unsigned processors() {
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof set, &set) == 0)
    return std::max(1u, static_cast<unsigned>(CPU_COUNT(&set)));
  return std::max(1u, std::thread::hardware_concurrency());
}

std::vector<result::Timing> time_cpu(const LabCode& code, const Problem& problem,
                                     const std::vector<ExpectedOutput>& expected, int repeats) {
  std::vector<std::vector<float>> outputs;
  for (const ExpectedOutput& output : expected) outputs.emplace_back(output.length());
  const unsigned cores = processors();
  const std::string program = code.timing().cpu_program + ", g++ -O3";
  std::vector<result::Timing> rows;
  rows.push_back(
      timed("CPU, one core", problem.n, repeats, [&] { code.cpu_one_core(problem, outputs); }));
  rows.back().note = processor_name() + "; " + program;
  rows.push_back(timed("CPU, " + std::to_string(cores) + (cores == 1 ? " core" : " cores"),
                       problem.n, repeats, [&] { code.cpu_all_cores(problem, outputs); }));
  rows.back().note = rows.front().note + " -fopenmp";
  return rows;
}

std::vector<result::Timing> time_cpu(const LabCode& code, std::uint64_t seed) {
  const TimingPlan plan = code.timing();
  if (plan.sizes.empty() || code.functions().empty()) return {};
  const std::size_t n = plan.sizes.front();
  const Function& function = code.functions().front();
  std::vector<std::vector<float>> inputs(function.inputs.size(), std::vector<float>(n));
  Problem problem;
  problem.n = n;
  problem.block_size = plan.block_size;
  for (std::size_t k = 0; k < inputs.size(); ++k) {
    if (function.input_element(k) == Element::u32)
      fill_flags({reinterpret_cast<std::uint32_t*>(inputs[k].data()), n}, Flags::even_odds,
                 mix(seed, k));
    else
      fill(inputs[k], Data::exact, mix(seed, k));
    problem.inputs.emplace_back(inputs[k]);
  }
  return time_cpu(code, problem, code.reference(problem), least_repeats);
}

}  // namespace harness
