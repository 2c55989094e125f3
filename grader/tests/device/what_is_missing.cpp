// What CUDA does not have must not compile here either: seen by asking for it in an unevaluated
// call.
#include "harness/catch.hpp"
//
#include <utility>

#include "cuda/atomic"
#include "cuda_runtime.h"

namespace {

template <class T, class = void>
constexpr bool can_ldg = false;
template <class T>
constexpr bool can_ldg<T, std::void_t<decltype(__ldg(std::declval<const T*>()))>> = true;

template <class T, class = void>
constexpr bool can_add = false;
template <class T>
constexpr bool can_add<T, std::void_t<decltype(atomicAdd(std::declval<T*>(), std::declval<T>()))>> =
    true;

template <class T, class = void>
constexpr bool can_min = false;
template <class T>
constexpr bool can_min<T, std::void_t<decltype(atomicMin(std::declval<T*>(), std::declval<T>()))>> =
    true;

template <class T, class = void>
constexpr bool can_shuffle = false;
template <class T>
constexpr bool
    can_shuffle<T, std::void_t<decltype(__shfl_sync(0xffffffffu, std::declval<T>(), 0))>> = true;

struct Pair {
  int a, b;
};

}  // namespace

TEST_CASE("cached loads are for CUDA's types", "[device]") {
  CHECK(can_ldg<float>);
  CHECK(can_ldg<float4>);
  CHECK(can_ldg<unsigned long>);
  CHECK_FALSE(can_ldg<float3>);
  CHECK_FALSE(can_ldg<Pair>);
  CHECK_FALSE(can_ldg<bool>);
}

TEST_CASE("atomics are for CUDA's types", "[device]") {
  CHECK(can_add<float>);
  CHECK(can_add<float4>);
  CHECK(can_add<unsigned long long>);
  CHECK_FALSE(can_add<long long>);
  CHECK_FALSE(can_add<std::size_t>);
  CHECK_FALSE(can_add<short>);
  CHECK(can_min<long long>);
  CHECK_FALSE(can_min<float>);
  CHECK_FALSE(can_min<double>);
}

TEST_CASE("shuffles are for CUDA's types", "[device]") {
  CHECK(can_shuffle<double>);
  CHECK(can_shuffle<short>);  // as an int
  CHECK_FALSE(can_shuffle<float2>);
  CHECK_FALSE(can_shuffle<Pair>);
  CHECK_FALSE(can_shuffle<int*>);
}

// The operations without a mask are gone since CUDA 9. A global type takes the search for the name
// to the global namespace when the template is used.
struct LaneValue {
  operator int() const { return 0; }
};

namespace {

template <class T, class = void>
constexpr bool has_old_shuffle = false;
template <class T>
constexpr bool has_old_shuffle<T, std::void_t<decltype(__shfl_down(std::declval<T>(), 0))>> = true;

template <class T, class = void>
constexpr bool has_old_ballot = false;
template <class T>
constexpr bool has_old_ballot<T, std::void_t<decltype(__ballot(std::declval<T>()))>> = true;

template <class T, class = void>
constexpr bool has_ballot = false;
template <class T>
constexpr bool has_ballot<T, std::void_t<decltype(__ballot_sync(~0u, std::declval<T>()))>> = true;

}  // namespace

TEST_CASE("warp operations take a mask", "[device]") {
  CHECK(has_ballot<LaneValue>);
  CHECK_FALSE(has_old_ballot<LaneValue>);
  CHECK_FALSE(has_old_shuffle<LaneValue>);
}
