// The commands beside grading, and every way to call one wrongly.
#include <filesystem>

#include "harness/catch.hpp"
#include "miniature.hpp"
#include "pipeline/explain.hpp"
#include "pipeline/hints.hpp"
#include "pipeline/text.hpp"

using Catch::Matchers::StartsWith;
using miniature::Contains;
using miniature::Course;
using miniature::Outcome;

namespace {

/// The project itself, whose pages are judged here.
pipeline::Context project(std::ostream& out) {
  return {.root = SUM_TO_SCAN_SOURCE_DIR, .programs = {}, .state_file = {}, .out = out, .err = out};
}

}  // namespace

TEST_CASE("a command line that is wrong gets one sentence and exit code 2", "[commands]") {
  const Course course;
  const std::vector<std::pair<std::vector<std::string>, const char*>> wrong = {
      {{}, "name a command"},
      {{"grad"}, "there is no command \"grad\" (did you mean grade?)"},
      {{"grade", "7"}, "there is no lab \"7\"; the labs are 01_first"},
      {{"grade", "--frobnicate"}, "--frobnicate"},
      {{"grade", "--seed", "x"}, "--seed is \"x\""},
      {{"grade", "--seed", "-1"}, "--seed"},
      {{"grade", "--jobs", "0"}, "--jobs is \"0\""},
      {{"grade", "--backend", "tpu"}, "auto, cuda or emulator"},
      {{"grade", "--solutions", "--from", "x"}, "excludes"},
      {{"grade", "--from", "/nowhere"}, "/nowhere is not there"},
      {{"grade", "--json"}, "--json"},
      {{"grade", "--from", ""}, "--from: it names no file"},
      {{"grade", "1", "--submission", ""}, "--submission: it names no file"},
      {{"emulate", ""}, "FILE: it names no file"},
      {{"grade", "1", "2", "--submission", "x.cu"}, "one file"},
      {{"run", "1", "100"}, "BLOCK"},
      {{"run", "1", "-5", "256", "10"}, "N is \"-5\""},
      {{"run", "1", "many", "256", "10"}, "N is \"many\""},
      {{"run", "1", "1e6", "256", "10"}, "N is \"1e6\""},
      {{"run", "1", "99999999999999999999", "256", "10"}, "N is"},
      {{"run", "1", "100", "0", "10"}, "BLOCK is \"0\"; it must be a whole number from 1 to 1,024"},
      {{"run", "1", "100", "-1", "10"}, "BLOCK is \"-1\""},
      {{"run", "1", "100", "1025", "10"}, "BLOCK is \"1025\""},
      {{"run", "1", "100", "2000", "10"}, "BLOCK is \"2000\""},
      {{"run", "1", "100", "32", "0"}, "REPEAT is \"0\""},
      {{"hint"}, "LAB"},
      {{"hint", "1", "0"}, "TASK is \"0\""},
      {{"hint", "1", "9"}, "has no task 9; its tasks are 1 to 2"},
      {{"hint", "1", "1", "--all", "--reset"}, "excludes"},
      {{"explain", "datarace"}, "did you mean data_race?"},
      {{"emulate"}, "FILE"},
      {{"emulate", "/nowhere/x.cu"}, "x.cu is not there"},
      {{"emulate", "x.cu", "--order", "random"}, "by_index, reversed or shuffled"},
      {{"emulate", "x.cu", "--seconds", "soon"}, "--seconds is \"soon\""},
      {{"emulate", "x.cu", "y.cu"}, "y.cu"},
      {{"bench"}, "name a lab"},
      {{"bench", "7"}, "there is no lab \"7\""},
      {{"bench", "1", "--sizes", "1e5,many"}, "--sizes is \"many\""},
      {{"bench", "1", "--sizes", "1e99"}, "--sizes is \"1e99\""},
      {{"bench", "1", "--sizes", "2^"}, "--sizes is \"2^\""},
      {{"bench", "1", "--sizes", "16"}, "from 32 to"},
      {{"bench", "1", "--sizes", "1e5", "--to", "1e6"}, "leave out --from"},
      {{"bench", "1", "--from", "1e6", "--to", "1e5"}, "1,000,000, is above the longest, 100,000"},
      {{"bench", "1", "--points", "0"}, "--points is \"0\""},
      {{"bench", "1", "--rounds", "0"}, "--rounds is \"0\""},
      {{"bench", "1", "--block", "2000"}, "--block is \"2000\""},
      {{"bench", "1", "--device", "x"}, "--device is"},
      {{"bench", "1", "--n", "1e6"}, "--n belongs to --blocks"},
      {{"bench", "1", "--blocks", "--block", "32"}, "--blocks sweeps block sizes"},
      {{"bench", "1", "--blocks", "--report"}, "ask for one"},
      {{"bench", "1", "--blocks", "--cpu-only"}, "have no blocks"},
      {{"bench", "1", "--report"}, "labs 01, 02 and 03"},
      {{"bench", "1", "--against", "/nowhere/x.cu"}, "x.cu is not there"},
      {{"bench", "1", "--solutions", "--submission", "x.cu"}, "excludes"},
      {{"bench", "--read", "/nowhere/x.json"}, "x.json could not be read"},
      {{"profile"}, "LAB"},
      {{"profile", "1", "--n", "0"}, "--n is \"0\""},
      {{"profile", "1", "--block", "0"}, "--block is \"0\""},
      {{"watch"}, "there is no command \"watch\""}};
  for (const auto& [arguments, words] : wrong) {
    const Outcome outcome = course.run(arguments);
    CAPTURE(arguments, outcome.err);
    CHECK(outcome.code == 2);
    CHECK(outcome.out.empty());
    CHECK_THAT(outcome.err, StartsWith("lab: ") && Contains(words));
    CHECK(pipeline::lines(outcome.err).size() == 1);
  }
}

