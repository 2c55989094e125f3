#include "harness/options.hpp"

#include <vector>

#include "harness/catch.hpp"

using namespace harness;

namespace {

Options parsed(std::vector<const char*> arguments) {
  arguments.insert(arguments.begin(), "grade");
  return parse_options(static_cast<int>(arguments.size()), arguments.data());
}

std::string error_of(std::vector<const char*> arguments) {
  return parsed(std::move(arguments)).error;
}

}  // namespace

TEST_CASE("no options: the starter's file, seed 1, no run") {
  const Options o = parsed({});
  CHECK(o.error.empty());
  CHECK(o.submission.empty());
  CHECK(o.seed == 1);
  CHECK_FALSE(o.run.has_value());
  CHECK(o.backend == BackendChoice::automatic);
  CHECK(o.for_catch.empty());
}

TEST_CASE("values stand behind a space or an equals sign") {
  const Options o = parsed({"--submission", "a b's.cu", "--result=out=1.json", "--seed=42",
                            "--backend", "cuda", "--progress-fd", "5"});
  CHECK(o.error.empty());
  CHECK(o.submission == "a b's.cu");
  CHECK(o.result == "out=1.json");
  CHECK(o.seed == 42);
  CHECK(o.backend == BackendChoice::cuda);
  CHECK(o.progress_fd == 5);
}

TEST_CASE("what is not ours goes to Catch2 as it is") {
  const Options o = parsed({"[task2]", "--seed", "3", "-r", "junit", "--order=rand"});
  CHECK(o.for_catch == std::vector<std::string>{"[task2]", "-r", "junit", "--order=rand"});
  CHECK(o.has_reporter);
  CHECK(o.has_order);
  CHECK_FALSE(o.has_output);
  CHECK_FALSE(o.lists);
}

TEST_CASE("listing, help and version are recognised") {
  CHECK(parsed({"--list-tests"}).lists);
  CHECK(parsed({"-t"}).lists);
  CHECK(parsed({"--help"}).help);
  CHECK(parsed({"-?"}).help);
  CHECK(parsed({"--version"}).version);
}

TEST_CASE("a run has a length, a block and a number of repeats") {
  const Options o = parsed({"--n", "16777216", "--block", "33", "--repeat", "10"});
  REQUIRE(o.run.has_value());
  CHECK(o.run->n == 16777216);
  CHECK(o.run->block_size == 33);
  CHECK(o.run->repeat == 10);
  REQUIRE(parsed({"--n", "0"}).run.has_value());
  CHECK(parsed({"--n", "0"}).run->block_size == 256);
}

TEST_CASE("lengths that are none are refused with a sentence") {
  for (const char* n : {"-1", "ten", "", "1e6", "12x", "1.5", "99999999999999999999999"}) {
    const std::string error = error_of({"--n", n});
    CHECK(error ==
          "--n is '" + std::string(n) + "': it must be a whole number of elements, 0 or more.");
  }
  CHECK(error_of({"--n"}) == "--n needs a value.");
  CHECK(error_of({"--block", "256"}) == "--block and --repeat belong to a run: give --n as well.");
}

TEST_CASE("block sizes outside 1 to 1024 are refused with a sentence") {
  for (const char* block : {"0", "-1", "1025", "2000", "x"})
    CHECK(error_of({"--n", "8", "--block", block}) ==
          "--block is '" + std::string(block) + "': a block has 1 to 1024 threads.");
  for (const char* block : {"1", "33", "1024"})
    CHECK(error_of({"--n", "8", "--block", block}).empty());
}

TEST_CASE("other bad values are refused with a sentence") {
  CHECK_FALSE(error_of({"--seed", "-3"}).empty());
  CHECK_FALSE(error_of({"--backend", "gpu"}).empty());
  CHECK_FALSE(error_of({"--n", "8", "--repeat", "0"}).empty());
  CHECK_FALSE(error_of({"--progress-fd", "x"}).empty());
  CHECK(error_of({"--submission"}) == "--submission needs a value.");
  CHECK(error_of({"--submission", ""}) == "--submission names no file.");
}

TEST_CASE("a device is the number of a GPU, and belongs to one") {
  const Options o = parsed({"--backend", "cuda", "--device", "2"});
  CHECK(o.error.empty());
  CHECK(o.device == 2);
  CHECK(o.names_device);
  CHECK(parsed({"--n", "8", "--device=1"}).device == 1);
  CHECK_FALSE(parsed({"--n", "8"}).names_device);
  CHECK_THAT(error_of({"--device", "1"}), catch_either::Contains("give --backend cuda"));
  CHECK_THAT(error_of({"--backend", "emulator", "--device", "1", "--n", "8"}),
             catch_either::Contains("give --backend cuda"));
  CHECK_THAT(error_of({"--backend", "cuda", "--device", "x"}),
             catch_either::Contains("--device is 'x'"));
  CHECK(error_of({"--device"}) == "--device needs a value.");
}

TEST_CASE("times can be left out of grading, and of nothing that is there for them") {
  CHECK(parsed({}).times);
  const Options o = parsed({"--no-times", "[task1]", "--backend", "cuda"});
  CHECK(o.error.empty());
  CHECK_FALSE(o.times);
  CHECK(o.for_catch == std::vector<std::string>{"[task1]"});
  CHECK_THAT(usage("grade"), catch_either::Contains("\n  --no-times "));
  for (const std::vector<const char*>& more : std::vector<std::vector<const char*>>{
           {"--n", "8"}, {"--bench", "plan.json"}, {"--profile", "folder", "--n", "8"}}) {
    std::vector<const char*> arguments = more;
    arguments.push_back("--no-times");
    CHECK_THAT(error_of(arguments), catch_either::Contains("--no-times belongs to grading"));
  }
}

TEST_CASE("a length is compared with the memory that is there") {
  const std::uint64_t gib = std::uint64_t{1} << 30;
  CHECK_FALSE(too_large(0, gib).has_value());
  CHECK_FALSE(too_large(1 << 20, gib).has_value());
  REQUIRE(too_large(gib, gib).has_value());
  CHECK(too_large(gib, gib)->find("holds a run of at most") != std::string::npos);
  CHECK(too_large(std::numeric_limits<std::uint64_t>::max(), 64 * gib).has_value());
  CHECK_FALSE(too_large(0, 0).has_value());
  CHECK(available_memory() > 0);
}
