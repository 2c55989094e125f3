// The terminal report, word for word.
#include "harness/catch.hpp"
#include "miniature.hpp"
#include "pipeline/report_parts.hpp"
#include "pipeline/text.hpp"

using miniature::check;
using miniature::Contains;
using miniature::Course;
using miniature::finding;
using miniature::graded;
using result::Category;
using result::Verdict;

namespace {

std::string report(const Course& course, const result::Lab& lab,
                   std::vector<std::string> options = {}) {
  course.grader_reports(lab);
  options.insert(options.begin(), {"grade", lab.lab});
  return course.run(options).out;
}

result::Check failing(std::string name, int task, double points, const result::Finding& first,
                      Category category = Category::correctness) {
  result::Check failed = check(std::move(name), task, points, first.code, category);
  failed.findings = {first};
  return failed;
}

}  // namespace

TEST_CASE("nothing done yet", "[report]") {
  const Course course;
  CHECK(course.run({"grade", "1"}).out == R"(next: starter/01_first/first.cu, task 1 (not_done)

01 first                   0 / 100   not_done            emulator, seed 1
  open      starter/01_first/first.cu   (2 places marked TODO)
  read      labs/01_first/README.md, task 1
)");
}

TEST_CASE("a wrong answer, with the values around the first wrong element", "[report]") {
  const Course course;
  result::Finding wrong = finding(Verdict::wrong_answer, "inclusive where exclusive was asked");
  wrong.places.clear();
  wrong.difference = result::Difference{
      "d_out", 0, 7, 8, 0, {"3", "1", "7", "0"}, {"0", "3", "4", "11"}, {"3", "4", "11", "11.125"}};
  auto lab = graded("01_first", {check("one element", 1, 30), failing("worked", 1, 30, wrong),
                                 check("bounds", 2, 40, Verdict::pass, Category::safety),
                                 check("races", 2, 0, Verdict::not_run, Category::safety),
                                 check("leaks", 2, 0, Verdict::not_run, Category::safety),
                                 check("late", 2, 0, Verdict::not_run)});
  lab.checks[3].reason = lab.checks[4].reason = "the emulator alone can judge this";
  lab.checks[5].reason = "two time limits were reached before";
  CHECK(report(course, lab) == R"(next: starter/01_first/first.cu (wrong_answer, task 1)

01 first                  70 / 100   wrong_answer        emulator, seed 1

wrong_answer  inclusive where exclusive was asked                         task 1
  d_out[0] is the first wrong element; 7 of 8 wrong
    index            0       1       2       3
    input            3       1       7       0
    expected         0       3       4      11
    got              3       4      11  11.125
                     ^
  check     worked
  case      n = 33, block_size = 32
  look at   Which thread owns the last element?
  read      labs/01_first/README.md, task 1
  again     ./lab grade 1 --seed 1
  more      ./lab explain wrong_answer   ./lab hint 1 1

  task 1  one thing                                  30 / 60   wrong_answer
  task 2  another thing                              40 / 40   pass
  not run   races, leaks: the emulator alone can judge this
  not run   late: two time limits were reached before
)");
}

