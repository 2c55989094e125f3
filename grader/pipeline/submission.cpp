#include "pipeline/submission.hpp"

#include <fmt/format.h>
#include <algorithm>

namespace pipeline {
namespace fs = std::filesystem;
namespace {

bool is_there(const fs::path& path) {
  std::error_code error;
  return fs::exists(fs::symlink_status(path, error)) || error == std::errc::permission_denied;
}

/// DIR/NN_slug/file.cu, else DIR/file.cu.
fs::path file_in_folder(const fs::path& folder, const Lab& lab) {
  const fs::path nested = folder / lab.name / lab.file;
  const fs::path flat = folder / lab.file;
  return !is_there(nested) && is_there(flat) ? flat : nested;
}

void require_folder(const Context& context, const fs::path& folder, const std::string& mend) {
  std::error_code error;
  if (fs::is_directory(folder, error)) return;
  throw usage_failure(fmt::format("{} is {}; {}", shown_path(context, folder),
                                  is_there(folder) ? "not a folder" : "not there", mend));
}

fs::path file_of(const Course& course, const Source& source, const Lab& lab) {
  switch (source.kind) {
    case Source::Kind::solutions:
      return course.root / "solutions" / lab.name / lab.file;
    case Source::Kind::folder:
      return file_in_folder(fs::absolute(source.path), lab);
    case Source::Kind::file:
      return fs::absolute(source.path);
    case Source::Kind::starter:
      break;
  }
  return course.starter(lab);
}

/// The labs that a single file can be for: those named, else the one whose file has this name.
std::vector<const Lab*> labs_of_file(const Course& course, const std::vector<std::string>& names,
                                     const fs::path& file) {
  if (!names.empty()) {
    std::vector<const Lab*> selected = course.select(names);
    if (selected.size() == 1) return selected;
    throw usage_failure(
        "--submission takes one file, so name one lab: ./lab grade 2 --submission " +
        shell_word(file.string()));
  }
  for (const Lab& lab : course.labs) {
    if (lab.file == file.filename()) return {&lab};
  }
  throw usage_failure(fmt::format("say which lab {} is for: ./lab grade 2 --submission {}",
                                  printable(file.string()), shell_word(file.string())));
}

}  // namespace

std::string Source::option() const {
  switch (kind) {
    case Kind::solutions:
      return " --solutions";
    case Kind::folder:
      return " --from " + shell_word(path.string());
    case Kind::file:
      return " --submission " + shell_word(path.string());
    case Kind::starter:
      break;
  }
  return {};
}

std::vector<Submission> locate(const Context& context, const Course& course,
                               const std::vector<std::string>& names, const Source& source) {
  if (source.kind == Source::Kind::folder) {
    require_folder(context, source.path, "--from takes a folder with one file a lab");
  } else if (source.kind == Source::Kind::solutions) {
    require_folder(context, course.root / "solutions", "this copy comes without the solutions");
  }
  const std::vector<const Lab*> labs = source.kind == Source::Kind::file
                                           ? labs_of_file(course, names, source.path)
                                           : course.select(names);
  std::vector<Submission> submissions;
  for (const Lab* lab : labs) {
    Submission submission;
    submission.lab = lab;
    submission.file = file_of(course, source, *lab);
    submission.shown =
        shown_path(context, source.kind == Source::Kind::file ? source.path : submission.file);
    submission.absent = !is_there(submission.file);
    if (submission.absent) {
      submission.problem = submission.shown + " is not there";
    } else if (const auto sentence = toolchain::unusable(submission.file)) {
      submission.problem = *sentence;
    }
    submissions.push_back(submission);
  }
  if (submissions.size() == 1 && !submissions[0].problem.empty()) {
    throw usage_failure(submissions[0].problem);
  }
  if (std::all_of(submissions.begin(), submissions.end(),
                  [](const Submission& submission) { return submission.absent; })) {
    throw usage_failure(
        fmt::format("{} holds no lab's file; expected is a layout as in starter/: {}",
                    source.path.empty() ? "the course" : printable(source.path.string()),
                    submissions[0].shown));
  }
  return submissions;
}

}  // namespace pipeline
