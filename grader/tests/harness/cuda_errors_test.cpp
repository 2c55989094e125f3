#include "harness/cuda_errors.hpp"

#include <set>
#include <string>

#include "harness/catch.hpp"
#include "harness/evidence.hpp"

using catch_either::Contains;
using namespace harness;

TEST_CASE("the errors that submissions meet have a sentence of their own", "[cuda_errors]") {
  // Numbers and names of cudaError_t: invalid value, out of memory, invalid configuration, invalid
  // resource handle, illegal address, launch out of resources, misaligned address, launch failure.
  std::set<std::string> sentences;
  for (const int error : {1, 2, 9, 400, 700, 701, 716, 719})
    sentences.insert(std::string(usual_cause(error)));
  CHECK(sentences.size() == 8);
  CHECK(sentences.count(std::string(usual_cause(0))) == 0);
  CHECK(usual_cause(12345) == usual_cause(-1));
  CHECK_THAT(std::string(usual_cause(700)), Contains("outside of every array"));
  CHECK_THAT(std::string(usual_cause(716)), Contains("multiple"));
  CHECK_THAT(std::string(usual_cause(9)), Contains("0 blocks"));
}

TEST_CASE("an image that the GPU cannot use is told by three errors", "[cuda_errors]") {
  for (const int error : {209, 218, 222}) CHECK(says_wrong_image(error));
  for (const int error : {0, 1, 98, 200, 700}) CHECK_FALSE(says_wrong_image(error));
}

TEST_CASE("a failed call is shown by name and number, with what it usually means",
          "[cuda_errors]") {
  CallOutcome outcome;
  outcome.end = End::replied;
  outcome.reply.kind = worker::ReplyKind::returned;
  outcome.reply.copy_error = 700;
  std::snprintf(outcome.reply.error_name, sizeof outcome.reply.error_name,
                "cudaErrorIllegalAddress");
  std::snprintf(outcome.reply.error_text, sizeof outcome.reply.error_text,
                "an illegal memory access was encountered");
  SourceMap sources("x.cu", {}, {});
  const Evidence evidence = evidence_of(outcome, sources);
  REQUIRE(evidence.failed_call);
  CHECK_THAT(evidence.failed_call->message,
             Contains("cudaErrorIllegalAddress (700): an illegal memory access"));
  CHECK(evidence.failed_call->look_at == usual_cause(700));
}
