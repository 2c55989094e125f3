// What a lab hands to the harness: reference.cpp defines `signature`, `reference` and the CPU
// baselines, timing.cpp defines `timing`. Everything is in namespace lab.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace harness {

enum class Element { f32, u32 };

/// One function of the lab: names as in lab.hpp, so that reports speak the student's words.
struct Function {
  std::string name;                          ///< "array_sum"
  std::vector<std::string> inputs;           ///< "d_in"; a name that begins with h_ is host memory.
  std::vector<std::string> outputs;          ///< "d_sum"; "return" is the function's value.
  std::vector<Element> input_elements = {};  ///< Empty: all f32. A u32 input holds flags.

  Element input_element(std::size_t input) const {
    return input < input_elements.size() ? input_elements[input] : Element::f32;
  }
  bool takes_block_size = true;  ///< Else reports do not speak of one.
  /// Block sizes that the contract allows: multiples of the one from the other to 1024.
  int block_multiple = 1, smallest_block = 1;

  bool allows_block_size(int threads) const {
    return !takes_block_size || (threads >= smallest_block && threads % block_multiple == 0);
  }
};

/// The input of one call.
struct Problem {
  std::size_t n = 0;
  int block_size = 256;
  unsigned entry = 0;
  std::vector<std::span<const float>> inputs;  ///< Each of n elements; flags by their bits.
  bool exact = true;  ///< The data are such that every order of summation gives the same bits.
};

/// What one output must be. Values are the oracle's, in double; where an entry of `bound` is 0 the
/// float nearest to the value is due bit for bit, else anything within the bound. Values that no
/// float holds (infinities) must match as they are.
struct ExpectedOutput {
  std::vector<double> values;
  std::vector<double> bound;  ///< Empty: all 0. One entry: holds for all.
  Element element = Element::f32;
  /// Elements of the array where it is longer than `values`: those behind the values must stay as
  /// they were before the call.
  std::size_t room = 0;

  std::size_t length() const { return std::max(room, values.size()); }
};

/// What the lab's own algorithm does in one call: what a submission's counts are shown beside.
/// Nothing where the lab does not name it.
struct IdealCounts {
  std::optional<double> requests = {};        ///< Of global memory, loads and stores, by warps.
  std::optional<double> sectors = {};         ///< Of 32 bytes.
  std::optional<double> bank_conflicts = {};  ///< Of shared memory.
  std::optional<double> global_atomics = {};
  std::optional<double> barriers_a_block = {};
  std::optional<double> percent_by_16 = {};  ///< Of the bytes of the input, by 16-byte loads.
};

/// What is timed and what it must move at least.
struct TimingPlan {
  std::vector<std::size_t> sizes;  ///< Elements; the first is used without a GPU.
  int block_size = 256;
  double bytes_per_element = 4;  ///< Global memory that the lab's algorithm must move.
  /// For n elements and a block size; null where the lab names no ideal.
  IdealCounts (*ideal)(std::size_t n, int block_size) = nullptr;
  /// What the CPU programs are, for reports.
  std::string cpu_program = "float, independent accumulators";
  /// Runs of any size have one smallest and one largest element: in other data each stands in many
  /// places, and a function that looks at some of them is right by accident.
  bool looks_for_extremes = false;
};

// Worst cases over any order of summation, from the data: (terms - 1) * u * sum|x| with u = 2^-24,
// and the rounding of the last conversion.
double summation_bound(std::size_t terms, double sum_of_magnitudes);

// CPU baselines for time: float, several accumulators, -O3; all cores by OpenMP.
float sum_one_core(std::span<const float> in);
float sum_all_cores(std::span<const float> in);
void exclusive_scan_one_core(std::span<const float> in, std::span<float> out);
void exclusive_scan_all_cores(std::span<const float> in, std::span<float> out);

}  // namespace harness

// Defined by each lab
// -------------------------------------------------------------------------------
namespace lab {

/// The lab's functions; `entry` of a case counts in this list.
const std::vector<harness::Function>& functions();
/// The oracle: sequential, plain, double inside. One ExpectedOutput per output of the function.
std::vector<harness::ExpectedOutput> reference(const harness::Problem& problem);
/// The honest CPU program that times are compared with; outputs are as long as the oracle's arrays.
void cpu_one_core(const harness::Problem& problem, std::vector<std::vector<float>>& outputs);
void cpu_all_cores(const harness::Problem& problem, std::vector<std::vector<float>>& outputs);
harness::TimingPlan timing();

}  // namespace lab
