// Grading: exit codes, what happens when a grader fails, points, JSON, the second compiler.
#include <filesystem>

#include "harness/catch.hpp"
#include "miniature.hpp"
#include "pipeline/grading.hpp"
#include "pipeline/interrupt.hpp"
#include "pipeline/report_terminal.hpp"
#include "pipeline/state.hpp"

using Catch::Matchers::StartsWith;
using miniature::check;
using miniature::Contains;
using miniature::Course;
using miniature::Outcome;
using result::Verdict;

namespace {

std::string points_so_far(const Course& course) {
  return std::filesystem::exists(course.path("build/state.json")) ? course.read("build/state.json")
                                                                  : "";
}

}  // namespace

TEST_CASE("the exit code is that of the worst verdict", "[grade]") {
  const Course course;
  course.grader_reports(miniature::passed("01_first"));
  CHECK(course.run({"grade", "1"}).code == 0);
  CHECK(course.run({"grade", "2"}).code == 1);
  CHECK(course.run({"grade"}).code == 1);
  course.grader_reports(miniature::graded("10_third", {check("x", 1, 80, Verdict::out_of_bounds)}));
  CHECK(course.run({"grade", "10"}).code == 5);
  CHECK(course.run({"grade", "1", "10"}).code == 5);
}

TEST_CASE("a lab of which nothing ran does not hide behind one that passed", "[grade]") {
  std::vector<result::Lab> labs(2);
  labs[0].verdict = Verdict::pass;
  labs[1].verdict = Verdict::not_run;
  CHECK(pipeline::worst_verdict(labs) == Verdict::not_run);
  std::swap(labs[0], labs[1]);
  CHECK(pipeline::worst_verdict(labs) == Verdict::not_run);
  labs[1].verdict = Verdict::crash;
  CHECK(pipeline::worst_verdict(labs) == Verdict::crash);
}

TEST_CASE("a grader that fails costs its own lab, and nobody's points", "[grade]") {
  const Course course;
  course.grader_reports(miniature::passed("01_first"));
  course.grader_reports(miniature::passed("02_second"));
  course.grader_reports(miniature::passed("10_third"));
  REQUIRE(course.run({"grade"}).code == 0);
  const std::string before = points_so_far(course);

  const std::pair<const char*, const char*> failures[] = {
      {"kill -SEGV $$", "was ended by signal 11 (Segmentation fault) and wrote no result"},
      {"exit 3", "left with exit code 3 and wrote no result"},
      {"echo '1 2 step' >&2; echo 'no space left' >&2; exit 11",
       "left with exit code 11 and wrote no result: no space left"},
      {"echo '{\"schema_version\": 1, \"la' > \"$RESULT\"", "cannot be read"},
      {"echo '[]' > \"$RESULT\"", "cannot be read"},
      {"cp ../canned_01_first.json \"$RESULT\" || cp canned_01_first.json \"$RESULT\"",
       "wrote the result of another lab"},
      {"cp canned_02_second.json \"$RESULT\"; kill -KILL $$", "was ended by signal 9"}};
  for (const auto& [body, words] : failures) {
    course.grader("02_second", body);
    const Outcome outcome = course.run({"grade"});
    CAPTURE(body, outcome.out, outcome.err);
    CHECK(outcome.code == 11);
    CHECK_THAT(outcome.out, StartsWith("next: ./lab doctor (grader_error is not your fault"));
    std::string joined = outcome.out;  // the sentence may be wrapped
    for (std::size_t at; (at = joined.find("\n            ")) != std::string::npos;) {
      joined.replace(at, 13, " ");
    }
    CHECK_THAT(joined, Contains(words) && Contains("no points changed"));
    CHECK_THAT(outcome.out, Contains("200 / 300"));
    CHECK(points_so_far(course) == before);
  }
}

TEST_CASE("a grader that is not built is named", "[grade]") {
  const Course course;
  std::filesystem::remove(course.path("bin/grade_02_second"));
  const Outcome outcome = course.run({"grade", "2"});
  CHECK(outcome.code == 11);
  CHECK_THAT(outcome.err, Contains("bin/grade_02_second is not built"));
}

