#include "cheat_file.hpp"

#include <algorithm>
#include <array>
#include <fstream>
#include <map>
#include <sstream>
#include <stdexcept>
#include <string_view>

#include "result/verdict.hpp"

namespace cheats {
namespace {

[[noreturn]] void fail(const std::filesystem::path& path, const std::string& what) {
  throw std::runtime_error(path.string() + ": " + what);
}

constexpr std::array<std::string_view, 10> keys = {"cheat",   "lab",       "backend", "attempt",
                                                   "verdict", "time",      "reason",  "behind",
                                                   "points",  "stopped by"};

/// The lines "// key: value" that a file begins with; one without a key goes on where the one
/// before ends.
std::map<std::string, std::string> head_of(const std::filesystem::path& path) {
  std::map<std::string, std::string> head;
  std::ifstream file(path);
  std::string key;
  for (std::string line; std::getline(file, line) && line.starts_with("// ");) {
    line.erase(0, 3);
    const std::size_t colon = line.find(": ");
    const std::string word = colon == std::string::npos ? std::string() : line.substr(0, colon);
    if (std::find(keys.begin(), keys.end(), word) != keys.end()) {
      key = word;
      if (!head.emplace(key, line.substr(colon + 2)).second)
        fail(path, key + " stands there twice.");
    } else {
      if (key.empty()) fail(path, "'" + line + "' is no line of a head.");
      head[key] += ' ' + line.substr(std::min(line.find_first_not_of(' '), line.size()));
    }
  }
  return head;
}

std::set<std::string> verdicts_in(const std::filesystem::path& path, const std::string& text) {
  std::set<std::string> verdicts;
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    if (!result::verdict_from_name(word)) fail(path, "'" + word + "' is not a verdict.");
    verdicts.insert(word);
  }
  return verdicts;
}

Cheat read_cheat(const std::filesystem::path& path) {
  std::map<std::string, std::string> head = head_of(path);
  const auto take = [&](const char* key, bool needed) {
    const auto found = head.find(key);
    if (found == head.end() && needed)
      fail(path, "its head has no line '" + std::string(key) + "'.");
    const std::string value = found == head.end() ? std::string() : found->second;
    if (found != head.end()) head.erase(found);
    return value;
  };
  Cheat cheat;
  cheat.source = path;
  cheat.name = take("cheat", true);
  if (cheat.name != path.stem().string()) fail(path, "its head names another cheat.");
  cheat.lab = std::stoi(take("lab", true));
  cheat.attempt = take("attempt", true);
  cheat.stopper = take("stopped by", true);
  const std::string backend = take("backend", false);
  if (!backend.empty() && backend != "cuda")
    fail(path, "its backend is neither cuda nor left out.");
  cheat.on_gpu = backend == "cuda";
  cheat.time = take("time", false);
  if (!cheat.time.empty() && cheat.time != "suspect" && cheat.time != "believed")
    fail(path, "its time is neither suspect nor believed.");
  cheat.verdicts = verdicts_in(path, take("verdict", true));
  if (cheat.verdicts.empty() || (cheat.verdicts.count("pass") != 0 && cheat.time.empty()))
    fail(path, "no verdict is due that stops it.");
  cheat.reason = take("reason", false);
  cheat.verdicts_behind = verdicts_in(path, take("behind", false));
  const std::string points = take("points", false);
  if (!points.empty()) cheat.most_points = std::stod(points);
  return cheat;
}

}  // namespace

std::vector<Cheat> read_cheats(const std::filesystem::path& folder) {
  std::vector<Cheat> cheats;
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    if (entry.path().extension() == ".cu") cheats.push_back(read_cheat(entry.path()));
  std::sort(cheats.begin(), cheats.end(),
            [](const Cheat& a, const Cheat& b) { return a.name < b.name; });
  if (cheats.empty()) throw std::runtime_error(folder.string() + ": no cheat lies there.");
  return cheats;
}

}  // namespace cheats
