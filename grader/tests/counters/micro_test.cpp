// Whole-kernel counts of 62 small kernels against what Nsight Compute counted on a GPU (h200.csv).
#include <fstream>
#include <sstream>

#include "counted_program.hpp"
#include "harness/catch.hpp"

namespace {

using Row = std::map<std::string, std::string>;

/// Fields of one line; quoted ones may hold commas.
std::vector<std::string> fields_of(const std::string& line) {
  std::vector<std::string> fields(1);
  bool quoted = false;
  for (const char c : line) {
    if (c == '"')
      quoted = !quoted;
    else if (c == ',' && !quoted)
      fields.emplace_back();
    else if (c != '\r')
      fields.back() += c;
  }
  return fields;
}

std::vector<Row> read_measured() {
  std::ifstream in(SUM_TO_SCAN_SOURCE_DIR "/grader/tests/counters/h200.csv");
  std::string line;
  std::getline(in, line);
  const std::vector<std::string> names = fields_of(line);
  std::vector<Row> rows;
  while (std::getline(in, line)) {
    const std::vector<std::string> fields = fields_of(line);
    REQUIRE(fields.size() == names.size());
    Row row;
    for (std::size_t k = 0; k < names.size(); ++k) row[names[k]] = fields[k];
    rows.push_back(row);
  }
  return rows;
}

/// "1,024"
std::uint64_t count_in(const Row& row, const std::string& column) {
  std::string digits;
  for (const char c : row.at(column))
    if (c != ',') digits += c;
  return std::stoull(digits);
}

/// Measured column and ours. The columns of atomics are left out: compiler and hardware merge
/// atomics on one address, and our compiler is another one.
std::map<std::string, std::uint64_t> ours(const CountedLaunch& launch) {
  return {{"global_load_requests", launch["global_load_requests"]},
          {"global_load_sectors", launch["global_load_sectors"]},
          {"global_store_requests", launch["global_store_requests"]},
          {"global_store_sectors", launch["global_store_sectors"]},
          {"shared_load_instructions", launch["shared_load_requests"]},
          {"shared_load_wavefronts", launch["shared_load_wavefronts"]},
          {"shared_load_conflicts", launch.conflicts("load")},
          {"shared_store_instructions", launch["shared_store_requests"]},
          {"shared_store_wavefronts", launch["shared_store_wavefronts"]},
          {"shared_store_conflicts", launch.conflicts("store")}};
}

}  // namespace

TEST_CASE("small kernels count what a GPU counted", "[counters]") {
  const std::vector<Row> measured = read_measured();
  REQUIRE(measured.size() == 62);
  for (const char* const order : {"by_index", "shuffled", "reversed"}) {
    const std::vector<CountedLaunch> launches = run_counted("micro.cu", order).launches;
    REQUIRE(launches.size() == measured.size());
    for (std::size_t k = 0; k < launches.size(); ++k) {
      const std::string& name = measured[k].at("kernel");
      CAPTURE(order, name);
      REQUIRE(launches[k].kernel == name.substr(0, name.find('<')));
      for (const auto& [column, count] : ours(launches[k])) {
        CAPTURE(column);
        CHECK(count == count_in(measured[k], column));
      }
    }
  }
}

TEST_CASE("atomics count lanes and addresses", "[counters]") {
  struct Due {
    std::uint64_t lanes, addresses;
  };
  const std::map<std::string, Due> global = {{"at_same", {32, 1}},
                                             {"at_same_ret", {32, 1}},
                                             {"at_diff", {32, 32}},
                                             {"at_val", {32, 1}},
                                             {"at_f", {32, 1}}};
  for (const CountedLaunch& launch : run_counted("micro.cu", "by_index").launches) {
    CAPTURE(launch.kernel);
    const auto due = global.find(launch.kernel);
    const Due expected = due != global.end() ? due->second : Due{0, 0};
    CHECK(launch["global_atomic_lanes"] == expected.lanes);
    CHECK(launch["global_atomic_addresses"] == expected.addresses);
    CHECK(launch["most_global_atomics_of_a_block"] == expected.lanes);
    const bool shared = launch.kernel == "at_sh" || launch.kernel == "at_sh8";
    CHECK(launch["shared_atomic_lanes"] == (shared ? 32 : 0));
  }
}
