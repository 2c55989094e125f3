// Cooperative groups in a warp: tiles of every size, partitions at run time, coalesced groups.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cstdio>

namespace cg = cooperative_groups;

struct Triple {
  int a;
  float b;
  unsigned c;
};

// What one thread computed in a group; the host computes the same from the group's members.
struct Results {
  int rank, size, meta_rank, meta_size;
  int sum, least, xor_of, inclusive, exclusive, greatest_so_far;
  int from_last, from_next, from_previous, from_neighbour, moved;
  unsigned ballot, match;
  int any, all;
};

__host__ __device__ int value_of(int thread) { return (thread * 5) % 7 - 3; }

template <class Group>
__device__ void collectives(const Group& group, int value, Results& r) {
  r.sum = cg::reduce(group, value, cg::plus<int>());
  r.least = cg::reduce(group, value, cg::less<int>());
  r.xor_of = cg::reduce(group, value, cg::bit_xor<int>());
  r.inclusive = cg::inclusive_scan(group, value);
  r.exclusive = cg::exclusive_scan(group, value, cg::plus<int>());
  r.greatest_so_far = cg::inclusive_scan(group, value, cg::greater<int>());
}

template <class Group>
__device__ void moves_and_votes(const Group& group, int value, Results& r) {
  r.from_last = group.shfl(value, group.num_threads() - 1);
  r.from_next = group.shfl_down(value, 1);
  r.from_previous = group.shfl_up(value, 1);
  const Triple triple = {value, 0.5f * value, 7u + value};
  const Triple first = group.shfl(triple, 0);
  r.moved = first.a + static_cast<int>(2 * first.b) + static_cast<int>(first.c);
  r.ballot = group.ballot(value > 0);
  r.match = group.match_any(value);
  r.any = group.any(value == 3) != 0;
  r.all = group.all(value > -3) != 0;
  r.rank = group.thread_rank();
  r.size = group.size();
  r.meta_rank = group.meta_group_rank();
  r.meta_size = group.meta_group_size();
  group.sync();
}

template <unsigned Size>
__global__ void tile_kernel(Results* out) {
  const cg::thread_block block = cg::this_thread_block();
  const int value = value_of(block.thread_rank());
  auto tile = cg::tiled_partition<Size>(block);
  Results r = {};
  moves_and_votes(tile, value, r);
  collectives(tile, value, r);
  r.from_neighbour = Size > 1 ? tile.shfl_xor(value, 1) : value;
  out[block.thread_rank()] = r;
}

// Tiles of tiles: the meta rank counts in the parent.
__global__ void nested_kernel(Results* out) {
  const cg::thread_block block = cg::this_thread_block();
  const int value = value_of(block.thread_rank());
  cg::thread_block_tile<32> warp = cg::tiled_partition<32>(block);
  auto tile = cg::tiled_partition<8>(cg::tiled_partition<32>(block));
  cg::thread_block_tile<8> forgetful = tile;
  Results r = {};
  moves_and_votes(forgetful, value, r);
  collectives(tile, value, r);
  r.from_neighbour = tile.shfl_xor(value, 1);
  if (warp.thread_rank() / 8 != tile.meta_group_rank()) r.rank = -1;
  out[block.thread_rank()] = r;
}

// Every third thread of a warp, as a coalesced group; of these then parts of four.
__global__ void coalesced_kernel(Results* out, bool parts_of_four) {
  const int t = threadIdx.x;
  if (t % 32 % 3 == 0) {
    const cg::coalesced_group third = cg::coalesced_threads();
    const cg::coalesced_group group = parts_of_four ? cg::tiled_partition(third, 4) : third;
    Results r = {};
    moves_and_votes(group, value_of(t), r);
    collectives(group, value_of(t), r);
    out[t] = r;
  }
}

