// Edits that compile, mostly: those of the mutants' tool, one of them taken at random.
#include <stdexcept>

#include "edits.hpp"
#include "tests/mutants/tool/mutant.hpp"

namespace fuzz {
namespace {

void mutate(std::string& text, Random& random) {
  try {
    const std::vector<mutants::Mutant> all = mutants::make_mutants(text);
    if (!all.empty()) text = random.pick(all).text;
  } catch (const std::runtime_error&) {
    // An edit before this one has left a text that the tool cannot read.
  }
}

}  // namespace

const std::vector<Edit>& mutant_edits() {
  static const std::vector<Edit> edits = {{"a mutant", mutate}};
  return edits;
}

}  // namespace fuzz
