#include "stock.hpp"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <stdexcept>

#include "words.hpp"

namespace fuzz {
namespace {

namespace fs = std::filesystem;

std::string read(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) throw std::runtime_error(path.string() + " cannot be read.");
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

/// Files of `folder` with this ending, by name; none where there is no such folder.
std::vector<fs::path> files_in(const fs::path& folder, const char* ending) {
  std::vector<fs::path> files;
  std::error_code not_there;
  for (const auto& entry : fs::directory_iterator(folder, not_there))
    if (entry.path().extension() == ending) files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

class StockReader {
 public:
  explicit StockReader(const fs::path& root) : root_(root), tests_(root / "grader/tests") {
    for (const auto& entry : fs::recursive_directory_iterator(root / "grader/emulator/include"))
      if (entry.is_regular_file()) add_words(header_words_, entry.path());
    for (const fs::path& file : files_in(tests_ / "emulator", ".cu"))
      programs_.push_back({Original::Kind::other, relative(file), read(file)});
  }

  Lab lab(const fs::path& folder) const {
    Lab lab;
    lab.name = folder.filename().string();
    lab.number = std::stoi(lab.name.substr(0, 2));
    lab.taken = header_words_;
    add_words(lab.taken, folder / "lab.hpp");
    for (const fs::path& file : files_in(root_ / "solutions" / lab.name, ".cu")) {
      lab.file = file.filename().string();
      lab.solutions.push_back(add(lab, Original::Kind::solution, file));
    }
    for (const fs::path& file : files_in(root_ / "starter" / lab.name, ".cu")) {
      lab.file = file.filename().string();
      lab.starters.push_back(add(lab, Original::Kind::starter, file));
    }
    add_cases(lab);
    lab.originals.insert(lab.originals.end(), programs_.begin(), programs_.end());
    return lab;
  }

 private:
  std::string relative(const fs::path& file) const { return fs::relative(file, root_).string(); }

  static void add_words(std::set<std::string>& words, const fs::path& file) {
    const std::string text = read(file);
    for (const Word& word : words_of(text))
      if (word.kind == Word::Kind::name) words.emplace(text_of(text, word));
  }

  std::size_t add(Lab& lab, Original::Kind kind, const fs::path& file) const {
    lab.originals.push_back({kind, relative(file), read(file)});
    return lab.originals.size() - 1;
  }

  /// Handed cases are named L2_*.cu or L2c_*.cu and are joined with their adapter; own ones
  /// 02_*.cu; a cheat's head names its lab.
  void add_cases(Lab& lab) const {
    const std::string handed = "L" + std::to_string(lab.number);
    const std::string number = lab.name.substr(0, 2);
    const fs::path adapter = tests_ / "cases/adapters" / ("lab_" + number + ".cuh");
    for (const fs::path& file : files_in(tests_ / "cases/handed", ".cu")) {
      const std::string name = file.filename().string();
      if (!name.starts_with(handed + "_") && !name.starts_with(handed + "c_")) continue;
      Original& original = lab.originals[add(lab, Original::Kind::other, file)];
      if (fs::exists(adapter)) original.text += "\n" + read(adapter);
    }
    for (const fs::path& file : files_in(tests_ / "cases/own", ".cu"))
      if (file.filename().string().starts_with(number + "_")) add(lab, Original::Kind::other, file);
    for (const fs::path& file : files_in(tests_ / "cheats", ".cu")) {
      const std::string text = read(file);
      if (text.find("// lab: " + std::to_string(lab.number) + "\n") != std::string::npos)
        lab.originals.push_back({Original::Kind::other, relative(file), text});
    }
  }

  fs::path root_, tests_;
  std::set<std::string> header_words_;
  std::vector<Original> programs_;
};

}  // namespace

std::vector<Lab> read_stock(const fs::path& root) {
  std::vector<fs::path> folders;
  std::error_code not_there;
  for (const auto& entry : fs::directory_iterator(root / "labs", not_there)) {
    const std::string name = entry.path().filename().string();
    const bool numbered = name.size() > 3 && std::isdigit(static_cast<unsigned char>(name[0])) &&
                          std::isdigit(static_cast<unsigned char>(name[1])) && name[2] == '_';
    if (numbered && fs::exists(entry.path() / "lab.hpp")) folders.push_back(entry.path());
  }
  std::sort(folders.begin(), folders.end());
  if (folders.empty()) throw std::runtime_error(root.string() + " holds no labs.");
  const StockReader reader(root);
  std::vector<Lab> labs;
  for (const fs::path& folder : folders) labs.push_back(reader.lab(folder));
  return labs;
}

}  // namespace fuzz