// The parts of a tile by label (the value modulo 3), or by whether the value is positive.
__global__ void labeled_kernel(Results* out, bool two_parts) {
  const int t = threadIdx.x, value = value_of(t);
  auto tile = cg::tiled_partition<16>(cg::this_thread_block());
  cg::coalesced_group group = two_parts ? cg::binary_partition(tile, value > 0)
                                        : cg::labeled_partition(tile, (value + 3) % 3);
  Results r = {};
  moves_and_votes(group, value, r);
  collectives(group, value, r);
  out[t] = r;
}

__device__ int sum_of(cg::thread_group group, int* scratch, int value) {
  scratch[group.thread_rank()] = value;
  group.sync();
  int sum = 0;
  for (unsigned r = 0; r < group.size(); r++) sum += scratch[r];
  group.sync();
  return sum;
}

__global__ void run_time_kernel(int* out) {
  __shared__ int scratch[96];
  auto block = cg::this_thread_block();
  const int t = block.thread_rank(), value = value_of(t);
  cg::thread_group of_eight = cg::tiled_partition(block, 8);
  const int small = sum_of(of_eight, scratch + t / 8 * 8, value);
  cg::sync(block);
  out[t] = small * 1000 + sum_of(block, scratch, value);
}

const int threads = 96;

// The members of thread t's group; `part` gives each thread its group's number, -1 for none.
template <class Part>
Results expected(int t, Part part, bool has_neighbour) {
  int members[32], count = 0, rank = 0;
  for (int other = 0; other < threads; other++) {
    if (other / 32 != t / 32 || part(other) != part(t)) continue;
    if (other == t) rank = count;
    members[count++] = other;
  }
  Results r = {};
  r.rank = rank;
  r.size = count;
  r.least = 100;
  r.greatest_so_far = -100;
  r.all = 1;
  const int value = value_of(t);
  for (int m = 0; m < count; m++) {
    const int theirs = value_of(members[m]);
    r.sum += theirs;
    r.xor_of ^= theirs;
    if (theirs < r.least) r.least = theirs;
    if (m < rank) r.exclusive += theirs;
    if (m <= rank) r.inclusive += theirs;
    if (m <= rank && theirs > r.greatest_so_far) r.greatest_so_far = theirs;
    if (theirs > 0) r.ballot |= 1u << m;
    if (theirs == value) r.match |= 1u << m;
    if (theirs == 3) r.any = 1;
    if (!(theirs > -3)) r.all = 0;
  }
  r.from_last = value_of(members[count - 1]);
  r.from_next = rank + 1 < count ? value_of(members[rank + 1]) : value;
  r.from_previous = rank > 0 ? value_of(members[rank - 1]) : value;
  r.moved = 3 * value_of(members[0]) + 7;
  if (has_neighbour) r.from_neighbour = count == 1 ? value : value_of(members[rank ^ 1]);
  return r;
}

#define COMPARE(member)                                                      \
  if (got.member != due.member) {                                            \
    std::printf("%s, thread %d: " #member " is %d, due %d\n", what, t,       \
                static_cast<int>(got.member), static_cast<int>(due.member)); \
    return false;                                                            \
  }

template <class Part, class Meta>
bool right(const char* what, const Results* results, Part part, Meta meta, bool has_neighbour) {
  if (cudaDeviceSynchronize() != cudaSuccess) {
    std::printf("%s: a CUDA error\n", what);
    return false;
  }
  for (int t = 0; t < threads; t++) {
    if (part(t) < 0) continue;
    Results due = expected(t, part, has_neighbour);
    meta(t, due);
    const Results& got = results[t];
    COMPARE(rank)
    COMPARE(size)
    COMPARE(meta_rank)
    COMPARE(meta_size)
    COMPARE(sum)
    COMPARE(least)
    COMPARE(xor_of)
    COMPARE(inclusive)
    COMPARE(exclusive)
    COMPARE(greatest_so_far)
    COMPARE(from_last)
    COMPARE(from_next)
    COMPARE(from_previous)
    COMPARE(from_neighbour)
    COMPARE(moved)
    COMPARE(ballot)
    COMPARE(match)
    COMPARE(any)
    COMPARE(all)
  }
  return true;
}