TEST_CASE("help and version are answers, not errors", "[commands]") {
  const Course course;
  for (const std::vector<std::string>& arguments :
       {std::vector<std::string>{"--help"}, {"grade", "--help"}, {"--version"}}) {
    const Outcome outcome = course.run(arguments);
    CHECK(outcome.code == 0);
    CHECK(outcome.err.empty());
    CHECK_FALSE(outcome.out.empty());
  }
  const std::string help = course.run({"--help"}).out;
  for (const char* missing : {"watch", "trace", "class"}) {
    CHECK_THAT(help, !Contains(missing));
  }
  CHECK_THAT(help, Contains("  130  Ctrl-C"));
}

TEST_CASE("run hands its numbers to the grader and keeps its exit code", "[commands]") {
  const Course course;
  course.grader("01_first", "echo \"$N $BLOCK $REPEAT $BACKEND $SEED $SUBMISSION\" > \"" +
                                course.path("seen").string() + "\"\nexit 4");
  CHECK(course.run({"run", "1", "0", "33", "10", "--seed", "3"}).code == 4);
  CHECK(course.read("seen") ==
        "0 33 10 auto 3 " + course.path("starter/01_first/first.cu").string() + "\n");
  course.run({"run", "first", "16777216", "256", "10", "--solutions"});
  CHECK(course.read("seen") ==
        "16777216 256 10 auto 1 " + course.path("solutions/01_first/first.cu").string() + "\n");
}

TEST_CASE("hints open one by one, and are remembered", "[hints]") {
  const Course course;
  const Outcome first = course.run({"hint", "1"});
  CHECK(first.code == 0);
  CHECK_THAT(first.out, StartsWith("01 first, task 1: one thing\n") &&
                            Contains("hint 1 of 3\n  Look at the index.\n") &&
                            !Contains("bounds check") && Contains("2 left: ./lab hint 1 1"));
  CHECK_THAT(course.run({"hint", "first", "1"}).out,
             Contains("hint 2 of 3\n  Look at the bounds check.\n") && Contains("1 left"));
  CHECK_THAT(course.run({"hint", "1"}).out, Contains("hint 3 of 3") && Contains("none left"));
  CHECK_THAT(course.run({"hint", "1"}).out, Contains("hint 3 of 3") && Contains("none left"));
  CHECK_THAT(course.run({"hint", "1", "2"}).out, Contains("Only one hint."));

  CHECK_THAT(course.run({"hint", "1", "1", "--reset"}).out, Contains("closed again"));
  CHECK_THAT(course.run({"hint", "1", "1"}).out, Contains("2 left"));
  CHECK_THAT(course.run({"hint", "1", "1", "--all"}).out, Contains("hint 3 of 3"));
}

