// Stage 1: which labs there are. A lab is a folder labs/NN_slug; nothing else registers it.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace pipeline {

struct Lab {
  std::string name;                ///< "02_shared_reduction"
  int number = 0;                  ///< 2
  std::string slug;                ///< "shared_reduction"
  std::string title;               ///< LAB_TITLE of lab.cmake
  std::string file;                ///< "shared_reduction.cu"
  std::vector<std::string> tasks;  ///< Titles; task N is tasks[N - 1].

  std::string task_title(int task) const;  ///< Empty where there is no such task.
};

struct Course {
  std::filesystem::path root;
  std::vector<Lab> labs;  ///< By number.

  /// `name` may be "2", "02", "02_shared_reduction" or "shared_reduction". Throws a usage Failure
  /// that lists the labs.
  const Lab& find(const std::string& name) const;
  /// Each once, in the order of the course; all of them where `names` is empty.
  std::vector<const Lab*> select(const std::vector<std::string>& names) const;
  const Lab* by_name(const std::string& full_name) const;  ///< Null where there is none.

  std::filesystem::path starter(const Lab& lab) const;
  std::filesystem::path handout(const Lab& lab) const;
  std::filesystem::path hints(const Lab& lab) const;
};

/// Reads the folders. Throws a grader Failure that names the file where one is missing or
/// unreadable.
Course discover_course(const std::filesystem::path& root);

/// The whole file; throws a grader Failure that names it.
std::string read_text(const std::filesystem::path& path);

}  // namespace pipeline