template <unsigned Size>
bool tiles_are_right(Results* results) {
  char what[20];
  std::snprintf(what, sizeof what, "tiles of %u", Size);
  tile_kernel<Size><<<1, threads>>>(results);
  const int size = Size;
  return right(
      what, results, [=](int t) { return t / size; },
      [=](int t, Results& r) { r.meta_rank = t / size, r.meta_size = threads / size; }, true);
}

// Number of the part among those of the same 16 threads, in the order of their first threads.
template <class Part>
void number_parts(int t, Part part, Results& r) {
  const int first = t / 16 * 16;
  r.meta_rank = r.meta_size = 0;
  bool passed_own = false;
  for (int other = first; other < first + 16; other++) {
    bool is_leader = true;
    for (int earlier = first; earlier < other; earlier++)
      if (part(earlier) == part(other)) is_leader = false;
    if (!is_leader) continue;
    r.meta_size++;
    if (part(other) == part(t)) passed_own = true;
    if (!passed_own) r.meta_rank++;
  }
}

int main() {
  Results* results = nullptr;
  cudaMallocManaged(&results, threads * sizeof(Results));
  bool ok = tiles_are_right<32>(results) && tiles_are_right<16>(results) &&
            tiles_are_right<8>(results) && tiles_are_right<4>(results) &&
            tiles_are_right<2>(results) && tiles_are_right<1>(results);

  nested_kernel<<<1, threads>>>(results);
  ok = ok && right(
                 "nested tiles", results, [](int t) { return t / 8; },
                 [](int t, Results& r) { r.meta_rank = t % 32 / 8, r.meta_size = 4; }, true);

  const auto every_third = [](int t) { return t % 32 % 3 == 0 ? 0 : -1; };
  coalesced_kernel<<<1, threads>>>(results, false);
  ok = ok && right(
                 "coalesced threads", results, every_third,
                 [](int, Results& r) { r.meta_size = 1; }, false);

  const auto fours = [=](int t) { return every_third(t) < 0 ? -1 : t % 32 / 3 / 4; };
  coalesced_kernel<<<1, threads>>>(results, true);
  ok = ok && right(
                 "parts of coalesced threads", results, fours,
                 [=](int t, Results& r) { r.meta_rank = fours(t), r.meta_size = 3; }, false);

  const auto label = [](int t) { return t / 16 * 10 + (value_of(t) + 3) % 3; };
  labeled_kernel<<<1, threads>>>(results, false);
  ok = ok && right(
                 "parts by label", results, label,
                 [=](int t, Results& r) { number_parts(t, label, r); }, false);

  const auto sign = [](int t) { return t / 16 * 10 + (value_of(t) > 0); };
  labeled_kernel<<<1, threads>>>(results, true);
  ok = ok && right(
                 "parts by predicate", results, sign,
                 [=](int t, Results& r) { r.meta_rank = sign(t) % 10, r.meta_size = 2; }, false);

  int* sums = nullptr;
  cudaMallocManaged(&sums, threads * sizeof(int));
  run_time_kernel<<<1, threads>>>(sums);
  if (cudaDeviceSynchronize() != cudaSuccess) ok = false;
  int whole = 0;
  for (int t = 0; t < threads; t++) whole += value_of(t);
  for (int t = 0; ok && t < threads; t++) {
    int small = 0;
    for (int k = 0; k < 8; k++) small += value_of(t / 8 * 8 + k);
    ok = sums[t] == small * 1000 + whole;
    if (!ok) std::printf("groups at run time: thread %d got %d\n", t, sums[t]);
  }
  if (ok) std::printf("OK\n");
  return ok ? 0 : 1;
}
