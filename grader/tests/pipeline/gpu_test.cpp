// What a GPU adds to `lab grade`: two results become one, and the machine's faults cost nobody.
#include <cstdlib>

#include "harness/catch.hpp"
#include "miniature.hpp"
#include "pipeline/doctor.hpp"
#include "pipeline/gpu_part.hpp"
#include "pipeline/text.hpp"

using miniature::check;
using miniature::Contains;
using miniature::Course;
using miniature::finding;
using miniature::graded;
using miniature::Outcome;
using pipeline::add_gpu_run;
using result::Category;
using result::Lab;
using result::Verdict;

namespace {

const toolchain::Gpus one_card = {{{0, "NVIDIA H200", "GPU-a", 90}}, 13000, ""};

/// `course` on a machine with one GPU that can be used.
void give_gpu(Course& course) {
  course.tools.find_gpus = [] { return one_card; };
  course.tools.pick_gpu = [](const toolchain::Gpus& gpus, std::optional<int> device) {
    harness::GpuChoice choice;
    choice.is_there = true;
    if (device.value_or(0) == 0) {
      choice.gpu = gpus.all.at(0);
      choice.target = {"", 90, 0};
    } else {
      choice.exit_code = result::ExitCode::usage;
      choice.problem = "there is one GPU here, number 0.";
    }
    return choice;
  };
}

Lab on_gpu(std::vector<result::Check> checks) {
  Lab lab = graded("01_first", std::move(checks));
  lab.backend = "cuda";
  lab.device = "NVIDIA H200, driver for CUDA 13.0, CUDA 13.0";
  lab.build_seconds = 2.5;
  return lab;
}

result::Check failing(std::string name, int task, double points, Verdict verdict,
                      Category category = Category::correctness) {
  result::Check failed = check(std::move(name), task, points, verdict, category);
  failed.findings = {finding(verdict, "d_sum is 1 instead of 2")};
  return failed;
}

/// The grader of 01_first reports one result for each backend.
void report_both(const Course& course, const Lab& emulated, const Lab& gpu) {
  result::write_file(course.path("emulated.json"), {emulated});
  result::write_file(course.path("gpu.json"), {gpu});
  course.grader("01_first", "echo \"$BACKEND\" >> \"" + course.path("seen").string() +
                                "\"\ncase $BACKEND in cuda) FROM=gpu;; *) FROM=emulated;; esac\n"
                                "cp \"" +
                                course.root().string() + "/$FROM.json\" \"$RESULT\"");
}

}  // namespace

TEST_CASE("what fails on the GPU alone fails", "[gpu]") {
  Lab lab = graded("01_first", {check("values", 1, 70), check("more", 1, 10),
                                check("bounds", 1, 20, Verdict::pass, Category::safety)});
  lab.timings = {{"CPU, one core", 1, 0, 1, 1, 0, ""}};
  add_gpu_run(lab, on_gpu({failing("values", 1, 70, Verdict::wrong_answer), check("more", 1, 10),
                           check("bounds", 1, 0, Verdict::not_run, Category::safety)}));
  CHECK(lab.verdict == Verdict::wrong_answer);
  CHECK(lab.points == 30);
  CHECK(lab.max_points == 100);
  CHECK(lab.backend == "emulator");
  CHECK_THAT(lab.checks[0].findings.at(0).at_case, Contains("on the GPU"));
  CHECK(lab.timings.empty());
  REQUIRE(lab.gpu);
  CHECK(lab.gpu->verdict == Verdict::wrong_answer);
  CHECK(lab.gpu->build_seconds == 2.5);
}

TEST_CASE("what the emulator finds stands, whatever the GPU says", "[gpu]") {
  const result::Check race = failing("bounds", 1, 20, Verdict::data_race, Category::safety);
  Lab lab = graded("01_first", {check("values", 1, 80), race});
  add_gpu_run(lab, on_gpu({check("values", 1, 80), check("bounds", 1, 20)}));
  CHECK(lab.verdict == Verdict::data_race);
  CHECK(lab.points == 80);
  CHECK(lab.checks[1].findings.at(0).message == race.findings[0].message);
  CHECK(lab.gpu->verdict == Verdict::pass);

  // Both fail: the emulator says more.
  Lab both = graded("01_first", {failing("values", 1, 80, Verdict::out_of_bounds)});
  add_gpu_run(both, on_gpu({failing("values", 1, 80, Verdict::cuda_error)}));
  CHECK(both.verdict == Verdict::out_of_bounds);
}

