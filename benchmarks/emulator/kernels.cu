// The emulator's side of the benchmark: kernels.cl, line for line, and the main of
// opencl_program.cpp.
//
//     program KERNEL N REPEATS      KERNEL: reduction or blelloch
//
// Prints "seconds:" and what each launch took on the host's clock, launch and wait alone, after one
// launch that is not timed. Exit code: 0, 1 for a wrong value or a failed call, 2 for wrong usage.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

constexpr unsigned block_size = 256;
constexpr unsigned tile_size = 2 * block_size;

// The sum of each block's elements, by a tree of additions.
__global__ void reduction_kernel(const float* d_in, float* d_sums, unsigned n) {
  __shared__ float partial[block_size];
  const unsigned thread = threadIdx.x, threads = blockDim.x;
  const unsigned index = blockIdx.x * threads + thread;
  partial[thread] = index < n ? d_in[index] : 0.0f;
  __syncthreads();
  for (unsigned distance = threads / 2; distance > 0; distance /= 2) {
    if (thread < distance) partial[thread] += partial[thread + distance];
    __syncthreads();
  }
  if (thread == 0) d_sums[blockIdx.x] = partial[0];
}

// The exclusive prefix sums of each tile, and its total.
__global__ void blelloch_kernel(const float* d_in, float* d_out, float* d_sums, unsigned n) {
  __shared__ float tree[tile_size];
  const unsigned thread = threadIdx.x, threads = blockDim.x;
  const unsigned first = blockIdx.x * 2 * threads + thread, second = first + threads;
  tree[thread] = first < n ? d_in[first] : 0.0f;
  tree[thread + threads] = second < n ? d_in[second] : 0.0f;
  for (unsigned distance = 1; distance <= threads; distance *= 2) {
    __syncthreads();
    const unsigned right = distance * (2 * thread + 2) - 1;
    if (right < 2 * threads) tree[right] += tree[right - distance];
  }
  if (thread == 0) {
    d_sums[blockIdx.x] = tree[2 * threads - 1];
    tree[2 * threads - 1] = 0.0f;
  }
  for (unsigned distance = threads; distance > 0; distance /= 2) {
    __syncthreads();
    const unsigned right = distance * (2 * thread + 2) - 1;
    if (right < 2 * threads) {
      const float left_sum = tree[right - distance];
      tree[right - distance] = tree[right];
      tree[right] += left_sum;
    }
  }
  __syncthreads();
  if (first < n) d_out[first] = tree[thread];
  if (second < n) d_out[second] = tree[thread + threads];
}

void must_succeed(cudaError_t error, const char* call) {
  if (error == cudaSuccess) return;
  std::fprintf(stderr, "%s: %s\n", call, cudaGetErrorString(error));
  std::exit(1);
}

// Whole numbers from 1 to 11: their sums are exact in any order, and no sum stays as it was.
std::vector<float> make_input(unsigned n) {
  std::vector<float> input(n);
  for (unsigned i = 0; i < n; ++i) input[i] = static_cast<float>((i * 7 + i / 256) % 11 + 1);
  return input;
}

// Whether `sums` holds the total of each `length` elements and `out`, where it is not empty, the
// exclusive prefix sums in front of each.
bool is_right(const std::vector<float>& input, const std::vector<float>& out,
              const std::vector<float>& sums, unsigned length) {
  float sum = 0.0f;
  for (unsigned i = 0; i < input.size(); ++i) {
    if (i % length == 0) sum = 0.0f;
    if (!out.empty() && out[i] != sum) return false;
    sum += input[i];
    const bool is_last = i % length == length - 1 || i + 1 == input.size();
    if (is_last && sums[i / length] != sum) return false;
  }
  return true;
}

int main(int argc, char** argv) {
  const std::string kernel = argc == 4 ? argv[1] : "";
  const bool scans = kernel == "blelloch";
  const unsigned n = argc == 4 ? std::strtoul(argv[2], nullptr, 10) : 0;
  const int repeats = argc == 4 ? std::atoi(argv[3]) : 0;
  if ((!scans && kernel != "reduction") || n == 0 || repeats < 1) {
    std::fprintf(stderr, "usage: program reduction|blelloch N REPEATS\n");
    return 2;
  }
  const unsigned elements_per_block = scans ? tile_size : block_size;
  const unsigned blocks = (n + elements_per_block - 1) / elements_per_block;
  const std::vector<float> input = make_input(n);
  std::vector<float> out(scans ? n : 0), sums(blocks);

  float *d_in = nullptr, *d_out = nullptr, *d_sums = nullptr;
  must_succeed(cudaMalloc(&d_in, n * sizeof(float)), "cudaMalloc");
  must_succeed(cudaMalloc(&d_out, n * sizeof(float)), "cudaMalloc");
  must_succeed(cudaMalloc(&d_sums, blocks * sizeof(float)), "cudaMalloc");
  must_succeed(cudaMemcpy(d_in, input.data(), n * sizeof(float), cudaMemcpyHostToDevice),
               "cudaMemcpy");

  std::vector<double> seconds;
  for (int launch = 0; launch <= repeats; ++launch) {
    const auto begin = std::chrono::steady_clock::now();
    if (scans)
      blelloch_kernel<<<blocks, block_size>>>(d_in, d_out, d_sums, n);
    else
      reduction_kernel<<<blocks, block_size>>>(d_in, d_sums, n);
    must_succeed(cudaDeviceSynchronize(), "cudaDeviceSynchronize");
    const std::chrono::duration<double> time = std::chrono::steady_clock::now() - begin;
    if (launch > 0) seconds.push_back(time.count());
  }

  must_succeed(cudaMemcpy(sums.data(), d_sums, blocks * sizeof(float), cudaMemcpyDeviceToHost),
               "cudaMemcpy");
  if (scans) {
    must_succeed(cudaMemcpy(out.data(), d_out, n * sizeof(float), cudaMemcpyDeviceToHost),
                 "cudaMemcpy");
  }
  for (float* array : {d_in, d_out, d_sums}) must_succeed(cudaFree(array), "cudaFree");
  if (!is_right(input, out, sums, elements_per_block)) {
    std::fprintf(stderr, "%s: wrong values\n", kernel.c_str());
    return 1;
  }
  std::printf("seconds:");
  for (const double time : seconds) std::printf(" %.9f", time);
  std::printf("\n");
  return 0;
}