TEST_CASE("only the student's own files earn points", "[grade]") {
  const Course course;
  course.grader_reports(miniature::passed("01_first"));
  CHECK(course.run({"grade", "1", "--solutions"}).code == 0);
  CHECK(points_so_far(course).empty());
  CHECK(course.run({"grade", "1"}).code == 0);
  std::string complaint;
  const pipeline::State state = pipeline::load_state(course.path("build/state.json"), complaint);
  CHECK(complaint.empty());
  CHECK(state.labs.at("01_first").points == 100);
  CHECK(state.labs.at("01_first").verdict == Verdict::pass);
}

TEST_CASE("what the emulator cannot judge changes no points", "[grade]") {
  const Course course;
  course.grader_reports(miniature::passed("01_first"));
  course.run({"grade", "1"});
  const std::string before = points_so_far(course);
  result::Lab lab = miniature::graded("01_first", {});
  lab.verdict = Verdict::unsupported;
  lab.build_output = "first.cu:3: textures cannot be emulated";
  course.grader_reports(lab);
  const Outcome outcome = course.run({"grade", "1"});
  CHECK(outcome.code == 9);
  CHECK_THAT(outcome.out, Contains("textures cannot be emulated") && Contains("no points changed"));
  CHECK(points_so_far(course) == before);
}

TEST_CASE("a damaged or unwritable state file costs no grade", "[state]") {
  const Course course;
  course.grader_reports(miniature::passed("01_first"));
  for (const char* damaged :
       {"{", "[]", "{\"version\": 99, \"labs\": {}}",
        "{\"version\": 1, \"labs\": {\"01_first\": {\"verdict\": \"xx\"}}}"}) {
    course.write("build/state.json", damaged);
    const Outcome outcome = course.run({"grade", "1"});
    CAPTURE(damaged, outcome.err);
    CHECK(outcome.code == 0);
    CHECK_THAT(outcome.err, Contains("start anew"));
    CHECK(course.run({"list"}).err.empty());  // whole again
  }
  std::filesystem::remove_all(course.path("build"));
  course.write("build", "a file where the folder should be");
  const Outcome outcome = course.run({"grade", "1"});
  CHECK(outcome.code == 0);
  CHECK_THAT(outcome.err, Contains("are not remembered"));
}

TEST_CASE("the JSON report is the grader's result, written whole or not at all", "[json]") {
  const Course course;
  course.grader_reports(miniature::passed("01_first"));
  const std::string file = course.path("result.json").string();
  CHECK(course.run({"grade", "1", "2", "--json", file}).code == 1);
  const std::vector<result::Lab> labs = result::read_file(file);
  REQUIRE(labs.size() == 2);
  CHECK(labs[0].points == 100);
  CHECK(labs[0].submission == "starter/01_first/first.cu");
  CHECK(labs[0].title == "The lab called 01_first");
  CHECK(labs[1].verdict == Verdict::not_done);

  const std::string before = points_so_far(course);
  const Outcome outcome = course.run({"grade", "1", "--json", "/nowhere/result.json"});
  CHECK(outcome.code == 11);
  CHECK_THAT(outcome.out, Contains("100 / 100"));
  CHECK_THAT(outcome.err, Contains("/nowhere/result.json"));
  CHECK_FALSE(std::filesystem::exists("/nowhere"));
  const Outcome full = course.run({"grade", "1", "--json", "/dev/full"});
  CHECK(full.code == 11);
  CHECK_THAT(full.err, Contains("/dev/full") && Contains("No space left on device"));
  CHECK(points_so_far(course) == before);
}