TEST_CASE("counts stand beside the lab's ideals, two in a row where they fit", "[report]") {
  const Course course;
  auto lab = graded("01_first", {check("values", 1, 100)});
  CHECK(report(course, lab).find("counted") == std::string::npos);
  lab.counted = {std::uint64_t{1} << 20,
                 256,
                 {{"requests", 32768, 32768.0},
                  {"bytes an element", 4.0625, {}},
                  {"global atomics", 1048576, 1048576.0},
                  {"bank conflicts", 0, 0.0}}};
  CHECK_THAT(report(course, lab), Contains(R"(
  counted   n = 1,048,576, block 256; the lab's own way in brackets
    requests             32,768 (32,768)  bytes an element       4.06
    global atomics    1,048,576 (1,048,576)
    bank conflicts            0 (0)
)"));
}

TEST_CASE("a task that nobody has begun shows beside the mistake of another", "[report]") {
  const Course course;
  auto lab = graded("01_first", {failing("values", 1, 60, finding(Verdict::wrong_answer, "wrong")),
                                 check("bounds", 2, 40, Verdict::not_done, Category::safety)});
  result::summarize(lab);
  const std::string text = report(course, lab);
  CHECK_THAT(text, Contains("wrong_answer, task 1"));
  CHECK_THAT(text, Contains("not_done"));
}

TEST_CASE("two places of one line share it", "[report]") {
  const Course course;
  result::Finding race =
      finding(Verdict::data_race, "two threads touch partial[17] with no barrier between them");
  race.places[0].text = "\tpartial[tid] += partial[tid + stride];";
  race.places.push_back(race.places[0]);
  race.places[1].role = "reads here";
  race.places[1].thread = "thread 17 of block 0";
  race.occurrences = 255;
  const auto lab = graded(
      "02_second", {check("values", 1, 80), failing("races", 1, 20, race, Category::safety)});
  CHECK_THAT(report(course, lab, {"--seed", "9"}), Contains(R"(
data_race  two threads touch partial[17] with no barrier between them     task 1
  thread 1 of block 0 writes here
  thread 17 of block 0 reads here
    --> first.cu:4
     4 |   partial[tid] += partial[tid + stride];
  and 254 more like it in the same places
  check     races
)"));
}

TEST_CASE("the first line points at the line of the submission", "[report]") {
  const Course course;
  const auto lab = graded("01_first", {failing("x", 2, 100, finding(Verdict::out_of_bounds, "m"))});
  CHECK_THAT(
      report(course, lab),
      Catch::Matchers::StartsWith("next: starter/01_first/first.cu:4 (out_of_bounds, task 2)\n"));
}

TEST_CASE("the first failing task decides, and in it the weightiest verdict", "[report]") {
  const auto lab =
      graded("01_first",
             {check("e", 1, 0, Verdict::inefficient, Category::efficiency),
              check("later", 2, 30, Verdict::crash), check("values", 1, 30, Verdict::wrong_answer),
              check("bounds", 1, 20, Verdict::out_of_bounds, Category::safety),
              check("more", 1, 20, Verdict::out_of_bounds)});
  REQUIRE(pipeline::first_failure(lab));
  CHECK(pipeline::first_failure(lab)->name == "bounds");
  const auto efficient =
      graded("01_first",
             {check("x", 1, 80), check("e", 1, 20, Verdict::inefficient, Category::efficiency)});
  REQUIRE(pipeline::first_failure(efficient));
  CHECK(pipeline::first_failure(efficient)->name == "e");
  CHECK(pipeline::first_failure(miniature::passed("01_first")) == nullptr);
}

TEST_CASE("other failures are named, and shown in full on request", "[report]") {
  const Course course;
  std::vector<result::Check> checks;
  for (int k = 0; k < 9; ++k) {
    checks.push_back(failing("check " + std::to_string(k), 1, 10,
                             finding(Verdict::wrong_answer, "message " + std::to_string(k))));
  }
  const auto lab = graded("01_first", checks);
  const std::string text = report(course, lab);
  CHECK_THAT(text, Contains("message 0") && !Contains("message 1"));
  CHECK_THAT(text, Contains("also      task 1  wrong_answer  check 1 (n = 33, block_size = 32)"));
  CHECK_THAT(text, Contains("2 checks more") && Contains("./lab grade 1 --seed 1 --all"));
  CHECK_THAT(report(course, lab, {"--all"}), Contains("message 0") && Contains("message 8"));
}

TEST_CASE("a pass shows times, and says that no GPU was timed", "[report]") {
  const Course course;
  result::Lab lab = miniature::passed("10_third");
  lab.timings = {{"CPU, one core", 4194304, 0, 5, 1.9375, 0.034, "float, -O3, 8 accumulators"},
                 {"CPU, 2 cores", 4194304, 0, 5, 0.0525, 0.5, ""}};
  course.grader_reports(miniature::passed("01_first"));
  course.run({"grade", "1"});
  CHECK(report(course, lab) == R"(next: starter/02_second/second.cu, task 1

10 third                 100 / 100   pass                emulator, seed 1
  task 1  one thing                                 100 / 100  pass

  times     n = 4,194,304, median of 5
    CPU, one core                1.94 ms   spread 3 %
      float, -O3, 8 accumulators
    CPU, 2 cores               0.0525 ms   spread 50 %
  GPU       none here: correctness and bounds were judged by the emulator; an
            emulated run says nothing about a GPU's time; ./lab doctor says how
            to get times
)");
}

TEST_CASE("a GPU's times stand below their lengths, with what is wrong with them", "[report]") {
  const Course course;
  result::Lab lab = miniature::passed("10_third");
  result::Timing kernel = {"GPU, kernel", 4194304, 256, 10, 0.0052, 0.02, "events"};
  kernel.gigabytes_per_second = 3226.4;
  lab.timings = {{"CPU, one core", 4194304, 0, 10, 1.9375, 0.034, ""}, kernel};
  kernel.n = 16777216;
  kernel.outcome = Verdict::suspect;
  kernel.why = "the grader's clock says more";
  lab.timings.push_back(kernel);
  const std::string text = report(course, lab);
  CHECK_THAT(text, Contains(R"(
  times     n = 4,194,304, median of 10
    CPU, one core                1.94 ms   spread 3 %
    GPU, kernel                0.0052 ms   spread 2 %   3226 GB/s   events
            n = 16,777,216, median of 10
    GPU, kernel                0.0052 ms   spread 2 %   3226 GB/s   events
      suspect: the grader's clock says more
)"));
  CHECK_THAT(text, !Contains("none here"));
}

TEST_CASE("a file that does not compile shows the compiler's words", "[report]") {
  const Course course;
  auto lab = graded("01_first", {check("values", 1, 100, Verdict::not_run)});
  lab.verdict = Verdict::build_failed;
  lab.build_output = "first.cu:3:5: error: expected ';'\n    3 |   int x\n      |        ^\n";
  CHECK(report(course, lab) == R"(next: starter/01_first/first.cu (build_failed)

01 first                   0 / 100   build_failed
  first.cu:3:5: error: expected ';'
      3 |   int x
        |        ^

  open      starter/01_first/first.cu
  again     ./lab grade 1 --seed 1
  more      ./lab explain build_failed
)");
}

TEST_CASE("several labs: a table, and only what fails in full", "[report]") {
  const Course course;
  course.grader_reports(miniature::passed("01_first"));
  course.grader_reports(graded(
      "10_third",
      {check("values", 1, 80),
       failing("bounds", 1, 20, finding(Verdict::out_of_bounds, "a message"), Category::safety)}));
  CHECK(course.run({"grade", "--from", course.path("starter").string()}).out ==
        R"(next: starter/02_second/second.cu, task 1 (not_done)

01 first                 100 / 100   pass                emulator, seed 1
02 second                  0 / 100   not_done            emulator, seed 1
  open      starter/02_second/second.cu   (2 places marked TODO)
  read      labs/02_second/README.md, task 1
10 third                  80 / 100   out_of_bounds       emulator, seed 1
total                    180 / 300

-- 10 third --------------------------------------------------------------------

out_of_bounds  a message                                                  task 1
  thread 1 of block 0 writes here
    --> first.cu:4
     4 |   d_out[i] = 1;
  check     bounds
  case      n = 33, block_size = 32
  look at   Which thread owns the last element?
  read      labs/10_third/README.md, task 1
  again     ./lab grade 10 --from )" +
            pipeline::shell_word(course.path("starter").string()) + R"( --seed 1
  more      ./lab explain out_of_bounds   ./lab hint 10 1

  task 1  one thing                                  80 / 100  out_of_bounds

  GPU       none here: correctness and bounds were judged by the emulator; an
            emulated run says nothing about a GPU's time; ./lab doctor says how
            to get times
)");
}

TEST_CASE("all labs done", "[report]") {
  const Course course;
  for (const char* lab : {"01_first", "02_second", "10_third"}) {
    course.grader_reports(miniature::passed(lab));
  }
  CHECK_THAT(course.run({"grade"}).out,
             Catch::Matchers::StartsWith("done: 3 labs pass, 300 of 300 points\n"));
}

TEST_CASE("columns that do not fit give way around the wrong element", "[report]") {
  result::Difference difference{"d_out", 1005, 3, 4096, 1000, {}, {}, {}};
  for (int k = 0; k < 8; ++k) {
    difference.expected.push_back("-12345.678" + std::to_string(k));
    difference.got.push_back(k == 5 ? "inf" : difference.expected.back());
  }
  const std::string text = pipeline::difference_block(pipeline::Style(false), difference);
  CHECK_THAT(text, Contains("d_out[1,005] is the first wrong element; 3 of 4,096 wrong"));
  CHECK_THAT(text, Contains("1,005") && Contains("inf"));
  const auto rows = pipeline::lines(text);
  for (const std::string& row : rows) CHECK(pipeline::columns(row) <= pipeline::page_width);
  const std::size_t caret = rows.back().find('^');
  CHECK(rows[rows.size() - 2].substr(caret - 2, 3) == "inf");
}

TEST_CASE("nothing that a submission says reaches the terminal raw", "[report]") {
  const Course course;
  result::Finding evil = finding(Verdict::wrong_answer, "m");
  evil.places[0].text =
      "// \xE2\x80\xAE"
      "reversed";
  result::Lab lab = graded("01_first", {failing("x", 1, 100, evil)});
  lab.notes = {
      "printed by the submission: \xC2\x9B"
      "2J"};
  const std::string text = report(course, lab);
  CHECK_THAT(text, Contains("// ?reversed") && Contains("submission: ") && !Contains("\xC2\x9B"));
}

TEST_CASE("what a wrong answer looks like, and from where on it fails", "[report]") {
  const Course course;
  result::Finding wrong = finding(Verdict::wrong_answer, "wrong");
  wrong.difference = result::Difference{"d_out", 0, 7, 8, 0, {}, {"0"}, {"3"}};
  const auto text = [&] {
    return report(course, graded("01_first", {failing("worked", 1, 100, wrong)}));
  };
  CHECK_THAT(text(), !Contains("  shape ") && !Contains("  fails at "));
  wrong.difference->shape = {"inclusive_scan", "the scan is inclusive"};
  wrong.difference->smallest_n = 1025;
  CHECK_THAT(text(), Contains("\n  shape     the scan is inclusive\n") &&
                         Contains("\n  fails at  n = 1,025, the smallest length"));
}

TEST_CASE("how right outputs round", "[report]") {
  const Course course;
  result::Lab lab = graded("01_first", {check("x", 1, 100)});
  CHECK_THAT(report(course, lab), !Contains("rounding"));
  lab.accuracy = result::Accuracy{"d_sum", 1000, 0.5, 16, 1, 0};
  CHECK_THAT(report(course, lab), Contains("  rounding  d_sum of 1000 reals: error 0.5 of at most"));
}

TEST_CASE("a single value needs no index", "[report]") {
  const result::Difference difference{"d_sum", 0, 1, 1, 0, {}, {"25"}, {"25.875"}};
  CHECK(pipeline::difference_block(pipeline::Style(false), difference) ==
        "    expected        25\n    got         25.875\n");
}

TEST_CASE("places in the submission are named as the student named it", "[report]") {
  const Course course;
  result::Finding found = finding(Verdict::out_of_bounds, "m");
  found.places[0].file = course.path("starter/01_first/first.cu").string();
  CHECK_THAT(report(course, graded("01_first", {failing("x", 1, 100, found)})),
             Contains("    --> starter/01_first/first.cu:4\n"));
}
