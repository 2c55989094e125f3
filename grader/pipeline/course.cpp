#include "pipeline/course.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <regex>
#include <sstream>

#include "pipeline/context.hpp"

namespace pipeline {
namespace fs = std::filesystem;
namespace {

/// The value of `set(NAME value)` in a manifest, quoted or not; empty where it is not set.
std::string manifest_value(const std::string& manifest, const std::string& name) {
  const std::regex quoted("(?:^|\n)[ \t]*set\\([ \t]*" + name + "[ \t]+\"([^\"\n]*)\"[ \t]*\\)");
  const std::regex bare("(?:^|\n)[ \t]*set\\([ \t]*" + name + "[ \t]+([^ \t\"\n)]+)[ \t]*\\)");
  std::smatch match;
  if (std::regex_search(manifest, match, quoted)) return match[1];
  if (std::regex_search(manifest, match, bare)) return match[1];
  return {};
}

/// Titles of the headings "## Task N: title", in order. Numbers must count up from 1.
std::vector<std::string> task_titles(const std::string& handout, const fs::path& path) {
  static const std::regex heading("## Task ([0-9]{1,2}): *(.*)");
  std::vector<std::string> titles;
  std::smatch match;
  for (const std::string& line : lines(handout)) {
    if (!std::regex_match(line, match, heading)) continue;
    if (std::stoul(match[1]) != titles.size() + 1) {
      throw grader_failure(
          fmt::format("{}: \"{}\" is out of order; tasks count up from 1", path.string(), line));
    }
    titles.push_back(trimmed(match[2].str()));
  }
  return titles;
}

Lab read_lab(const fs::path& folder) {
  Lab lab;
  lab.name = folder.filename().string();
  lab.number = std::stoi(lab.name.substr(0, 2));
  lab.slug = lab.name.substr(3);
  const fs::path manifest_path = folder / "lab.cmake";
  const std::string manifest = read_text(manifest_path);
  lab.title = manifest_value(manifest, "LAB_TITLE");
  lab.file = manifest_value(manifest, "LAB_FILE");
  for (const auto& [name, value] : {std::pair{"LAB_TITLE", lab.title}, {"LAB_FILE", lab.file}}) {
    if (value.empty()) {
      throw grader_failure(fmt::format("{} does not set {}", manifest_path.string(), name));
    }
  }
  const fs::path handout = folder / "README.md";
  lab.tasks = task_titles(read_text(handout), handout);
  return lab;
}

}  // namespace

std::string read_text(const fs::path& path) {
  std::error_code error;
  if (fs::is_directory(path, error)) {
    throw grader_failure(path.string() + " is a folder; a file is needed there");
  }
  errno = 0;
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  if (file && file.peek() != std::ifstream::traits_type::eof()) text << file.rdbuf();
  if (!file.is_open() || file.bad() || text.fail()) {
    throw grader_failure(
        fmt::format("{} cannot be read: {}", path.string(), std::strerror(errno ? errno : EIO)));
  }
  return text.str();
}

std::string Lab::task_title(int task) const {
  return task >= 1 && static_cast<std::size_t>(task) <= tasks.size()
             ? tasks[static_cast<std::size_t>(task) - 1]
             : std::string();
}

Course discover_course(const fs::path& root) {
  static const std::regex name_pattern("[0-9]{2}_[a-z0-9_]+");
  Course course;
  course.root = root;
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(root / "labs", error)) {
    if (entry.is_directory() && std::regex_match(entry.path().filename().string(), name_pattern)) {
      course.labs.push_back(read_lab(entry.path()));
    }
  }
  if (error) {
    throw grader_failure(
        fmt::format("{} cannot be read: {}", (root / "labs").string(), error.message()));
  }
  if (course.labs.empty()) {
    throw grader_failure(fmt::format("{} holds no lab", (root / "labs").string()));
  }
  std::sort(course.labs.begin(), course.labs.end(),
            [](const Lab& a, const Lab& b) { return a.name < b.name; });
  return course;
}

const Lab& Course::find(const std::string& name) const {
  const bool is_number = !name.empty() && name.size() <= 3 &&
                         name.find_first_not_of("0123456789") == std::string::npos;
  std::vector<const Lab*> found;
  for (const Lab& lab : labs) {
    if (name == lab.name || name == lab.slug || (is_number && std::stoi(name) == lab.number)) {
      found.push_back(&lab);
    }
  }
  if (found.size() == 1) return *found[0];

  std::vector<std::string> names, known;
  for (const Lab& lab : labs) {
    names.push_back(lab.name);
    known.push_back(lab.name);
    known.push_back(lab.slug);
  }
  const std::string guess = found.empty() && !is_number ? nearest(name, known) : "";
  throw usage_failure(
      fmt::format("{} \"{}\"{}; the labs are {}",
                  found.empty() ? "there is no lab" : "several labs are called", printable(name),
                  guess.empty() ? "" : " (did you mean " + guess + "?)", fmt::join(names, ", ")));
}

std::vector<const Lab*> Course::select(const std::vector<std::string>& names) const {
  std::vector<const Lab*> selected;
  selected.reserve(std::max(names.size(), labs.size()));
  for (const std::string& name : names) selected.push_back(&find(name));
  if (names.empty()) {
    for (const Lab& lab : labs) selected.push_back(&lab);
  }
  std::sort(selected.begin(), selected.end());  // labs lie in one array, by number
  selected.erase(std::unique(selected.begin(), selected.end()), selected.end());
  return selected;
}

const Lab* Course::by_name(const std::string& full_name) const {
  for (const Lab& lab : labs) {
    if (lab.name == full_name) return &lab;
  }
  return nullptr;
}

fs::path Course::starter(const Lab& lab) const { return root / "starter" / lab.name / lab.file; }
fs::path Course::handout(const Lab& lab) const { return root / "labs" / lab.name / "README.md"; }
fs::path Course::hints(const Lab& lab) const { return root / "labs" / lab.name / "hints.md"; }

}  // namespace pipeline