TEST_CASE("seed, backend and the number of graders at once reach them", "[grade]") {
  const Course course;
  const std::string seen = course.path("seen").string();
  for (const char* lab : {"01_first", "02_second", "10_third"}) {
    course.grader(lab, "echo \"$SEED $BACKEND\" >> \"" + seen + "\"\nexit 11");
  }
  course.run({"grade", "--seed", "7", "--backend", "emulator", "--jobs", "3"});
  CHECK(course.read("seen") == "7 emulator\n7 emulator\n7 emulator\n");
}

TEST_CASE("off a terminal there are no escape codes, and each lab's start and end are told",
          "[grade]") {
  const Course course;
  const Outcome outcome = course.run({"grade", "1", "2", "--jobs", "1"});
  CHECK(outcome.err ==
        "01_first: grading\n01_first: 0 / 100, not_done\n"
        "02_second: grading\n02_second: 0 / 100, not_done\n");
  for (const std::string& text : {outcome.out, outcome.err}) {
    CHECK(text.find('\x1b') == std::string::npos);
    CHECK(text.find('\r') == std::string::npos);
  }
}

TEST_CASE("on a terminal progress is one line that is gone in the end", "[grade]") {
  Course course;
  course.live_progress = true;
  const Outcome outcome = course.run({"grade"});
  CHECK(outcome.err.find('\n') == std::string::npos);
  CHECK_THAT(outcome.err, Contains("grading 1 of 3") && Contains("1/2"));
  CHECK(outcome.err.ends_with("\r\x1b[K"));
}

TEST_CASE("colour is on a terminal alone, and can be declined", "[grade]") {
  Course course;
  course.colour = true;
  CHECK_THAT(course.run({"grade", "1"}).out, Contains("\x1b["));
  CHECK_THAT(course.run({"grade", "1", "--no-color"}).out, !Contains("\x1b["));
}

TEST_CASE("work is done once each and its failure is handed on", "[grade]") {
  const pipeline::InterruptGuard guard;
  std::vector<int> done(50);
  pipeline::run_several(
      50, 4, [&](std::size_t k) { ++done[k]; }, [] {});
  CHECK(done == std::vector<int>(50, 1));
  pipeline::run_several(
      0, 4, [](std::size_t) { FAIL("no work was asked for"); }, [] {});
  CHECK_THROWS_WITH(pipeline::run_several(
                        3, 2,
                        [](std::size_t k) {
                          if (k == 1) throw std::runtime_error("one");
                        },
                        [] {}),
                    "one");
}

TEST_CASE("nvcc is asked about what was built, and said beside the verdict", "[nvcc]") {
  Course course;
  course.nvcc_installed = true;
  course.grader_reports(miniature::passed("01_first"));
  result::Lab broken = miniature::graded("02_second", {check("values", 1, 100, Verdict::not_run)});
  broken.verdict = Verdict::build_failed;
  broken.build_output = "second.cu:1: error";
  course.grader_reports(broken);
  std::vector<std::string> asked;
  course.tools.compile_with_nvcc = [&](const auto&, const std::string& lab, const auto& directory) {
    CHECK(std::filesystem::is_directory(directory));
    asked.push_back(lab);
    toolchain::Build build;
    build.ok = lab != "10_third";
    for (int k = 1; k <= 20; ++k) build.output += "third.cu:" + std::to_string(k) + ": error\n";
    return std::optional(build);
  };
  const Outcome outcome = course.run({"grade", "--jobs", "1"});
  CHECK(asked == std::vector<std::string>{"01_first", "10_third"});
  CHECK(outcome.code == 3);  // nvcc's opinion changes nothing
  CHECK_THAT(outcome.out, Contains("nvcc      compiles 01 too\n"));
  CHECK_THAT(outcome.out, Contains("does not compile starter/10_third/third.cu") &&
                              Contains("third.cu:12: error") && !Contains("third.cu:13: error") &&
                              Contains("(8 lines more)"));
  CHECK_THAT(course.run({"grade", "1"}).out, Contains("nvcc      compiles it too\n"));

  course.nvcc_installed = false;
  CHECK_THAT(course.run({"grade", "1"}).out, !Contains("nvcc"));
}
