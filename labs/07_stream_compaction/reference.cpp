// Lab 07: the oracle, and the CPU programs that times are compared with.
#include <omp.h>

#include <bit>

#include "harness/lab.hpp"

namespace {

bool is_kept(float flag) { return std::bit_cast<std::uint32_t>(flag) != 0; }

std::size_t kept(std::span<const float> flags) {
  std::size_t count = 0;
  for (const float flag : flags) count += is_kept(flag) ? 1 : 0;
  return count;
}

/// Moves the `count` kept elements of a range to `out`. Which elements they are is hard to
/// foretell, so each one is stored and the next one overwrites what was not to be kept.
void move_kept(std::span<const float> flags, std::span<const float> in, std::size_t count,
               float* out) {
  std::size_t position = 0;
  for (std::size_t i = 0; position < count; ++i) {
    out[position] = in[i];
    position += is_kept(flags[i]) ? 1 : 0;
  }
}

void set_count(std::vector<std::vector<float>>& outputs, std::size_t count) {
  outputs[1][0] = std::bit_cast<float>(static_cast<std::uint32_t>(count));
}

}  // namespace

namespace lab {

const std::vector<harness::Function>& functions() {
  using harness::Element;
  static const std::vector<harness::Function> all = {
      {.name = "compact",
       .inputs = {"d_flags", "d_in"},
       .outputs = {"d_out", "d_count"},
       .input_elements = {Element::u32, Element::f32},
       .takes_block_size = false},
  };
  return all;
}

std::vector<harness::ExpectedOutput> reference(const harness::Problem& problem) {
  const std::span<const float> flags = problem.inputs[0], in = problem.inputs[1];
  std::vector<harness::ExpectedOutput> outputs(2);
  harness::ExpectedOutput &out = outputs[0], &count = outputs[1];
  out.room = problem.n;
  out.values.reserve(kept(flags));
  for (std::size_t i = 0; i < problem.n; ++i)
    if (is_kept(flags[i])) out.values.push_back(in[i]);
  count.element = harness::Element::u32;
  count.values = {static_cast<double>(out.values.size())};
  return outputs;
}

void cpu_one_core(const harness::Problem& problem, std::vector<std::vector<float>>& outputs) {
  const std::size_t count = kept(problem.inputs[0]);
  move_kept(problem.inputs[0], problem.inputs[1], count, outputs[0].data());
  set_count(outputs, count);
}

void cpu_all_cores(const harness::Problem& problem, std::vector<std::vector<float>>& outputs) {
  std::vector<std::size_t> bases;
#pragma omp parallel
  {
    const auto threads = static_cast<std::size_t>(omp_get_num_threads());
    const auto thread = static_cast<std::size_t>(omp_get_thread_num());
#pragma omp single
    bases.assign(threads + 1, 0);
    const std::size_t begin = problem.n * thread / threads;
    const std::size_t length = problem.n * (thread + 1) / threads - begin;
    const std::span<const float> flags = problem.inputs[0].subspan(begin, length);
    const std::size_t count = kept(flags);
    bases[thread + 1] = count;
#pragma omp barrier
#pragma omp single
    for (std::size_t t = 0; t < threads; ++t) bases[t + 1] += bases[t];
    move_kept(flags, problem.inputs[1].subspan(begin, length), count,
              outputs[0].data() + bases[thread]);
  }
  set_count(outputs, bases.back());
}

}  // namespace lab
