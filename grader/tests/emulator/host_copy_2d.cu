// Two-dimensional copies and fills: values, pitches and ranges; measured on an H200 with CUDA 13.0.
// expect: cuda_error
#include <cstdio>
#include <cstring>

static int mismatches = 0;

static void expect(const char* what, long long got, long long due) {
  if (got == due) return;
  ++mismatches;
  std::printf("%s: got %lld, due %lld\n", what, got, due);
}
#define EXPECT(what, due) expect(#what, static_cast<long long>(what), due)
const int rows = 5, columns = 7;

__global__ void double_kernel(int* data, std::size_t pitch) {
  int* row = reinterpret_cast<int*>(reinterpret_cast<char*>(data) + threadIdx.y * pitch);
  row[threadIdx.x] *= 2;
}

int main() {
  int in[rows][columns], out[rows][columns + 2];
  for (int r = 0; r < rows; ++r)
    for (int c = 0; c < columns; ++c) in[r][c] = 10 * r + c;
  std::memset(out, 0, sizeof out);
  int* d = nullptr;
  std::size_t pitch = 0;
  EXPECT(cudaMallocPitch(&d, &pitch, columns * sizeof(int), rows), cudaSuccess);
  EXPECT(cudaMemset2D(d, pitch, 0x11, columns * sizeof(int), rows), cudaSuccess);
  EXPECT(cudaMemcpy2D(d, pitch, in, sizeof in[0], columns * sizeof(int), rows - 1,
                      cudaMemcpyHostToDevice),
         cudaSuccess);
  double_kernel<<<1, dim3(columns, rows)>>>(d, pitch);
  EXPECT(cudaMemcpy2D(out, sizeof out[0], d, pitch, columns * sizeof(int), rows,
                      cudaMemcpyDeviceToHost),
         cudaSuccess);
  for (int r = 0; r < rows; ++r) {
    for (int c = 0; c < columns; ++c)
      expect("out", out[r][c], r < rows - 1 ? 2 * in[r][c] : 0x22222222);
    expect("behind the row", out[r][columns] | out[r][columns + 1], 0);
  }
  EXPECT(cudaFree(d), cudaSuccess);

  char *block = nullptr, host[4200] = {};
  const auto to_device = cudaMemcpyHostToDevice;
  EXPECT(cudaMalloc(&block, 4096), cudaSuccess);
  EXPECT(cudaMemset(block, 0, 4096), cudaSuccess);
  EXPECT(cudaMemcpy2D(block, 64, host, 64, 64, 64, to_device), cudaSuccess);
  EXPECT(cudaMemcpy2D(block, 64, host, 64, 64, 65, to_device), cudaErrorInvalidValue);
  EXPECT(cudaMemcpy2D(block, 64, host, 64, 65, 2, to_device), cudaErrorInvalidPitchValue);
  EXPECT(cudaMemcpy2D(block, 64, host, 32, 40, 2, to_device), cudaErrorInvalidPitchValue);
  EXPECT(cudaMemcpy2D(block, 64, host, 64, 0, 2, to_device), cudaSuccess);
  EXPECT(cudaMemcpy2D(block + 32, 64, host, 64, 32, 64, to_device), cudaSuccess);
  EXPECT(cudaMemcpy2D(block + 33, 64, host, 64, 32, 64, to_device), cudaErrorInvalidValue);
  EXPECT(cudaMemcpy2D(host, 64, block, 64, 32, 64, to_device), cudaErrorInvalidValue);
  EXPECT(cudaMemcpy2D(nullptr, 64, host, 64, 32, 4, to_device), cudaErrorInvalidValue);
  EXPECT(cudaMemcpy2D(block, 64, host, 64, 32, 4, static_cast<cudaMemcpyKind>(9)),
         cudaErrorInvalidMemcpyDirection);
  EXPECT(cudaMemset2D(block, 64, 0, 65, 2), cudaErrorInvalidValue);
  EXPECT(cudaMemset2D(block, 64, 0, 64, 65), cudaErrorInvalidValue);
  EXPECT(cudaMemset2D(block, 64, 0, 0, 0), cudaSuccess);
  EXPECT(cudaMemset2D(host, 64, 0, 4, 4), cudaErrorInvalidValue);
  EXPECT(cudaMemset2DAsync(block, 64, 7, 1, 64), cudaSuccess);
  EXPECT(cudaMemcpy2DAsync(host, 1, block, 64, 1, 64, cudaMemcpyDeviceToHost), cudaSuccess);
  EXPECT(cudaDeviceSynchronize(), cudaSuccess);
  for (int k = 0; k < 64; ++k) expect("column", host[k], 7);
  EXPECT(cudaFree(block), cudaSuccess);
  std::puts(mismatches == 0 ? "OK" : "MISMATCH");
  return mismatches == 0 ? 0 : 1;
}
