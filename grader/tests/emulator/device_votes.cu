// Votes, matches and warp reductions, for the full warp and in both sides of a branch.
#include <cstdio>

struct Results {
  int all, any, uniform, all_equal;
  unsigned ballot, match_any, match_all, half_match_all, match_float;
  unsigned sum, least, greatest, bit_and, bit_or, bit_xor;
  int signed_sum, signed_least, signed_greatest;
};

__device__ int value_of(int lane) { return (lane * 7) % 5 - 2; }  // -2 .. 2
__device__ unsigned bits_of(int lane) { return 0xf0u | 1u << lane % 8; }

// The lanes of one side of a branch: all of them, the odd or the even ones.
__global__ void votes_kernel(Results* out, bool in_a_branch) {
  const int lane = threadIdx.x % 32;
  const int value = value_of(lane);
  unsigned mask = 0xffffffffu;
  if (in_a_branch) mask = lane % 2 ? 0xaaaaaaaau : 0x55555555u;
  Results r = {};
  if (!in_a_branch || lane % 2) {
    r.ballot = __ballot_sync(mask, value > 0);
    r.all = __all_sync(mask, value > -3);
    r.any = __any_sync(mask, value > 1);
    r.match_any = __match_any_sync(mask, value);
    r.match_all = __match_all_sync(mask, 42LL, &r.all_equal);
  } else {
    r.ballot = __ballot_sync(mask, value > 0);
    r.all = __all_sync(mask, value > -2);
    r.any = __any_sync(mask, value > 2);
    r.match_any = __match_any_sync(mask, value);
    r.match_all = __match_all_sync(mask, 43LL, &r.all_equal);
  }
  __syncwarp();
  int half_equal;
  r.uniform = __uni_sync(0xffffffffu, lane < 16);
  r.half_match_all = __match_all_sync(0xffffffffu, lane < 16, &half_equal);
  r.all_equal = r.all_equal * 2 + half_equal;
  r.match_float = __match_any_sync(0xffffffffu, 0.5f * value);
#if __CUDA_ARCH__ >= 800
  r.sum = __reduce_add_sync(mask, bits_of(lane));
  r.least = __reduce_min_sync(mask, bits_of(lane));
  r.greatest = __reduce_max_sync(mask, bits_of(lane));
  r.bit_and = __reduce_and_sync(mask, bits_of(lane));
  r.bit_or = __reduce_or_sync(mask, bits_of(lane));
  r.bit_xor = __reduce_xor_sync(mask, bits_of(lane));
  r.signed_sum = __reduce_add_sync(mask, value);
  r.signed_least = __reduce_min_sync(mask, value);
  r.signed_greatest = __reduce_max_sync(mask, value);
#endif
  out[threadIdx.x] = r;
}

int host_value(int lane) { return (lane * 7) % 5 - 2; }
unsigned host_bits(int lane) { return 0xf0u | 1u << lane % 8; }

Results expected(int lane, bool in_a_branch, bool has_reduce) {
  const int value = host_value(lane);
  const bool first_side = !in_a_branch || lane % 2;
  Results r = {};
  r.all = 1;
  bool first = true;
  for (int other = 0; other < 32; other++) {
    const unsigned bit = 1u << other;
    if (value * 0.5f == host_value(other) * 0.5f) r.match_float |= bit;
    if (in_a_branch && other % 2 != lane % 2) continue;
    const int theirs = host_value(other);
    const unsigned bits = host_bits(other);
    if (theirs > 0) r.ballot |= bit;
    if (!(theirs > (first_side ? -3 : -2))) r.all = 0;
    if (theirs > (first_side ? 1 : 2)) r.any = 1;
    if (theirs == value) r.match_any |= bit;
    r.match_all |= bit;
    if (!has_reduce) continue;
    r.sum += bits;
    r.least = first || bits < r.least ? bits : r.least;
    r.greatest = bits > r.greatest ? bits : r.greatest;
    r.bit_and = first ? bits : r.bit_and & bits;
    r.bit_or |= bits;
    r.bit_xor ^= bits;
    r.signed_sum += theirs;
    r.signed_least = first || theirs < r.signed_least ? theirs : r.signed_least;
    r.signed_greatest = first || theirs > r.signed_greatest ? theirs : r.signed_greatest;
    first = false;
  }
  r.all_equal = 2;  // the first match_all is of equal values, the second is not
  return r;
}

#define COMPARE(member)                                                                  \
  if (got.member != due.member) {                                                        \
    std::printf("branch %d, thread %d: " #member " is %lld, due %lld\n", in_a_branch, t, \
                static_cast<long long>(got.member), static_cast<long long>(due.member)); \
    return 1;                                                                            \
  }

int main() {
  const int threads = 64;
  Results* results = nullptr;
  cudaMallocManaged(&results, threads * sizeof(Results));
  for (int in_a_branch = 0; in_a_branch < 2; in_a_branch++) {
    votes_kernel<<<1, threads>>>(results, in_a_branch);
    if (cudaDeviceSynchronize() != cudaSuccess) return 1;
    // A program for an older card leaves the reductions out, whatever card runs it.
    const bool has_reduce = results[0].sum != 0;
    for (int t = 0; t < threads; t++) {
      const Results got = results[t], due = expected(t % 32, in_a_branch, has_reduce);
      COMPARE(ballot)
      COMPARE(all)
      COMPARE(any)
      COMPARE(uniform)
      COMPARE(all_equal)
      COMPARE(match_any)
      COMPARE(match_all)
      COMPARE(half_match_all)
      COMPARE(match_float)
      COMPARE(sum)
      COMPARE(least)
      COMPARE(greatest)
      COMPARE(bit_and)
      COMPARE(bit_or)
      COMPARE(bit_xor)
      COMPARE(signed_sum)
      COMPARE(signed_least)
      COMPARE(signed_greatest)
    }
  }
  std::printf("OK\n");
  return 0;
}
