// Answers that are right and that no kernel made; and replies that were never asked for.
#include "harness/host_work.hpp"

#include "harness/catch.hpp"
#include "tests/harness/grading_bench.hpp"

using namespace harness;
using grading_bench::Bench;
using result::Verdict;

namespace {

const Function lengths_and_blocks = {"array_sum", {"d_in"}, {"d_sum"}};
const Function lengths_alone = {"min_max", {"d_in"}, {"d_min"}, {}, false};

struct Counts {
  std::size_t n;
  int block_size;
  std::uint64_t launches, seen_by_host, accesses;
};

std::string judged(const Counts& counts, const Function& function = lengths_and_blocks,
                   std::uint32_t flags = worker::checked) {
  PreparedCall call;
  call.function = &function;
  call.asked.n = counts.n;
  call.asked.block_size = counts.block_size;
  call.request.flags = flags;
  call.request.input_count = 1;
  call.request.inputs[0].bytes = 4 * counts.n;
  worker::Reply reply = {};
  reply.launches = counts.launches;
  reply.tally = {counts.seen_by_host, counts.accesses};
  const auto finding = host_work(call, reply);
  if (!finding) return "";
  CHECK(finding->code == Verdict::policy);
  return finding->message;
}

}  // namespace

TEST_CASE("no kernel is excused for fewer than 32 elements alone") {
  CHECK(judged({31, 256, 0, 0, 0}).empty());
  CHECK(judged({32, 256, 0, 0, 0}) ==
        "the answer is right and no kernel was launched: it was computed on the host");
  CHECK(judged({32, 256, 1, 128, 0}).empty());
}

TEST_CASE("the host may see the sums of tiles and not half of the input") {
  // 10,000 elements are 40,000 bytes.
  CHECK(judged({10000, 256, 1, 19999, 10000}).empty());
  CHECK(judged({10000, 256, 1, 20000, 10000}) ==
        "the answer is right and the work can have been done on the host: 20,000 bytes came back "
        "to it in the call, of an input of 40,000 bytes");
  CHECK(judged({4095, 256, 1, 16380, 4095}).empty());
  // Two elements are a tile of a block of one thread: its sums are half of the input.
  CHECK(judged({10000, 1, 1, 20000, 10000}).empty());
  CHECK_FALSE(judged({10000, 1, 1, 20000, 10000}, lengths_alone).empty());
  CHECK_FALSE(judged({10000, 256, 1, 20000, 0}, lengths_and_blocks, 0).empty());
}

TEST_CASE("kernels that did the work touched memory once for eight elements at least") {
  CHECK(judged({8192, 256, 1, 0, 1024}).empty());
  CHECK(judged({8192, 256, 1, 0, 1023}) ==
        "the answer is right and no kernel can have read the input: of 8,192 elements kernels "
        "touched memory 1,023 times");
  CHECK(judged({8192, 256, 1, 0, 0}, lengths_and_blocks, 0).empty());  // nothing is counted then
}

TEST_CASE("a right answer that the host made is against the rules of every check of values") {
  Bench bench;
  CHECK(bench.check("right", {5000}).verdict == Verdict::pass);
  CHECK(bench.check("reads nothing", {5000}).verdict == Verdict::policy);
  CHECK(bench.check("copies all to the host", {5000}).verdict == Verdict::policy);
  CHECK(bench.check("copies all to the host", {100}).verdict == Verdict::pass);
}

TEST_CASE("a reply that does not name its call breaks the protocol") {
  Bench bench;
  const result::Check& check = bench.check("guesses the nonce");
  CHECK(check.verdict == Verdict::crash);
  CHECK(check.findings.at(0).message ==
        "the process wrote to the channel through which the grader talks to it");
}
