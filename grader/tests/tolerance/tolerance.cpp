// Holds a lab's gate against right programs and against small errors:
//   tolerance_NN_slug [RUNS [SEED]]      10,000 runs where none are named
// Prints a table; exits with 1 where a right run is rejected, or an error beyond the bound is not
// caught at once.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <iterator>

#include "injected.hpp"

namespace {

using harness::Data;
using harness::OutputKind;
using harness::Random;
using tolerance::Sensitivity;
using tolerance::Trial;

struct Lab {
  harness::LabCode code = {&lab::functions, &lab::reference, nullptr, nullptr, nullptr};
  std::vector<harness::OutputStructure> structures;
  std::vector<Data> data;
};

std::vector<Data> data_of(OutputKind kind) {
  switch (kind) {
    case OutputKind::sum:
      return {Data::exact, Data::reals, Data::one_huge};
    case OutputKind::scan:
    case OutputKind::tile_sums:
      return {Data::exact, Data::reals, Data::one_huge, Data::infinity};
    case OutputKind::minimum:
    case OutputKind::maximum:
      return {Data::exact, Data::reals, Data::positive, Data::negative, Data::infinities};
    default:
      return {Data::exact, Data::reals, Data::positive, Data::infinities};
  }
}

std::size_t any_length(Random& random) {
  const std::uint64_t turn = random.below(1000);
  if (turn < 600) return random.below(300);
  if (turn < 950) return random.below(5000);
  if (turn < 998) return random.below(70'000);
  return random.below((std::size_t{1} << 20) + 2);
}

harness::Case any_case(const Lab& lab, Random& random) {
  constexpr int block_sizes[] = {1, 3, 4, 32, 48, 256, 1024};
  constexpr harness::Flags flags[] = {harness::Flags::even_odds, harness::Flags::any_value,
                                      harness::Flags::all,       harness::Flags::none,
                                      harness::Flags::sparse,    harness::Flags::dense};
  harness::Case asked;
  asked.n = any_length(random);
  asked.block_size = block_sizes[random.below(std::size(block_sizes))];
  asked.data = lab.data[random.below(lab.data.size())];
  asked.flags = flags[random.below(std::size(flags))];
  return asked;
}

/// How near elements that many others go into come to their bound: of a few terms every order is
/// the worst.
double largest_share(const Lab& lab, const Trial& trial, std::size_t output,
                     const std::vector<std::uint32_t>& words) {
  constexpr std::size_t many = 100;
  const harness::ExpectedOutput& expected = trial.expected[output];
  double share = 0;
  for (std::size_t i = 0; i < expected.values.size(); ++i) {
    const double bound = tolerance::bound_of(expected, i);
    const auto [begin, end] =
        harness::terms_of(lab.structures[output], i, trial.asked.n, trial.asked.block_size);
    if (bound <= 0 || end - begin < many) continue;
    const double got = static_cast<double>(std::bit_cast<float>(words[i]));
    share = std::max(share, std::fabs(got - expected.values[i]) / bound);
  }
  return share;
}

bool rounds(const Trial& trial) {
  for (const harness::ExpectedOutput& expected : trial.expected)
    for (const double bound : expected.bound)
      if (bound > 0) return true;
  return false;
}

unsigned long false_rejects(const Lab& lab, unsigned long runs, std::uint64_t seed) {
  Random random(seed);
  unsigned long rejected = 0, with_bound = 0;
  double nearest = 0;
  for (unsigned long run = 0; run < runs; ++run) {
    const Trial trial =
        tolerance::make_trial(lab.code, any_case(lab, random), harness::mix(seed, run));
    const auto outputs = tolerance::right_outputs(trial, lab.structures, random);
    for (std::size_t k = 0; k < outputs.size(); ++k) {
      if (tolerance::is_rejected(trial, k, outputs[k])) {
        ++rejected;
        std::printf("  a right run is rejected: run %lu, output %zu, n = %zu\n", run, k,
                    trial.asked.n);
      }
      nearest = std::max(nearest, largest_share(lab, trial, k, outputs[k]));
    }
    with_bound += rounds(trial) ? 1 : 0;
  }
  std::printf(
      "right runs: %lu, rejected: %lu; %lu with a bound, sums of 100 terms or more reach %.2g of "
      "theirs\n",
      runs, rejected, with_bound, nearest);
  return rejected;
}

void print_share(const tolerance::Caught& caught) {
  if (caught.tried == 0)
    std::printf(" %8s", "-");
  else
    std::printf(" %7.1f%%", 100.0 * caught.caught / caught.tried);
}

/// Whether errors are caught as soon as they leave the bound.
bool print_sensitivity(const Lab& lab, std::size_t n, Data data, const char* name,
                       std::uint64_t seed) {
  Random random(seed);
  harness::Case asked;
  asked.n = n;
  asked.data = data;
  const Trial trial = tolerance::make_trial(lab.code, asked, seed);
  const Sensitivity found =
      tolerance::sensitivity_of(trial, lab.structures, n > 50'000 ? 40 : 200, random);
  std::printf("%10zu  %-6s %10.2g %10.2g %12llu", n, name, found.bound, found.smallest,
              static_cast<unsigned long long>(found.ulps));
  print_share(found.last_bit);
  print_share(found.dropped);
  print_share(found.doubled);
  std::printf("\n");
  if (data == Data::exact) return found.ulps <= 1 && found.last_bit.caught == found.last_bit.tried;
  // The first float behind the bound, which is one step further at most.
  return found.bound == 0 ? found.ulps <= 1 : found.smallest <= found.bound * (1 + 1e-6) + 0x1p-20;
}

int run(unsigned long runs, std::uint64_t seed) {
  Lab lab;
  const harness::Function& function = lab.code.functions()[0];
  lab.structures = harness::output_structures(lab.code, 0);
  lab.data = data_of(lab.structures[0].kind);
  std::printf("%s\n", function.name.c_str());
  bool holds = false_rejects(lab, runs, seed) == 0;
  std::printf("         n  data        bound     caught    in steps last bit  dropped  doubled\n");
  for (const std::size_t n : {1u, 8u, 100u, 1000u, 10'007u, 100'003u, 1'048'577u})
    for (const auto& [data, name] :
         {std::pair(Data::exact, "exact"), std::pair(Data::reals, "reals")}) {
      if (runs < 1000 && n > 50'000) continue;  // the quick test
      if (print_sensitivity(lab, n, data, name, harness::mix(seed, n))) continue;
      std::printf("            an error beyond the bound is not caught at once\n");
      holds = false;
    }
  return holds ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run(argc > 1 ? std::strtoul(argv[1], nullptr, 10) : 10'000,
               argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 1);
  } catch (const std::exception& problem) {
    std::fprintf(stderr, "tolerance: %s\n", problem.what());
    return 2;
  }
}
