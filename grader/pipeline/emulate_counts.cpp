#include <fmt/format.h>

#include <algorithm>

#include "harness/text.hpp"
#include "pipeline/emulate.hpp"

namespace pipeline {
namespace {

using worker::Counters;

struct Cell {
  std::uint64_t count;
  const char* unit;
};

/// "    global loads          8,192 requests      32,768 sectors   ..."; nothing where all are 0.
std::string row(const char* name, std::initializer_list<Cell> cells) {
  std::string line = "    " + left(name, 16);
  bool any = false;
  for (const Cell& cell : cells) {
    any |= cell.count != 0;
    line += right(with_commas(cell.count), 11) + ' ' + left(cell.unit, 11);
  }
  return any ? trimmed(line).insert(0, "    ") + '\n' : "";
}

/// Sectors that would do for these words, were they side by side; each request takes one at least.
std::uint64_t least_sectors(const worker::GlobalTraffic& traffic) {
  constexpr std::uint64_t words_of_a_sector = 8;
  return std::max((traffic.words + words_of_a_sector - 1) / words_of_a_sector, traffic.requests);
}

std::string global_rows(const Counters& c) {
  std::string text;
  for (const auto& [name, traffic] :
       {std::pair("global loads", c.loads), {"global stores", c.stores}}) {
    text += row(name, {{traffic.requests, "requests"},
                       {traffic.sectors, "sectors"},
                       {least_sectors(traffic), "at best"}});
    if (traffic.bytes_by_16 > 0) {
      text += row("", {{traffic.bytes, "bytes"}, {traffic.bytes_by_16, "by 16"}});
    }
  }
  return text + row("polls", {{c.polls, "loads"}});
}

std::string shared_rows(const Counters& c) {
  std::string text;
  for (const auto& [name, traffic] :
       {std::pair("shared loads", c.shared_loads), {"shared stores", c.shared_stores}}) {
    // The counts come from the program's own memory: no difference may wrap around.
    const std::uint64_t conflicts =
        std::max(traffic.wavefronts, traffic.ideal_wavefronts) - traffic.ideal_wavefronts;
    text += row(name, {{traffic.requests, "requests"},
                       {traffic.wavefronts, "wavefronts"},
                       {conflicts, "conflicts"}});
  }
  return text;
}

std::string other_rows(const Counters& c) {
  std::string text;
  for (const auto& [name, traffic] :
       {std::pair("global atomics", c.global_atomics), {"shared atomics", c.shared_atomics}}) {
    text += row(name, {{traffic.lanes, "lanes"},
                       {traffic.requests, "requests"},
                       {traffic.addresses, "addresses"}});
  }
  return text + row("barriers", {{c.block_barriers, "of blocks"}}) +
         row("warp operations", {{c.warp_operations, ""}}) +
         row("divergent", {{c.divergent_requests, "requests"}});
}

}  // namespace

std::string kernel_counts(const worker::ProgramPage& page) {
  const std::uint32_t kernels = std::min(page.kernel_count, worker::max_kernels);
  if (kernels == 0) return {};
  std::string text = "\ncounted, not timed (docs/emulator.md)\n";
  for (std::uint32_t k = 0; k < kernels; ++k) {
    const Counters& c = page.kernels[k].counts;
    text += fmt::format("  {}: {}, {}, {}\n", harness::cleaned(page.kernels[k].kernel),
                        with_commas(c.launches) + (c.launches == 1 ? " launch" : " launches"),
                        with_commas(c.blocks) + (c.blocks == 1 ? " block" : " blocks"),
                        with_commas(c.threads) + (c.threads == 1 ? " thread" : " threads"));
    text += global_rows(c) + shared_rows(c) + other_rows(c);
  }
  if (page.launches_left_out > 0) {
    text += fmt::format("  not shown: launches of further kernels, {} in all\n",
                        with_commas(page.launches_left_out));
  }
  return text;
}

}  // namespace pipeline