TEST_CASE("a pass on both has the GPU's times and notes", "[gpu]") {
  Lab lab = miniature::passed("01_first");
  lab.timings = {{"CPU, one core", 8, 0, 5, 2, 0, ""}};
  Lab gpu = on_gpu({check("values", 1, 80), check("bounds", 1, 20)});
  gpu.timings = {{"CPU, one core", 8, 0, 5, 3, 0, ""}, {"GPU, kernel", 8, 256, 5, 0.5, 0, ""}};
  gpu.notes = {"the GPU was used by others"};
  add_gpu_run(lab, gpu);
  CHECK(lab.verdict == Verdict::pass);
  CHECK(lab.points == 100);
  REQUIRE(lab.timings.size() == 2);
  CHECK(lab.timings[0].median_ms == 2);
  CHECK(lab.timings[1].what == "GPU, kernel");
  CHECK(lab.notes == gpu.notes);
}

TEST_CASE("times of the GPU stand below their own length, with what is to be said of them",
          "[gpu]") {
  Course course;
  give_gpu(course);
  Lab lab = miniature::passed("01_first");
  lab.timings = {{"CPU, one core", 4194304, 0, 5, 1.9375, 0.034, ""}};
  Lab gpu = on_gpu({check("values", 1, 80), check("bounds", 1, 20)});
  gpu.timings = {{"GPU, kernel", 16777216, 256, 10, 0.025, 0.3, ""}};
  gpu.timings[0].gigabytes_per_second = 2684;
  gpu.timings[0].outcome = Verdict::noisy;
  gpu.timings[0].why = "half of the runs lie 30 % apart";
  report_both(course, lab, gpu);
  CHECK_THAT(course.run({"grade", "1"}).out, Contains(R"(
  times     n = 4,194,304, median of 5
    CPU, one core                1.94 ms   spread 3 %
            n = 16,777,216, median of 10
    GPU, kernel                0.0250 ms   spread 30 %   2684 GB/s
      noisy: half of the runs lie 30 % apart
)"));
}

TEST_CASE("a GPU that fails costs nobody", "[gpu]") {
  for (const Verdict fault : {Verdict::no_device, Verdict::grader_error}) {
    Lab lab = miniature::passed("01_first");
    Lab gpu = on_gpu({check("values", 1, 80, fault)});
    gpu.checks[0].reason = "no device: cudaErrorDevicesUnavailable (46): busy";
    add_gpu_run(lab, gpu);
    CHECK(lab.verdict == Verdict::pass);
    CHECK(lab.points == 100);
    REQUIRE(lab.notes.size() == 1);
    CHECK_THAT(lab.notes[0], Contains("cudaErrorDevicesUnavailable") && Contains("no points"));
  }
  Lab lab = miniature::passed("01_first");
  Lab not_built = on_gpu({check("values", 1, 80, Verdict::not_run)});
  not_built.verdict = Verdict::build_failed;  // nvcc's words cost nothing
  add_gpu_run(lab, not_built);
  CHECK(lab.verdict == Verdict::pass);
  CHECK(lab.points == 100);
}

TEST_CASE("what the emulator cannot run, a GPU judges", "[gpu]") {
  Lab lab = graded("01_first", {check("values", 1, 80, Verdict::not_run)});
  lab.verdict = Verdict::unsupported;
  lab.build_output = "textures are missing";
  add_gpu_run(lab, on_gpu({check("values", 1, 80)}));
  CHECK(lab.verdict == Verdict::pass);
  CHECK(lab.backend == "cuda");
  CHECK_THAT(lab.notes.at(0), Contains("textures are missing"));

  Lab partly =
      graded("01_first", {check("values", 1, 50), failing("more", 1, 50, Verdict::unsupported)});
  REQUIRE(partly.verdict == Verdict::unsupported);
  add_gpu_run(partly, on_gpu({check("values", 1, 50), check("more", 1, 50)}));
  CHECK(partly.verdict == Verdict::pass);
  CHECK(partly.points == 100);
}

TEST_CASE("a rule that only the GPU's build shows broken is broken", "[gpu]") {
  Lab lab = miniature::passed("01_first");
  Lab gpu = on_gpu({check("values", 1, 80, Verdict::not_run)});
  gpu.verdict = Verdict::policy;
  gpu.build_output = "it calls system()";
  add_gpu_run(lab, gpu);
  CHECK(lab.verdict == Verdict::policy);
  CHECK(lab.points == 0);
  CHECK(lab.build_output == "it calls system()");
}

TEST_CASE("grade asks the GPU too where there is one and no backend was named", "[gpu]") {
  Course course;
  give_gpu(course);
  const Lab right = miniature::passed("01_first");
  report_both(course, right, on_gpu({failing("values", 1, 80, Verdict::wrong_answer)}));
  const Outcome both = course.run({"grade", "1"});
  CHECK(both.code == 4);
  CHECK(course.read("seen") == "auto\ncuda\n");
  CHECK_THAT(both.out, Contains("emulator, GPU, seed 1") &&
                           Contains("on the GPU; the emulator finds nothing") &&
                           Contains("GPU       NVIDIA H200, driver for CUDA 13.0"));

  course.write("seen", "");
  CHECK(course.run({"grade", "1", "--backend", "emulator"}).code == 0);
  CHECK(course.read("seen") == "emulator\n");
  course.write("seen", "");
  CHECK(course.run({"grade", "1", "--backend", "cuda"}).code == 4);
  CHECK(course.read("seen") == "cuda\n");

  report_both(course, right, on_gpu({check("values", 1, 80), check("bounds", 1, 20)}));
  const Outcome passes = course.run({"grade", "1"});
  CHECK(passes.code == 0);
  CHECK_THAT(passes.out, Contains("passes there too") && !Contains("none here"));

  // Nothing was done, or nothing compiles: a GPU could not say more.
  course.grader_reports(miniature::untouched("01_first"));
  CHECK_THAT(course.run({"grade", "1"}).out, !Contains("GPU"));
}

TEST_CASE("a device is handed to the graders of the GPU", "[gpu]") {
  Course course;
  give_gpu(course);
  report_both(course, miniature::passed("01_first"),
              on_gpu({check("values", 1, 80), check("bounds", 1, 20)}));
  CHECK(course.run({"grade", "1", "--device", "0"}).code == 0);
  CHECK(course.read("seen") == "auto\ncuda\n");
  const Outcome second = course.run({"grade", "1", "--device", "1"});
  CHECK(second.code == 2);
  CHECK_THAT(second.err, Contains("one GPU here, number 0"));
  const Outcome contrary = course.run({"grade", "1", "--device", "0", "--backend", "emulator"});
  CHECK(contrary.code == 2);
  CHECK(course.run({"grade", "1", "--device", "x"}).code == 2);

  course.grader("01_first", "echo \"$@ $DEVICE\" > \"" + course.path("seen").string() + "\"");
  course.run({"run", "1", "8", "32", "1", "--device", "0"});
  CHECK(course.read("seen") == " 0\n");
}

TEST_CASE("without a GPU everything is as if there were none to ask for", "[gpu]") {
  Course course;
  course.tools.find_gpus = [] { return toolchain::Gpus{{}, 0, "There is no GPU here."}; };
  report_both(course, miniature::passed("01_first"), on_gpu({}));
  CHECK(course.run({"grade", "1"}).code == 0);
  CHECK(course.read("seen") == "auto\n");
  const Outcome asked = course.run({"grade", "1", "--device", "0"});
  CHECK(asked.code == 10);
  CHECK_THAT(asked.err, Contains("There is no GPU here."));
}

TEST_CASE("a GPU that cannot be used is named with the reason", "[gpu]") {
  Course course;
  course.tools.find_gpus = [] { return one_card; };
  course.tools.pick_gpu = [](const auto&, auto) {
    harness::GpuChoice choice;
    choice.is_there = true;
    choice.exit_code = result::ExitCode::no_device;
    choice.problem = "The driver serves CUDA 12.4, but programs are built with toolkit 13.0.";
    return choice;
  };
  report_both(course, miniature::passed("01_first"), on_gpu({}));
  const Outcome outcome = course.run({"grade", "1"});
  CHECK(outcome.code == 0);
  CHECK(course.read("seen") == "auto\n");
  CHECK_THAT(outcome.out, Contains("GPU       not used: The driver serves CUDA 12.4"));
}

TEST_CASE("the doctor names each GPU and what it is good for", "[gpu][doctor]") {
  std::ostringstream out, err;
  pipeline::Context context{
      .root = "/", .programs = "/", .state_file = "/", .out = out, .err = err};
  const auto row = [&](const std::string& what) {
    for (const pipeline::Finding& finding : pipeline::examine_gpu(context))
      if (finding.what == what) return finding;
    return pipeline::Finding{what, "no such row", false, ""};
  };
  context.tools.find_gpus = [] {
    return toolchain::Gpus{{{0, "NVIDIA H200", "", 90}, {1, "Quadro P4000", "", 61}}, 13000, ""};
  };
  context.tools.pick_gpu = [](const toolchain::Gpus& gpus, std::optional<int> device) {
    harness::GpuChoice choice;
    choice.is_there = true;
    if (device == 0) {
      choice.gpu = gpus.all[0];
      choice.target = {"", 90, 0};
    } else {
      choice.problem = "nvcc builds for 7.5 to 12.1";
    }
    return choice;
  };
  CHECK_THAT(row("GPU 0").found, Contains("NVIDIA H200, compute capability 9.0") &&
                                     Contains("sm_90") && Contains("./lab grade"));
  CHECK(row("GPU 0").good);
  CHECK_THAT(row("GPU 1").found, Contains("Quadro P4000, compute capability 6.1") &&
                                     Contains("nvcc builds for 7.5 to 12.1"));
  CHECK_FALSE(row("GPU 1").good);
  CHECK_THAT(row("driver").found, Contains("for CUDA 13.0"));

  context.tools.find_gpus = [] { return toolchain::Gpus{{}, 0, "No driver answers."}; };
  CHECK_THAT(row("GPU").found, Contains("none") && Contains("No driver answers."));
  CHECK(row("GPU").good);  // nothing is missing for grading
  CHECK(row("driver").good);
}
