// Kernels in which lanes part, against counts derived by hand from the source.
#include "counted_program.hpp"
#include "harness/catch.hpp"

namespace {

struct Due {
  const char* kernel;
  std::map<std::string, std::uint64_t> counts;
};

const std::vector<Due>& due() {
  static const std::vector<Due> all = {
      {"trip_counts",
       {{"global_load_requests", 32}, {"global_load_words", 528}, {"divergent_requests", 31}}},
      // Each side once, then all lanes; loads: one for each array.
      {"both_sides",
       {{"shared_store_requests", 3}, {"shared_load_requests", 3}, {"divergent_requests", 2}}},
      // 4 turns of 1 + 2 + 1 stores.
      {"sides_in_loop", {{"shared_store_requests", 16}, {"divergent_requests", 12}}},
      {"early_return",
       {{"global_store_requests", 2}, {"global_store_words", 32}, {"divergent_requests", 0}}},
      // What lane 0 does last is no divergence: the others have ended.
      {"one_lane",
       {{"shared_store_requests", 3},
        {"shared_store_accesses", 65},
        {"shared_atomic_requests", 1},
        {"shared_atomic_lanes", 32},
        {"global_store_requests", 1},
        {"divergent_requests", 1},
        {"block_barriers", 2}}},
      {"left_by_break", {{"global_load_requests", 7}, {"divergent_requests", 6}}},
      {"nested", {{"global_load_requests", 12}, {"divergent_requests", 9}}},
      {"short_circuit", {{"global_load_requests", 3}, {"divergent_requests", 2}}},
      {"halves_meet",
       {{"shared_store_requests", 4},
        {"shared_store_accesses", 20},
        {"warp_operations", 8},
        {"global_store_requests", 1}}},
      // 3 blocks of 2 warps, 5 shuffles each.
      {"shuffles",
       {{"blocks", 3},
        {"threads", 192},
        {"global_load_requests", 6},
        {"warp_operations", 30},
        {"shared_store_requests", 6},
        {"shared_load_requests", 6},
        {"global_atomic_lanes", 3},
        {"most_global_atomics_of_a_block", 1}}},
      // How often a flag is looked at follows the order; see the wait's own test.
      {"chain", {{"global_store_requests", 16}, {"block_barriers", 16}}},
      {"long_loop",
       {{"global_load_requests", 2000},
        {"global_load_words", 33000},
        {"global_load_sectors", 5000},
        {"divergent_requests", 1000}}},
      {"part_of_a_warp",
       {{"shared_store_requests", 2},
        {"shared_store_wavefronts", 3},
        {"shared_store_ideal_wavefronts", 3},
        {"global_store_words", 96},
        {"divergent_requests", 0}}},
      {"constants", {{"global_load_requests", 0}, {"global_store_requests", 1}}},
  };
  return all;
}

}  // namespace

TEST_CASE("requests of warps whose lanes part", "[counters]") {
  for (const char* const order : {"by_index", "shuffled", "reversed"}) {
    const auto [launches, errors] = run_counted("patterns.cu", order);
    CHECK(errors.empty());
    REQUIRE(launches.size() == due().size());
    for (std::size_t k = 0; k < launches.size(); ++k) {
      REQUIRE(launches[k].kernel == due()[k].kernel);
      for (const auto& [name, count] : due()[k].counts) {
        CAPTURE(order, launches[k].kernel, name);
        CHECK(launches[k][name] == count);
      }
    }
  }
}

TEST_CASE("a wait is counted apart from traffic", "[counters]") {
  const auto chain_of = [](const char* order) {
    for (const CountedLaunch& launch : run_counted("patterns.cu", order).launches)
      if (launch.kernel == "chain") return launch;
    throw std::runtime_error("no launch of chain");
  };
  // 8 loads of the input and 7 looks at a flag that is set: each block's predecessor has run.
  CHECK(chain_of("by_index")["polls"] == 0);
  CHECK(chain_of("by_index")["global_load_requests"] == 15);
  // Everybody waits: a first look at each flag and one that finds it set; the rest are polls.
  CHECK(chain_of("reversed")["polls"] > 0);
  CHECK(chain_of("reversed")["global_load_requests"] == 22);
}
