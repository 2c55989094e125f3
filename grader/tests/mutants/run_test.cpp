// The list of equivalents, what becomes of a mutant, and the command line.
#include <fstream>
#include <map>
#include <sstream>

#include "support.hpp"
#include "tool/equivalents.hpp"
#include "tool/grading.hpp"
#include "tool/options.hpp"
#include "tool/outcome.hpp"
#include "tool/report.hpp"
#include "toolchain/submission.hpp"

using namespace mutants;
using result::Category;
using result::Verdict;

namespace {

void write(const std::filesystem::path& file, const std::string& text) {
  std::ofstream(file, std::ios::binary) << text;
}

/// A lab with a check of each category, in which `failing` has lost its points.
result::Lab graded(Verdict verdict, Category failing = Category::correctness) {
  result::Lab lab;
  lab.lab = "02_shared_reduction";
  lab.verdict = failing == Category::efficiency ? Verdict::pass : verdict;
  for (const Category category : {Category::correctness, Category::safety, Category::efficiency}) {
    result::Check check;
    check.name = "the " + std::string(result::name(category)) + " check";
    check.task = 1;
    check.category = category;
    check.max_points = 10;
    check.verdict = category == failing ? verdict : Verdict::pass;
    check.points = check.verdict == Verdict::pass ? 10 : 0;
    lab.checks.push_back(check);
  }
  return lab;
}

Fate fate(Verdict verdict, Category failing, std::optional<Fate> listed = {}) {
  return judge(graded(verdict, failing), listed).fate;
}

}  // namespace

TEST_CASE("what becomes of a mutant") {
  CHECK(fate(Verdict::pass, Category::correctness) == Fate::survivor);
  CHECK(fate(Verdict::wrong_answer, Category::correctness) == Fate::killed);
  CHECK(fate(Verdict::data_race, Category::safety) == Fate::killed);
  CHECK(fate(Verdict::time_limit, Category::correctness) == Fate::killed);
  CHECK(fate(Verdict::inefficient, Category::efficiency) == Fate::efficiency);
  for (const Verdict verdict : {Verdict::grader_error, Verdict::unsupported, Verdict::not_run})
    CHECK(fate(verdict, Category::correctness) == Fate::unjudged);
  result::Lab unbuilt;
  unbuilt.verdict = Verdict::build_failed;
  CHECK(judge(unbuilt, {}).fate == Fate::stillborn);
  result::Lab partial = graded(Verdict::pass);
  partial.checks[1].points = 5;
  CHECK(judge(partial, {}).fate == Fate::killed);
}

TEST_CASE("one that is listed has that fate if it survives, and is stale if it does not") {
  for (const Fate listed : {Fate::equivalent, Fate::unreachable}) {
    CHECK(fate(Verdict::pass, Category::correctness, listed) == listed);
    CHECK(fate(Verdict::wrong_answer, Category::correctness, listed) == Fate::stale);
    CHECK(fate(Verdict::inefficient, Category::efficiency, listed) == Fate::stale);
    CHECK(fate(Verdict::grader_error, Category::correctness, listed) == Fate::unjudged);
  }
}

TEST_CASE("these fates fail a run, and no others") {
  for (const Fate bad : {Fate::survivor, Fate::stale, Fate::unjudged}) CHECK(is_failure(bad));
  for (const Fate good :
       {Fate::killed, Fate::efficiency, Fate::stillborn, Fate::equivalent, Fate::unreachable})
    CHECK_FALSE(is_failure(good));
}

TEST_CASE("what killed a mutant") {
  result::Lab lab = graded(Verdict::data_race, Category::safety);
  lab.checks[0].verdict = Verdict::wrong_answer;
  lab.checks[0].points = 0;
  const Outcome outcome = judge(lab, {});
  CHECK(outcome.verdict == "data_race");
  CHECK(outcome.codes == std::vector<std::string>{"wrong_answer", "data_race"});
  CHECK(outcome.checks == std::vector<std::string>{"the correctness check", "the safety check"});
}

TEST_CASE("what no check can reach is counted apart") {
  const auto all = make_mutants("void f() {\n  if (i < n) return;\n  g();\n}\n");
  REQUIRE(all.size() == 5);
  std::vector<Outcome> outcomes(5);
  outcomes[0].fate = outcomes[1].fate = Fate::unreachable;
  outcomes[2].fate = Fate::equivalent;
  outcomes[3].fate = outcomes[4].fate = Fate::killed;
  std::ostringstream table;
  print_table(table, "lab 42", all, outcomes);
  std::istringstream lines(table.str());
  std::map<std::string, std::string> cells;
  std::vector<std::string> titles;
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string first, word;
    words >> first;
    if (first == "change")
      while (words >> word) titles.push_back(word);
    if (first == "all")
      for (const std::string& title : titles) words >> cells[title];
  }
  CHECK(cells == std::map<std::string, std::string>{{"made", "5"},
                                                    {"stillborn", "0"},
                                                    {"killed", "2"},
                                                    {"efficiency", "0"},
                                                    {"equivalent", "1"},
                                                    {"unreachable", "2"},
                                                    {"survivor", "0"},
                                                    {"unjudged", "0"},
                                                    {"stale", "0"}});
}

