#include "report.hpp"

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <stdexcept>

namespace mutants {
namespace {

constexpr Fate columns[] = {Fate::stillborn,   Fate::killed,   Fate::efficiency, Fate::equivalent,
                            Fate::unreachable, Fate::survivor, Fate::unjudged,   Fate::stale};

using Counts = std::map<Fate, std::size_t>;

/// Of a column: its title, and two blanks.
std::size_t width(Fate fate) { return name(fate).size() + 2; }

void print_row(std::ostream& out, const std::string& name, const Counts& counts) {
  std::size_t made = 0;
  for (const auto& [fate, count] : counts) made += count;
  char text[128];
  std::snprintf(text, sizeof text, "  %-16s%6zu", name.c_str(), made);
  out << text;
  for (const Fate fate : columns) {
    const auto at = counts.find(fate);
    std::snprintf(text, sizeof text, "%*zu", static_cast<int>(width(fate)),
                  at == counts.end() ? 0 : at->second);
    out << text;
  }
  out << '\n';
}

}  // namespace

void print(std::ostream& out, const Mutant& mutant) {
  out << mutant.name << "  line " << mutant.line << ", column " << mutant.column << "\n    - "
      << mutant.before << "\n    + " << mutant.after << '\n';
}

void print(std::ostream& out, const Mutant& mutant, const Outcome& outcome) {
  out << name(outcome.fate) << ": ";
  print(out, mutant);
  if (outcome.fate != Fate::survivor)
    out << "    " << outcome.verdict << (outcome.verdict.empty() ? "" : ": ") << outcome.detail
        << '\n';
}

void print_table(std::ostream& out, const std::string& lab, const std::vector<Mutant>& mutants,
                 const std::vector<Outcome>& outcomes) {
  std::vector<std::string> changes;  // in the order of the operators
  std::map<std::string, Counts> rows;
  std::map<std::string, std::size_t> killers;
  Counts totals;
  for (std::size_t k = 0; k < mutants.size(); ++k) {
    const std::string& change = mutants[k].change;
    if (!rows.contains(change)) changes.push_back(change);
    ++rows[change][outcomes[k].fate];
    ++totals[outcomes[k].fate];
    if (outcomes[k].fate == Fate::killed) ++killers[outcomes[k].verdict];
  }
  out << lab << "\n  change             made";
  for (const Fate fate : columns) {
    const std::string_view title = name(fate);
    out << std::string(width(fate) - title.size(), ' ') << title;
  }
  out << '\n';
  for (const std::string& change : changes) print_row(out, change, rows[change]);
  print_row(out, "all", totals);
  out << "  verdicts of those killed:";
  for (const auto& [verdict, count] : killers) out << ' ' << verdict << ' ' << count;
  out << '\n';
}

void write_json(const std::filesystem::path& file, const std::string& lab,
                const std::vector<Mutant>& mutants, const std::vector<Outcome>& outcomes,
                const Equivalents& equivalents) {
  nlohmann::ordered_json document = {{"lab", lab}, {"totals", nlohmann::ordered_json::object()}};
  nlohmann::ordered_json& totals = document["totals"];
  totals["made"] = mutants.size();
  for (const Fate fate : columns)
    totals[std::string(name(fate))] =
        std::count_if(outcomes.begin(), outcomes.end(),
                      [&](const Outcome& outcome) { return outcome.fate == fate; });
  for (std::size_t k = 0; k < mutants.size(); ++k) {
    const Mutant& mutant = mutants[k];
    const Outcome& outcome = outcomes[k];
    nlohmann::ordered_json entry = {
        {"name", mutant.name},        {"function", mutant.function}, {"change", mutant.change},
        {"line", mutant.line},        {"column", mutant.column},     {"before", mutant.before},
        {"after", mutant.after},      {"fate", name(outcome.fate)},  {"verdict", outcome.verdict},
        {"codes", outcome.codes},     {"checks", outcome.checks},    {"detail", outcome.detail},
        {"seconds", outcome.seconds},
    };
    if (const auto at = equivalents.find(mutant.name); at != equivalents.end())
      entry["reason"] = at->second.reason;
    document["mutants"].push_back(std::move(entry));
  }
  std::ofstream out(file);
  out << document.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) << '\n';
  if (!out.flush()) throw std::runtime_error(file.string() + " cannot be written.");
}

}  // namespace mutants
