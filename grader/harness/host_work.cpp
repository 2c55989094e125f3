#include "harness/host_work.hpp"

#include <algorithm>

#include "harness/text.hpp"

namespace harness {
namespace {

// Fewer elements than this may be right without a kernel: the scan of one is a cudaMemset.
constexpr std::size_t too_many_without_kernel = 32;
// Up to the longest tile that a block takes, its sum or its scan may be finished anywhere.
constexpr std::size_t too_many_for_the_host = 4096;
// With smaller blocks the sums of tiles, which may be taken to the host, are a large part of n.
constexpr int least_block = 32;
// The widest load takes four elements; half of that is beyond doubt.
constexpr std::uint64_t elements_of_an_access = 8;

result::Finding computed_on_host(std::string what) {
  result::Finding finding;
  finding.code = result::Verdict::policy;
  finding.message = "the answer is right and " + std::move(what);
  finding.look_at = "The lab asks for kernels that do the work on the device.";
  return finding;
}

std::uint64_t longest_input(const worker::Request& request) {
  std::uint64_t bytes = 0;
  for (std::uint32_t k = 0; k < std::min(request.input_count, worker::max_inputs); ++k)
    bytes = std::max(bytes, request.inputs[k].bytes);
  return bytes;
}

}  // namespace

std::optional<result::Finding> host_work(const PreparedCall& call, const worker::Reply& reply) {
  const std::size_t n = call.asked.n;
  const worker::Tally& tally = reply.tally;
  if (n >= too_many_without_kernel && reply.launches == 0)
    return computed_on_host("no kernel was launched: it was computed on the host");
  if (n < too_many_for_the_host) return std::nullopt;
  const std::uint64_t input = longest_input(call.request);
  const bool sums_are_few =
      !call.function->takes_block_size || call.asked.block_size >= least_block;
  if (sums_are_few && tally.bytes_seen_by_host >= input / 2)
    return computed_on_host(
        "the work can have been done on the host: " + counted(tally.bytes_seen_by_host, "byte") +
        " came back to it in the call, of an input of " + counted(input, "byte"));
  const bool was_counted = (call.request.flags & worker::checked) != 0;
  if (was_counted && tally.kernel_accesses < n / elements_of_an_access)
    return computed_on_host("no kernel can have read the input: of " + counted(n, "element") +
                            " kernels touched memory " + counted(tally.kernel_accesses, "time"));
  return std::nullopt;
}

}  // namespace harness