TEST_CASE("the list of equivalents") {
  const toolchain::TemporaryDirectory directory;
  const auto file = directory.path() / "02.txt";
  CHECK(read_equivalents(file).empty());
  write(file,
        "# a heading\n\nk.relation.1234.1  Both are\n    alike.\nk.launch.abcd.2  It stays.\n"
        "k.width.5678.1  unreachable: It needs\n    more.\nk.width.5678.2\n"
        "    unreachable: So does this.\n");
  CHECK(read_equivalents(file) ==
        Equivalents{{"k.relation.1234.1", {Fate::equivalent, "Both are alike."}},
                    {"k.launch.abcd.2", {Fate::equivalent, "It stays."}},
                    {"k.width.5678.1", {Fate::unreachable, "It needs more."}},
                    {"k.width.5678.2", {Fate::unreachable, "So does this."}}});
  write(file, "k.relation.1234.1\n");
  CHECK_THROWS_WITH(read_equivalents(file), catch_either::Contains("02.txt:1: "));
  write(file, "a.b.c.1  Yes.\nk.relation.1234.1  because\n");
  CHECK_THROWS_WITH(read_equivalents(file), catch_either::Contains("02.txt:2: "));
  write(file, "a.b.c.1  unreachable:\n");
  CHECK_THROWS_WITH(read_equivalents(file), catch_either::Contains("02.txt:1: "));
  write(file, "a.b.c.1  Yes.\na.b.c.1  No.\n");
  CHECK_THROWS_WITH(read_equivalents(file), catch_either::Contains("twice"));
  write(file, "  Yes.\n");
  CHECK_THROWS_WITH(read_equivalents(file), catch_either::Contains("continues nothing"));
}

TEST_CASE("the command line") {
  const Options plain = parse({"bin/grade_02_x", "02_x", "s.cu"});
  CHECK(plain.grader == "bin/grade_02_x");
  CHECK(plain.lab == 2);
  CHECK(plain.solution == "s.cu");
  CHECK(plain.jobs >= 1);
  CHECK(plain.equivalents.filename() == "02.txt");
  const Options more = parse({"g", "8", "s.cu", "--jobs", "3", "--only", "launch", "--only", "k",
                              "--json", "r.json", "--equivalents", "e.txt", "--list"});
  CHECK(more.lab == 8);
  CHECK(more.jobs == 3);
  CHECK(more.only == std::vector<std::string>{"launch", "k"});
  CHECK(more.json == "r.json");
  CHECK(more.equivalents == "e.txt");
  CHECK(more.list);
  CHECK_THROWS(parse({"g", "8"}));
  CHECK_THROWS(parse({"g", "x", "s.cu"}));
  CHECK_THROWS(parse({"g", "8", "s.cu", "--jobs"}));
  CHECK_THROWS(parse({"g", "8", "s.cu", "--jobs", "0"}));
  CHECK_THROWS(parse({"g", "8", "s.cu", "--fast"}));
}

TEST_CASE("mutants are graded side by side, each by its own text") {
  const toolchain::TemporaryDirectory directory;
  const auto pass = directory.path() / "pass.json", wrong = directory.path() / "wrong.json";
  result::write_file(pass, {graded(Verdict::pass)});
  result::write_file(wrong, {graded(Verdict::wrong_answer)});
  // A grader: `<=` is wrong, `!(` gets no result, all else is right.
  Options options;
  options.grader = directory.path() / "grader.sh";
  options.solution = "s.cu";
  options.jobs = 2;
  write(options.grader, "#!/bin/sh\ngrep -q '!(' \"$2\" && exit 11\nreport=" + pass.string() +
                            "\ngrep -q '<=' \"$2\" && report=" + wrong.string() +
                            "\ncp \"$report\" \"$4\"\n");
  std::filesystem::permissions(options.grader, std::filesystem::perms::owner_all);

  const auto all = make_mutants("void f() {\n  if (i < n) return;\n  g();\n}\n");
  REQUIRE(all.size() == 5);
  Equivalents listed;
  for (const Mutant& mutant : all) {
    if (mutant.after == "if (true) return;") listed[mutant.name] = {Fate::equivalent, "It is."};
    if (mutant.after == "if (i < n) ;") listed[mutant.name] = {Fate::unreachable, "It hides."};
  }
  REQUIRE(listed.size() == 2);
  std::size_t calls = 0;
  const auto outcomes =
      grade_all(options, all, listed, [&](std::size_t, const Outcome&) { ++calls; });
  CHECK(calls == 5);
  std::map<std::string, Fate> fates;
  for (std::size_t k = 0; k < all.size(); ++k)
    fates[all[k].change + " " + all[k].after] = outcomes[k].fate;
  CHECK(fates == std::map<std::string, Fate>{{"statement if (i < n) ;", Fate::unreachable},
                                             {"statement ;", Fate::survivor},
                                             {"condition if (!(i < n)) return;", Fate::unjudged},
                                             {"condition if (true) return;", Fate::equivalent},
                                             {"relation if (i <= n) return;", Fate::killed}});
}
