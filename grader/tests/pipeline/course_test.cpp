// Discovery and look-up of labs, and where their files are.
#include <filesystem>

#include "harness/catch.hpp"
#include "miniature.hpp"
#include "pipeline/course.hpp"
#include "pipeline/submission.hpp"

using miniature::Contains;
using miniature::Course;

TEST_CASE("labs are the folders, in the order of their numbers", "[course]") {
  const Course course;
  course.write("labs/notes/README.md", "no lab\n");
  const pipeline::Course found = pipeline::discover_course(course.root());
  REQUIRE(found.labs.size() == 3);
  CHECK(found.labs[0].name == "01_first");
  CHECK(found.labs[0].title == "The lab called 01_first");
  CHECK(found.labs[0].file == "first.cu");
  CHECK(found.labs[0].tasks == std::vector<std::string>{"one thing", "another thing"});
  CHECK(found.labs[2].number == 10);
  CHECK(found.labs[2].slug == "third");
}

TEST_CASE("a lab is found by number, slug and name, and by nothing else", "[course]") {
  const Course course;
  const pipeline::Course found = pipeline::discover_course(course.root());
  for (const char* name : {"2", "02", "second", "02_second"}) {
    CHECK(found.find(name).name == "02_second");
  }
  CHECK(found.find("10").name == "10_third");
  for (const char* name : {"", "3", "0", "1 ", "-1", "2x", "secon", "../02_second"}) {
    CAPTURE(name);
    CHECK_THROWS_WITH(found.find(name), Contains("the labs are 01_first, 02_second, 10_third"));
  }
  CHECK_THROWS_WITH(found.find("secnod"), Contains("did you mean second?"));
}

TEST_CASE("a selection holds each lab once, in the order of the course", "[course]") {
  const Course course;
  const pipeline::Course found = pipeline::discover_course(course.root());
  const auto selected = found.select({"third", "1", "10_third"});
  REQUIRE(selected.size() == 2);
  CHECK(selected[0]->name == "01_first");
  CHECK(selected[1]->name == "10_third");
  CHECK(found.select({}).size() == 3);
}

TEST_CASE("a lab that lacks something is named", "[course]") {
  const Course course;
  SECTION("no manifest") {
    std::filesystem::remove(course.path("labs/02_second/lab.cmake"));
    CHECK_THROWS_WITH(pipeline::discover_course(course.root()),
                      Contains("02_second/lab.cmake cannot be read: No such file"));
  }
  SECTION("a manifest without a title") {
    course.write("labs/02_second/lab.cmake", "set(LAB_FILE second.cu)\n");
    CHECK_THROWS_WITH(pipeline::discover_course(course.root()), Contains("does not set LAB_TITLE"));
  }
  SECTION("tasks out of order") {
    course.write("labs/02_second/README.md", "## Task 2: too early\n");
    CHECK_THROWS_WITH(pipeline::discover_course(course.root()), Contains("out of order"));
  }
  SECTION("no labs at all") {
    std::filesystem::remove_all(course.path("labs"));
    CHECK_THROWS_WITH(pipeline::discover_course(course.root()), Contains("labs cannot be read"));
  }
}

TEST_CASE("submissions come from four places", "[submission]") {
  const Course course;
  const std::string elsewhere = course.path("hand in").string();
  course.write("hand in/01_first/first.cu", "// nested\n");
  course.write("hand in/second.cu", "// flat\n");
  for (const auto& [lab, file] :
       {std::pair{"01_first", "hand in/01_first/first.cu"}, {"02_second", "hand in/second.cu"}}) {
    course.grader(lab, "echo \"got $SUBMISSION\" >&2; exit 1");
    const miniature::Outcome outcome = course.run({"grade", lab, "--from", elsewhere});
    CHECK_THAT(outcome.out, Contains("got") && Contains(course.path(file).filename().string()));
  }
  course.grader("01_first", "echo \"<$SUBMISSION>\" > \"" + course.path("seen").string() + "\"");
  const auto seen = [&](std::vector<std::string> options) {
    options.insert(options.begin(), {"grade", "1"});
    course.run(options);
    return course.read("seen");
  };
  CHECK(seen({}) == "<" + course.path("starter/01_first/first.cu").string() + ">\n");
  CHECK(seen({"--solutions"}) == "<" + course.path("solutions/01_first/first.cu").string() + ">\n");
  CHECK(seen({"--submission", elsewhere + "/second.cu"}) == "<" + elsewhere + "/second.cu>\n");
}

TEST_CASE("a file alone says by its name which lab it is for", "[submission]") {
  const Course course;
  course.write("second.cu", "// mine\n");
  course.grader_reports(miniature::passed("02_second"));
  CHECK(course.run({"grade", "--submission", course.path("second.cu").string()}).code == 0);
  course.write("mine.cu", "// mine\n");
  const auto outcome = course.run({"grade", "--submission", course.path("mine.cu").string()});
  CHECK(outcome.code == 2);
  CHECK_THAT(outcome.err, Contains("say which lab"));
}

TEST_CASE("a submission that cannot be read is a usage error with its own sentence",
          "[submission]") {
  const Course course;
  const auto grade = [&](const std::string& below) {
    return course.run({"grade", "1", "--submission", course.path(below).string()});
  };
  course.write("empty.cu", "");
  for (const auto& [below, words] :
       {std::pair{"nowhere.cu", "is not there"}, {"labs", "folder"}, {"empty.cu", "empty"}}) {
    const miniature::Outcome outcome = grade(below);
    CAPTURE(below, outcome.err);
    CHECK(outcome.code == 2);
    CHECK(outcome.out.empty());
    CHECK_THAT(outcome.err, Contains(words));
  }
}

TEST_CASE("among several labs a missing file is that lab's own result", "[submission]") {
  const Course course;
  course.grader_reports(miniature::passed("01_first"));
  course.grader_reports(miniature::passed("10_third"));
  std::filesystem::remove(course.path("starter/02_second/second.cu"));
  const miniature::Outcome outcome = course.run({"grade"});
  CHECK(outcome.code == 1);
  CHECK_THAT(outcome.out, Contains("starter/02_second/second.cu is not there"));
  CHECK_THAT(outcome.out, Contains("200 / 300"));
}

TEST_CASE("a course without solutions says so", "[submission]") {
  const Course course;
  std::filesystem::remove_all(course.path("solutions"));
  const miniature::Outcome outcome = course.run({"grade", "--solutions"});
  CHECK(outcome.code == 2);
  CHECK_THAT(outcome.err, Contains("without the solutions"));
}
