#include "corpus.hpp"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <set>
#include <sstream>
#include <stdexcept>

namespace fuzz {
namespace {

namespace fs = std::filesystem;

constexpr const char* list = "verdicts.txt";

Kept read_entry(const std::string& line, const fs::path& folder, const std::vector<Lab>& labs) {
  std::istringstream words(line);
  Kept kept;
  int number = 0;
  std::string reason;
  if (!(words >> kept.submission.original >> number >> kept.verdict >> reason))
    throw std::runtime_error(std::string(list) +
                             ": file, lab, verdict and reason are due: " + line);
  const auto lab =
      std::find_if(labs.begin(), labs.end(), [&](const Lab& one) { return one.number == number; });
  std::ifstream in(folder / kept.submission.original, std::ios::binary);
  if (!in || lab == labs.end())
    throw std::runtime_error(std::string(list) + ": no such file or lab: " + line);
  kept.submission.lab = &*lab;
  kept.submission.file = lab->file;
  kept.submission.text.assign(std::istreambuf_iterator<char>(in), {});
  return kept;
}

}  // namespace

std::vector<Kept> read_corpus(const fs::path& folder, const std::vector<Lab>& labs) {
  std::ifstream in(folder / list);
  if (!in) throw std::runtime_error((folder / list).string() + " cannot be read.");
  std::vector<Kept> all;
  std::set<std::string> listed{list};
  for (std::string line; std::getline(in, line);) {
    if (line.empty() || line.starts_with('#')) continue;
    all.push_back(read_entry(line, folder, labs));
    if (!listed.insert(all.back().submission.original).second)
      throw std::runtime_error(std::string(list) + " names a file twice: " + line);
  }
  for (const auto& entry : fs::directory_iterator(folder))
    if (!listed.contains(entry.path().filename().string()))
      throw std::runtime_error(std::string(list) + " does not name " +
                               entry.path().filename().string() + ".");
  return all;
}

}  // namespace fuzz