TEST_CASE("without a task, the first one that is not full has the hint", "[hints]") {
  using namespace miniature;
  const Course course;
  course.grader_reports(
      graded("01_first", {check("a", 1, 50), check("b", 2, 50, result::Verdict::wrong_answer)}));
  course.run({"grade", "1"});
  CHECK_THAT(course.run({"hint", "1"}).out, StartsWith("01 first, task 2: another thing"));
}

TEST_CASE("hints keep the code that they show", "[hints]") {
  const auto hints = pipeline::hints_of_task(
      "## Task 12: x\n\n1. Text.\n\n   ```cpp\n   if (x)\n     y;\n   ```\n10. Last.\n## Task 1: "
      "y\n1. no\n",
      12);
  REQUIRE(hints.size() == 2);
  CHECK(hints[0] == "Text.\n\n```cpp\nif (x)\n  y;\n```");
  CHECK(hints[1] == "Last.");
}

TEST_CASE("every hint of the course's labs can be opened", "[hints]") {
  const pipeline::Course course = pipeline::discover_course(SUM_TO_SCAN_SOURCE_DIR);
  for (const pipeline::Lab& lab : course.labs) {
    const std::string file = pipeline::read_text(course.hints(lab));
    CAPTURE(lab.name);
    CHECK_FALSE(lab.tasks.empty());
    for (std::size_t task = 1; task <= lab.tasks.size(); ++task) {
      CHECK(pipeline::hints_of_task(file, static_cast<int>(task)).size() >= 2);
    }
  }
}

TEST_CASE("every verdict has its page, of at most 40 lines", "[explain]") {
  std::ostringstream out;
  const pipeline::Context context = project(out);
  for (const result::Verdict verdict : pipeline::all_verdicts()) {
    const std::string name(result::name(verdict));
    CAPTURE(name);
    const std::string page = pipeline::read_text(pipeline::explanation_file(context, verdict));
    CHECK_THAT(page, StartsWith("# " + name + "\n") && Contains("\n## Example\n\n```"));
    CHECK(pipeline::lines(page).size() <= 40);
    const std::size_t begin = page.find("\n", page.find("\n```") + 1);
    const std::string code = page.substr(begin, page.find("\n```", begin) - begin);
    CHECK(pipeline::lines(code).size() <= 16);  // with the empty line in front

    out.str("");
    pipeline::explain(context, name);
    for (const std::string& line : pipeline::lines(out.str())) {
      CAPTURE(line);
      CHECK(pipeline::columns(line) <= pipeline::page_width);
    }
  }
  std::size_t pages = 0;
  for (const auto& entry :
       std::filesystem::directory_iterator(context.root / "docs" / "verdicts")) {
    pages += entry.path().extension() == ".md" ? 1 : 0;
  }
  CHECK(pages == pipeline::all_verdicts().size());
}

TEST_CASE("without a code explain lists all verdicts", "[explain]") {
  std::ostringstream out;
  pipeline::explain(project(out), "");
  for (const result::Verdict verdict : pipeline::all_verdicts()) {
    CHECK_THAT(out.str(), Contains("\n" + std::string(result::name(verdict)) + " "));
  }
}

TEST_CASE("list shows points so far and the next lab", "[list]") {
  const Course course;
  course.grader_reports(miniature::passed("01_first"));
  course.run({"grade", "1"});
  const Outcome outcome = course.run({"list"});
  CHECK(outcome.code == 0);
  CHECK(outcome.out == R"(next: starter/02_second/second.cu

01 first                 100 / 100   pass
  The lab called 01_first
02 second                  - / 100   not graded yet
  The lab called 02_second
10 third                   - / 100   not graded yet
  The lab called 10_third
total                    100 / 300
  read      labs/02_second/README.md
  grade     ./lab grade 2
)");
}
