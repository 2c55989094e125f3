// Graders that misbehave: shell scripts in place of one.
#include <sys/stat.h>

#include <algorithm>

#include "support.hpp"
#include "tool/observe.hpp"
#include "toolchain/submission.hpp"

namespace {

using fuzz_test::contains;

fuzz::Observed observed(const std::string& script, int seconds = 20) {
  const toolchain::TemporaryDirectory directory;
  const auto grader = directory.path() / "grader";
  // $2 is the submission, $4 the result.
  std::ofstream(grader) << "#!/bin/sh\n" << script << '\n';
  chmod(grader.c_str(), 0755);
  fuzz::prepare_to_observe();
  fuzz::Submission submission;
  submission.file = "it's a.cu";
  submission.text = std::string("a\0b\n", 4);
  return fuzz::observe(submission, grader, std::chrono::seconds(seconds));
}

}  // namespace

TEST_CASE("a grader's end, words and result are seen") {
  const auto seen = observed("cp \"$2\" \"$4\"; echo out; echo err >&2; exit 5");
  CHECK(seen.exit_code == 5);
  CHECK(seen.output == "out\n");
  CHECK(seen.error == "err\n");
  CHECK(seen.document == std::string("a\0b\n", 4));
  CHECK(seen.left.empty());
  CHECK(observed("kill -SEGV $$").signal == 11);
  const auto endless = observed("sleep 1000", 1);
  CHECK(endless.timed_out);
  CHECK(endless.left.empty());
  CHECK_FALSE(endless.document);
}

TEST_CASE("a process that goes on in a session of its own is seen and ended") {
  const auto seen = observed("setsid sleep 1000 >/dev/null 2>&1 & sleep 0.2");
  REQUIRE(seen.left.size() == 1);
  CHECK(seen.left.front() == "a process: sleep");
  CHECK(observed("exit 0").left.empty());
}

TEST_CASE("files that are left are seen") {
  const auto seen =
      observed("touch \"$TMPDIR/x\" \"$(dirname \"$2\")/y\" \"$4.z\"; echo more >> \"$2\"");
  const auto left = [&](const std::string& name) {
    return std::count(seen.left.begin(), seen.left.end(), name);
  };
  CHECK(seen.left.size() == 4);
  CHECK(left("in TMPDIR: x") == 1);
  CHECK(left("beside the submission: y") == 1);
  CHECK(left("beside the result: result.json.z") == 1);
  CHECK(left("another text in the submission") == 1);
}
