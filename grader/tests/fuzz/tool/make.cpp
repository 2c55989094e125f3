#include "make.hpp"

#include <array>

#include "edits.hpp"
#include "random.hpp"

namespace fuzz {
namespace {

// Of 100 submissions.
constexpr unsigned keeping = 12, renamed = 20, garbled_names = 8;

std::string some_file_name(const Lab& lab, Random& random) {
  const std::array<std::string, 12> names = {"block reduction.cu",
                                             "gr\xC3\xB6\xC3\x9F"
                                             "e.cu",
                                             "-o.cu",
                                             "it's.cu",
                                             "a\"b.cu",
                                             "a\\b.cu",
                                             "100%s{}.cu",
                                             "a;b.cu",
                                             "a\nb.cu",
                                             "\xFF.cu",
                                             "no_ending",
                                             std::string(240, 'n') + ".cu"};
  return random.chance(garbled_names) ? random.pick(names) : lab.file;
}

void keep_meaning(Submission& submission, Random& random) {
  const std::size_t count = random.between(1, 4);
  for (std::size_t k = 0; k < count; ++k) {
    if (random.chance(renamed)) {
      rename_one(submission.text, random, submission.lab->taken);
      submission.edits.emplace_back("renamed");
    } else {
      const Edit& edit = random.pick(keeping_edits());
      edit.apply(submission.text, random);
      submission.edits.emplace_back(edit.name);
    }
  }
}

const Edit& some_edit(Random& random) {
  const std::size_t kind = random.below(10);
  if (kind < 2) return random.pick(text_edits());
  if (kind < 5) return random.pick(word_edits());
  return random.pick(kind < 7 ? code_edits() : mutant_edits());
}

const Original& some_original(const Lab& lab, Random& random) {
  const std::size_t kind = random.below(10);
  if (kind < 4 && !lab.solutions.empty()) return lab.originals[random.pick(lab.solutions)];
  if (kind < 5 && !lab.starters.empty()) return lab.originals[random.pick(lab.starters)];
  return random.pick(lab.originals);
}

}  // namespace

Submission make_submission(const std::vector<Lab>& labs, std::uint64_t seed) {
  Random random(seed);
  Submission submission;
  submission.seed = seed;
  submission.lab = &random.pick(labs);
  const Lab& lab = *submission.lab;
  submission.file = some_file_name(lab, random);
  if (random.chance(keeping) && !lab.solutions.empty()) {
    const Original& solution = lab.originals[lab.solutions.front()];
    submission.text = solution.text;
    submission.original = solution.name;
    submission.full_points_due = true;
    keep_meaning(submission, random);
    return submission;
  }
  const Original& original = some_original(lab, random);
  submission.text = original.text;
  submission.original = original.name;
  // Mostly one edit: of several, the first that does not compile hides the others.
  const std::size_t count = random.chance(70) ? 1 : random.between(2, 5);
  for (std::size_t k = 0; k < count; ++k) {
    const Edit& edit = some_edit(random);
    edit.apply(submission.text, random);
    submission.edits.emplace_back(edit.name);
  }
  return submission;
}

}  // namespace fuzz
