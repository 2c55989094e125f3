// Device functions are inlined by force, which the compiler refuses for those that call themselves:
// a call graph by name finds them.
#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "declaration.hpp"
#include "rewrites.hpp"

namespace emulator::frontend {
namespace {

/// Functions and macros by name. Overloads are one node: a false cycle costs only the inlining.
class CallGraph {
 public:
  void add(std::string_view name, const Region& region, int first, int last) {
    const int caller = node(name);
    for (int i = first; i <= last; ++i) {
      if (!region.is_identifier(i)) continue;
      const bool called =
          region.is(i + 1, "(") || region.is(i + 1, "<") || region.macro() != nullptr;
      if (called) edges_.push_back({caller, region.text(i)});
    }
  }

  /// Calls `mark` with the name of each node that can reach itself.
  template <class Mark>
  void for_each_in_cycle(Mark mark) {
    callees_.assign(names_.size(), {});
    std::vector<bool> calls_itself(names_.size(), false);
    for (const auto& [caller, name] : edges_) {
      const auto callee = index_.find(name);
      if (callee == index_.end()) continue;
      if (callee->second == caller) calls_itself[static_cast<std::size_t>(caller)] = true;
      callees_[static_cast<std::size_t>(caller)].push_back(callee->second);
    }
    find_components();
    for (std::size_t i = 0; i < names_.size(); ++i) {
      const auto component = static_cast<std::size_t>(component_[i]);
      if (calls_itself[i] || component_size_[component] > 1) mark(names_[i]);
    }
  }

 private:
  int node(std::string_view name) {
    const auto [found, added] = index_.emplace(name, static_cast<int>(names_.size()));
    if (added) names_.push_back(name);
    return found->second;
  }

  /// Strongly connected components (Tarjan), without recursion: a chain of calls may be long.
  void find_components() {
    const std::size_t count = names_.size();
    component_.assign(count, -1);
    std::vector<int> order(count, -1);
    std::vector<int> low(count, 0);
    std::vector<std::size_t> next_callee(count, 0);
    std::vector<int> path;
    std::vector<int> open;
    int visited = 0;
    for (std::size_t root = 0; root < count; ++root) {
      if (order[root] >= 0) continue;
      path.push_back(static_cast<int>(root));
      while (!path.empty()) {
        const auto v = static_cast<std::size_t>(path.back());
        if (order[v] < 0) {
          order[v] = low[v] = visited++;
          open.push_back(path.back());
        }
        if (next_callee[v] < callees_[v].size()) {
          const auto w = static_cast<std::size_t>(callees_[v][next_callee[v]]);
          if (order[w] < 0) {
            path.push_back(static_cast<int>(w));  // come back to this callee afterwards
            continue;
          }
          if (component_[w] < 0) low[v] = std::min(low[v], low[w]);
          ++next_callee[v];
          continue;
        }
        path.pop_back();
        if (low[v] == order[v]) close_component(v, open);
      }
    }
  }

  void close_component(std::size_t root, std::vector<int>& open) {
    const int number = static_cast<int>(component_size_.size());
    component_size_.push_back(0);
    while (component_[root] < 0) {
      component_[static_cast<std::size_t>(open.back())] = number;
      ++component_size_.back();
      open.pop_back();
    }
  }

  struct Edge {
    int caller;
    std::string_view callee;
  };
  std::map<std::string_view, int> index_;
  std::vector<std::string_view> names_;
  std::vector<Edge> edges_;
  std::vector<std::vector<int>> callees_;
  std::vector<int> component_;
  std::vector<int> component_size_;
};

}  // namespace

void find_recursive_functions(const std::vector<Region>& regions, Context& context) {
  CallGraph graph;
  for (const Region& region : regions) {
    if (region.macro() != nullptr) graph.add(region.macro()->name, region, 0, region.size() - 1);
    for (int i = 0; i < region.size(); ++i) {
      if (!region.is(i, "__device__")) continue;
      const Declaration function = classify(region, i);
      if (function.kind != Declaration::Kind::function || function.body_open < 0) continue;
      const int last = region.partner(function.body_open);
      const int first = region.partner(function.parameters_open);
      if (first >= 0) graph.add(region.text(function.name_last), region, first, last);
    }
  }
  graph.for_each_in_cycle(
      [&](std::string_view name) { context.recursive_functions.emplace(name); });
}

}  // namespace emulator::frontend
