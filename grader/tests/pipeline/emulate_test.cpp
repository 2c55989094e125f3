// `lab emulate`: a program keeps its arguments, its streams and its exit code, and what it did
// wrong is told behind it.
#include "pipeline/emulate.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cstring>
#include <fstream>

#include "harness/catch.hpp"
#include "miniature.hpp"
#include "toolchain/descriptor.hpp"

using miniature::Contains;
using miniature::Course;
using miniature::Outcome;

namespace {

/// Does what its second argument says and writes what it was told, and its standard input, to the
/// file that its first one names.
constexpr const char* program = R"(#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <string>

__device__ volatile int flag;

__global__ void fill_kernel(int* d_data, int n) {
  d_data[threadIdx.x] = n;
}
__global__ void waiting_kernel() {
  while (flag == 0) {
  }
}

int main(int argc, char** argv) {
  std::ofstream out(argv[1]);
  for (int i = 2; i < argc; ++i) out << argv[i] << '\n';
  for (std::string line; std::getline(std::cin, line);) out << "in: " << line << '\n';
  out.flush();
  const std::string what = argv[2];
  int* d_data = nullptr;
  cudaMalloc(&d_data, 32 * sizeof(int));
  fill_kernel<<<1, what == "beyond" ? 64 : 32>>>(d_data, 1);
  if (cudaDeviceSynchronize() != cudaSuccess) return 20;
  if (what == "exit") std::exit(7);
  if (what == "large") return 200;
  if (what == "abort") std::abort();
  if (what == "kill") std::raise(SIGKILL);
  if (what == "null") *static_cast<volatile int*>(nullptr) = 1;
  if (what == "mixup") d_data[0] = 1;
  if (what == "wait") waiting_kernel<<<1, 1>>>();
  if (what == "loop") {
    for (volatile int i = 0;; i = i + 1) {
    }
  }
  if (what == "wait" && cudaDeviceSynchronize() != cudaSuccess) return 21;
  cudaFree(d_data);
  return 3;
}
)";

/// Standard input of this process, and so of an attached program, for the object's life.
class StandardInput {
 public:
  explicit StandardInput(const std::filesystem::path& file) : before_(dup(STDIN_FILENO)) {
    const toolchain::Descriptor input(open(file.c_str(), O_RDONLY));
    REQUIRE(dup2(input.get(), STDIN_FILENO) == STDIN_FILENO);
  }
  ~StandardInput() { dup2(before_.get(), STDIN_FILENO); }

 private:
  toolchain::Descriptor before_;
};

struct Bench {
  Bench() {
    course.write("a program's.cu", program);
    course.write("input", "one\ntwo");
  }
  /// Runs the program so that it does `what`.
  Outcome run(std::vector<std::string> options, const std::vector<std::string>& what) const {
    const StandardInput input(course.path("input"));
    std::vector<std::string> words = {"emulate", course.path("a program's.cu").string()};
    words.insert(words.end(), options.begin(), options.end());
    words.insert(words.end(), {"--", course.path("seen").string()});
    words.insert(words.end(), what.begin(), what.end());
    return course.run(words);
  }
  Course course;
};

}  // namespace

TEST_CASE("an emulated program has its arguments, its input and its exit code", "[emulate]") {
  const Bench bench;
  const Outcome outcome =
      bench.run({"--seed", "4"}, {"return", "--seed", "-x", "two words", "--", "--yes"});
  CHECK(outcome.code == 3);
  CHECK(outcome.out.empty());
  CHECK(bench.course.read("seen") ==
        "return\n--seed\n-x\ntwo words\n--\n--yes\nin: one\nin: two\n");
  CHECK_THAT(outcome.err, Contains("a program's.cu: exit code 3, no mistake found (seed 4, order "
                                   "shuffled)") &&
                              Contains("fill_kernel: 1 launch, 1 block, 32 threads") &&
                              Contains("global stores             1 requests"));
  CHECK_THAT(bench.run({"--no-counters"}, {"exit"}).err,
             Contains("exit code 7, no mistake found") && !Contains("fill_kernel"));
  CHECK(bench.run({"--no-counters"}, {"large"}).code == 200);
}

TEST_CASE("findings come behind the program and leave its exit code alone", "[emulate]") {
  const Bench bench;
  const Outcome outcome = bench.run({"--order", "by_index"}, {"beyond"});
  CHECK(outcome.code == 3);
  CHECK_THAT(outcome.err, Contains("1 mistake found (seed 1, order by_index)") &&
                              Contains("out_of_bounds  ") &&
                              Contains("  thread 32 of block 0 writes here\n") &&
                              Contains("a program's.cu:11\n") &&
                              Contains("    11 |   d_data[threadIdx.x] = n;\n") &&
                              Contains("  and 31 more like it in the same place\n") &&
                              Contains("  look at   ") && Contains("./lab explain out_of_bounds"));
}

TEST_CASE("a program that does not end by itself has the exit code of its end", "[emulate]") {
  const Bench bench;
  struct Row {
    const char* what;
    int code;
    const char* words;
  };
  for (const Row& row : {Row{"abort", 134, "ended by signal 6"},
                         {"kill", 137, "ended by signal 9"},
                         {"null", 139, "host code used a null pointer"},
                         {"mixup", 5, "host_device_mixup  "},
                         {"wait", 5, "ended in a deadlock"},
                         {"loop", 7, "no end after 1.0 s of processor time"}}) {
    const Outcome outcome = bench.run({"--seconds", "1", "--no-counters"}, {row.what});
    CAPTURE(row.what, outcome.err);
    CHECK(outcome.code == row.code);
    CHECK_THAT(outcome.err, Contains(row.words) && Contains("1 mistake found"));
  }
}

TEST_CASE("a program that cannot be built is not run", "[emulate]") {
  const Course course;
  course.write("broken.cu", "int main() { return undefined; }\n");
  course.write("library.cu", "#include <cub/cub.cuh>\nint main() {}\n");
  const Outcome broken = course.run({"emulate", course.path("broken.cu").string()});
  CHECK(broken.code == 3);
  CHECK_THAT(broken.err, Contains("lab: build_failed\nbroken.cu: ") &&
                             Contains("broken.cu:1:21: error: 'undefined' was not declared"));
  const Outcome library = course.run({"emulate", course.path("library.cu").string()});
  CHECK(library.code == 9);
  CHECK_THAT(library.err, Contains("lab: unsupported\nlibrary.cu:1: "));
}

TEST_CASE("what a program leaves is read with care", "[emulate]") {
  worker::ProgramPage page;
  page.kernel_count = 4'000'000'000u;
  std::memset(page.kernels[0].kernel, '\x1b', sizeof page.kernels[0].kernel);  // no end, no text
  page.kernels[0].counts.shared_loads.requests = 1;
  page.kernels[0].counts.shared_loads.ideal_wavefronts = 5;  // more than there were
  const std::string text = pipeline::kernel_counts(page);
  CHECK_THAT(text, !Contains("\x1b") && Contains("0 conflicts"));

  pipeline::EmulationEnd end{"x.cu", "/nowhere/x.cu", "/nowhere/program"};
  end.page.report.finding_count = 4'000'000'000u;
  end.page.report.findings[0].place_count = 4'000'000'000u;
  std::strcpy(end.page.report.findings[0].code, "grader_error");  // no program's to give
  std::strcpy(end.page.report.findings[1].code, "data_race");
  const std::string report = pipeline::emulation_report(pipeline::Style(), {}, end);
  CHECK_THAT(report, Contains("1 mistake found") && !Contains("grader_error"));
}
