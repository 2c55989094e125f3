// Mutants as a whole: what is never changed, names, and what cannot be read.
#include <algorithm>
#include <set>

#include "support.hpp"

using namespace mutants_test;
using mutants::make_mutants;
using mutants::Mutant;

namespace {

const std::string source = R"(// i < 3
#include <cuda_runtime.h>
#define N 4 + 5
__global__ void k(const float* d, float* s, unsigned n) {
  const unsigned i = threadIdx.x;  // i + 1
  __syncthreads();
  if (i < n) atomicAdd(s, d[i]);
  __syncthreads();
}
void f(const float* d, float* s, unsigned n) {
  std::printf("%d < 1\n", n == 0 ? 1 : 2);
  CUDA_CHECK(cudaMemset(s, 0, 4), 17.5f);
#pragma unroll 4
  k<<<1, 32>>>(d, s, n);
}
)";

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines(1);
  for (const char c : text) {
    if (c == '\n') {
      lines.emplace_back();
    } else {
      lines.back() += c;
    }
  }
  return lines;
}

std::set<std::string> names_of(const std::string& text) {
  std::set<std::string> names;
  for (const Mutant& mutant : make_mutants(text)) names.insert(mutant.name);
  return names;
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  return text.replace(text.find(from), from.size(), to);
}

}  // namespace

TEST_CASE("a mutant differs in one line, the one that it names") {
  const std::vector<std::string> original = lines_of(source);
  for (const Mutant& mutant : make_mutants(source)) {
    CAPTURE(mutant.name);
    const std::vector<std::string> changed = lines_of(mutant.text);
    REQUIRE(changed.size() == original.size());
    for (std::size_t k = 0; k < original.size(); ++k)
      CHECK((changed[k] != original[k]) == (static_cast<int>(k) + 1 == mutant.line));
  }
}

TEST_CASE("no two mutants are the same") {
  std::set<std::string> texts{source};
  for (const Mutant& mutant : make_mutants(source)) CHECK(texts.insert(mutant.text).second);
  CHECK(names_of(source).size() + 1 == texts.size());
}

TEST_CASE("comments, directives, what is printed and what an error returns stay") {
  for (const Mutant& mutant : make_mutants(source)) {
    CAPTURE(mutant.name, mutant.after);
    for (const int line : {1, 2, 3, 11, 13}) CHECK(mutant.line != line);
    CHECK((mutant.line != 5 || mutant.text.find("// i + 1") != std::string::npos));
    CHECK((mutant.line != 12 || mutant.change == "initialisation" ||
           mutant.after.find("17.5f") != std::string::npos));
  }
  CHECK(
      made("__global__ void __launch_bounds__(1024) k() {}\nstruct alignas(8) S {};\n", "constant")
          .empty());
}

TEST_CASE("the place and the function of a mutant") {
  const auto all = make_mutants(source);
  const auto at = std::find_if(all.begin(), all.end(),
                               [](const Mutant& mutant) { return mutant.change == "relation"; });
  REQUIRE(at != all.end());
  CHECK(at->function == "k");
  CHECK(at->line == 7);
  CHECK(at->column == 9);
  CHECK(at->before == "if (i < n) atomicAdd(s, d[i]);");
  CHECK(at->after == "if (i <= n) atomicAdd(s, d[i]);");
  CHECK(at->name.starts_with("k.relation."));
  CHECK(make_mutants("constexpr int a = 5;\n").front().function == "file");
}

TEST_CASE("a name survives edits elsewhere") {
  const std::set<std::string> names = names_of(source);
  SECTION("a line more above it, in the same function") {
    const auto more = names_of(
        replaced(source, "  __syncthreads();\n  if", "  __syncthreads();\n  g(i < 7);\n  if"));
    CHECK(std::includes(more.begin(), more.end(), names.begin(), names.end()));
    CHECK(more.size() > names.size());
  }
  SECTION("another comment, other blanks") {
    CHECK(names_of(replaced(source, "// i + 1", "// the element of this thread")) == names);
    CHECK(names_of(replaced(source, "  if (i < n) ", "  if (i < n)\n      ")) != names);
    CHECK(names_of(replaced(source, "  if (i < n) ", "    if (i < n)  ")) == names);
  }
  SECTION("another function's text") {
    const auto other = names_of(replaced(source, "k<<<1, 32>>>", "k<<<2, 64>>>"));
    for (const std::string& name : names)
      CHECK((!name.starts_with("k.") || other.count(name) == 1));
    CHECK(other != names);
  }
}

TEST_CASE("lines of one text have names of their own") {
  std::set<std::string> barriers;
  for (const Mutant& mutant : make_mutants(source))
    if (mutant.change == "barrier") barriers.insert(mutant.name.substr(mutant.name.size() - 2));
  CHECK(barriers == std::set<std::string>{".1", ".2"});
}

TEST_CASE("a source that cannot be read is refused") {
  CHECK_THROWS_WITH(make_mutants("void f() {\n  g(;\n}\n"), catch_either::Contains("line 3"));
  CHECK_THROWS_WITH(make_mutants("void f() {\n"), catch_either::Contains("never closed"));
  CHECK_THROWS_WITH(make_mutants("/* a"), catch_either::Contains("line 1"));
  CHECK(make_mutants("").empty());
}
