// The rules for one request, on the patterns whose counts were measured.
#include <functional>

#include "harness/catch.hpp"
#include "observers/counter_rules.hpp"

using namespace emu;

namespace {

using Pattern = std::function<std::uint64_t(unsigned lane)>;  // index of the lane's element

WarpAccesses warp(unsigned bytes, const Pattern& index, std::uint32_t active = ~0u,
                  std::uint64_t base = 0x1000) {
  WarpAccesses accesses;
  accesses.bytes = bytes;
  for (unsigned lane = 0; lane < 32; ++lane) {
    if ((active >> lane & 1) == 0) continue;
    accesses.address[accesses.count] = base + index(lane) * bytes;
    accesses.lane[accesses.count++] = static_cast<std::uint8_t>(lane);
  }
  return accesses;
}

Pattern stride(unsigned elements) {
  return [=](unsigned lane) { return lane * elements; };
}

unsigned sectors(const WarpAccesses& accesses) { return coverage(accesses).sectors; }
unsigned words(const WarpAccesses& accesses) { return coverage(accesses).words; }
unsigned conflicts(const WarpAccesses& accesses) {
  return shared_wavefronts(accesses) - ideal_wavefronts(accesses);
}

}  // namespace

TEST_CASE("sectors of strided accesses", "[rules]") {
  const std::pair<unsigned, unsigned> due[] = {{1, 4},  {2, 8},   {4, 16},
                                               {8, 32}, {16, 32}, {32, 32}};
  for (const auto& [elements, count] : due) {
    CAPTURE(elements);
    CHECK(sectors(warp(4, stride(elements))) == count);
    CHECK(words(warp(4, stride(elements))) == 32);
  }
}

TEST_CASE("sectors of other patterns", "[rules]") {
  CHECK(sectors(warp(4, [](unsigned t) { return t + 1; })) == 5);
  CHECK(sectors(warp(4, [](unsigned t) { return t + 8; })) == 4);
  CHECK(sectors(warp(4, [](unsigned) { return 0; })) == 1);
  CHECK(sectors(warp(4, [](unsigned t) { return (t & 1) * 1024; })) == 2);
  CHECK(sectors(warp(4, [](unsigned t) { return 31 - t; })) == 4);
  CHECK(sectors(warp(4, [](unsigned t) { return t * 7 & 31; })) == 4);
  CHECK(sectors(warp(1, stride(1))) == 1);
  CHECK(sectors(warp(2, stride(1))) == 2);
  CHECK(sectors(warp(8, stride(1))) == 8);
  CHECK(sectors(warp(8, stride(2))) == 16);
  CHECK(sectors(warp(16, stride(1))) == 16);
  CHECK(sectors(warp(4, stride(1), 0x0000ffff)) == 2);
  CHECK(sectors(warp(4, stride(1), 0x55555555)) == 4);
  CHECK(sectors(warp(4, stride(3), ~0u)) == 12);  // one component of a struct of three
}

TEST_CASE("words of a request are distinct ones", "[rules]") {
  CHECK(words(warp(4, [](unsigned) { return 0; })) == 1);
  CHECK(words(warp(4, [](unsigned t) { return t / 2; })) == 16);
  CHECK(words(warp(4, [](unsigned t) { return 31 - t; })) == 32);
  CHECK(words(warp(1, stride(1))) == 8);
  CHECK(words(warp(2, stride(1))) == 16);
  CHECK(words(warp(8, stride(1))) == 64);
  CHECK(words(warp(16, stride(1))) == 128);
  CHECK(words(warp(16, [](unsigned t) { return t * 5 % 4; })) == 16);
  CHECK(words(warp(4, stride(1), 1)) == 1);
  CHECK(words(warp(4, stride(1), ~0u, 0x1002)) == 33);  // not aligned
  CHECK(sectors(warp(4, stride(1), ~0u, 0x101e)) == 5);
}

TEST_CASE("wavefronts of 4-byte elements", "[rules]") {
  const std::pair<unsigned, unsigned> due[] = {{1, 1}, {2, 2},   {3, 1},   {4, 4},
                                               {8, 8}, {16, 16}, {32, 32}, {33, 1}};
  for (const auto& [elements, count] : due) {
    CAPTURE(elements);
    CHECK(shared_wavefronts(warp(4, stride(elements))) == count);
    CHECK(conflicts(warp(4, stride(elements))) == count - 1);
  }
  CHECK(shared_wavefronts(warp(4, [](unsigned) { return 0; })) == 1);
  CHECK(shared_wavefronts(warp(4, [](unsigned t) { return t / 2; })) == 1);
  CHECK(shared_wavefronts(warp(4, [](unsigned t) { return (t & 1) * 32; })) == 2);
  CHECK(shared_wavefronts(warp(4, stride(32), 0x7)) == 3);  // of three active lanes
}

TEST_CASE("wavefronts of narrow and wide elements", "[rules]") {
  CHECK(shared_wavefronts(warp(1, stride(1))) == 1);
  CHECK(shared_wavefronts(warp(1, stride(4))) == 1);
  CHECK(shared_wavefronts(warp(2, stride(1))) == 1);
  struct Due {
    unsigned bytes, elements, wavefronts, conflicts;
  };
  for (const Due& d : {Due{8, 1, 2, 0}, Due{8, 2, 4, 2}, Due{16, 1, 4, 0}, Due{16, 2, 8, 4}}) {
    CAPTURE(d.bytes, d.elements);
    CHECK(shared_wavefronts(warp(d.bytes, stride(d.elements))) == d.wavefronts);
    CHECK(conflicts(warp(d.bytes, stride(d.elements))) == d.conflicts);
  }
  CHECK(shared_wavefronts(warp(8, stride(1), 0xffff0000)) == 1);   // one half
  CHECK(shared_wavefronts(warp(16, stride(1), 0x00ff00ff)) == 2);  // two quarters
}

TEST_CASE("distinct addresses of atomics", "[rules]") {
  CHECK(distinct_addresses(warp(4, [](unsigned) { return 3; })) == 1);
  CHECK(distinct_addresses(warp(4, stride(1))) == 32);
  CHECK(distinct_addresses(warp(4, [](unsigned t) { return t & 7; })) == 8);
  CHECK(distinct_addresses(warp(
            4, [](unsigned t) { return 40 - t; }, 0xff)) == 8);
}
