// The OpenCL side of the benchmark: kernels.cu, line for line.

enum { block_size = 256, tile_size = 2 * block_size };

// The sum of each block's elements, by a tree of additions.
__kernel void reduction_kernel(__global const float* d_in, __global float* d_sums, uint n) {
  __local float partial[block_size];
  const uint thread = get_local_id(0), threads = get_local_size(0);
  const uint index = get_group_id(0) * threads + thread;
  partial[thread] = index < n ? d_in[index] : 0.0f;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint distance = threads / 2; distance > 0; distance /= 2) {
    if (thread < distance) partial[thread] += partial[thread + distance];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (thread == 0) d_sums[get_group_id(0)] = partial[0];
}

// The exclusive prefix sums of each tile, and its total.
__kernel void blelloch_kernel(__global const float* d_in, __global float* d_out,
                              __global float* d_sums, uint n) {
  __local float tree[tile_size];
  const uint thread = get_local_id(0), threads = get_local_size(0);
  const uint first = get_group_id(0) * 2 * threads + thread, second = first + threads;
  tree[thread] = first < n ? d_in[first] : 0.0f;
  tree[thread + threads] = second < n ? d_in[second] : 0.0f;
  for (uint distance = 1; distance <= threads; distance *= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    const uint right = distance * (2 * thread + 2) - 1;
    if (right < 2 * threads) tree[right] += tree[right - distance];
  }
  if (thread == 0) {
    d_sums[get_group_id(0)] = tree[2 * threads - 1];
    tree[2 * threads - 1] = 0.0f;
  }
  for (uint distance = threads; distance > 0; distance /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    const uint right = distance * (2 * thread + 2) - 1;
    if (right < 2 * threads) {
      const float left_sum = tree[right - distance];
      tree[right - distance] = tree[right];
      tree[right] += left_sum;
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (first < n) d_out[first] = tree[thread];
  if (second < n) d_out[second] = tree[thread + threads];
}
