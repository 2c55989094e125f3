#include "tests/self_check/tool/case_file.hpp"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <sstream>
#include <stdexcept>

#include "result/verdict.hpp"

namespace cases {
namespace {

std::string read(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) throw std::runtime_error(path.string() + " cannot be read.");
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

[[noreturn]] void fail(const std::filesystem::path& path, const std::string& what) {
  throw std::runtime_error(path.string() + ": " + what);
}

std::string two_digits(int lab) { return (lab < 10 ? "0" : "") + std::to_string(lab); }

std::vector<std::string> fields_of(const std::string& line) {
  std::vector<std::string> fields;
  std::istringstream in(line);
  for (std::string field; std::getline(in, field, ',');) fields.push_back(field);
  return fields;
}

std::set<std::string> codes_of(const std::filesystem::path& path, const std::string& text) {
  std::set<std::string> codes;
  std::istringstream in(text);
  for (std::string code; in >> code;) {
    if (!result::verdict_from_name(code)) fail(path, "'" + code + "' is not a verdict.");
    codes.insert(code);
  }
  return codes;
}

/// Fills `due` and `codes`; the words of the table and those of a file's head both mean the same.
void set_due(CaseFile& file, const std::filesystem::path& path, const std::string& word,
             const std::string& codes) {
  if (word == "reject" || word == "wrong")
    file.due = Due::reject;
  else if (word == "accept" || word == "correct")
    file.due = Due::accept;
  else if (word == "policy")
    file.due = Due::policy;
  else
    fail(path, "'" + word + "' is not a verdict of a case (" + file.name + ").");
  file.codes = codes_of(path, codes);
  if (file.due == Due::reject && (file.codes.empty() || file.codes.count("pass") != 0))
    fail(path, "no code is due (" + file.name + ").");
}

std::vector<CaseFile> handed_cases(const std::filesystem::path& folder, int lab) {
  const std::filesystem::path table = folder / "handed" / "verdicts.csv";
  std::istringstream lines(read(table));
  std::vector<CaseFile> all;
  std::set<std::string> listed;
  std::string line;
  std::getline(lines, line);  // the names of the columns
  while (std::getline(lines, line)) {
    const std::vector<std::string> fields = fields_of(line);
    if (fields.size() < 4) fail(table, "a row has fewer than four fields: " + line);
    listed.insert(fields[0] + ".cu");
    if (fields[1] != std::to_string(lab)) continue;
    CaseFile file;
    file.name = fields[0];
    file.source = folder / "handed" / (file.name + ".cu");
    file.adapter = folder / "adapters" / ("lab_" + two_digits(lab) + ".cuh");
    set_due(file, table, fields[2], fields[3]);
    all.push_back(file);
  }
  for (const auto& entry : std::filesystem::directory_iterator(folder / "handed"))
    if (entry.path().extension() == ".cu" && listed.count(entry.path().filename().string()) == 0)
      fail(entry.path(), "verdicts.csv does not list it.");
  return all;
}

/// What follows "// KEY:" in the file's head, or nothing.
std::string head(const std::string& text, const std::string& key) {
  std::istringstream in(text);
  const std::string start = "// " + key + ":";
  for (std::string line; std::getline(in, line) && line.starts_with("//");)
    if (line.starts_with(start)) {
      const std::size_t at = line.find_first_not_of(' ', start.size());
      return at == std::string::npos ? std::string() : line.substr(at);
    }
  return {};
}

CaseFile own_case(const std::filesystem::path& path, int lab) {
  const std::string text = read(path), number = two_digits(lab);
  CaseFile file;
  file.source = path;
  file.name = path.stem().string();
  if (number + '_' + head(text, "case") != file.name) fail(path, "its head names another case.");
  if (head(text, "lab") != std::to_string(lab)) fail(path, "its head names another lab.");
  if (head(text, "why").empty()) fail(path, "its head does not say why.");
  set_due(file, path, head(text, "verdict"), head(text, "due"));
  if (file.due != Due::reject && !file.codes.empty())
    fail(path, "codes are due, and it is not a wrong case.");
  return file;
}

std::vector<CaseFile> own_cases(const std::filesystem::path& folder, int lab) {
  std::vector<CaseFile> all;
  for (const auto& entry : std::filesystem::directory_iterator(folder / "own"))
    if (entry.path().extension() == ".cu" &&
        entry.path().filename().string().starts_with(two_digits(lab) + '_'))
      all.push_back(own_case(entry.path(), lab));
  std::sort(all.begin(), all.end(),
            [](const CaseFile& a, const CaseFile& b) { return a.name < b.name; });
  return all;
}

}  // namespace

const char* name(Due due) {
  if (due == Due::reject) return "reject";
  return due == Due::accept ? "accept" : "policy";
}

std::vector<CaseFile> read_cases(const std::filesystem::path& folder, int lab) {
  std::vector<CaseFile> all = handed_cases(folder, lab);
  for (CaseFile& file : own_cases(folder, lab)) all.push_back(std::move(file));
  return all;
}

void join(const CaseFile& file, const std::filesystem::path& submission) {
  std::string text = read(file.source);
  if (!file.adapter.empty()) text += '\n' + read(file.adapter);
  std::ofstream out(submission, std::ios::binary);
  if (!(out << text) || !out.flush()) fail(submission, "cannot be written.");
}

}  // namespace cases
