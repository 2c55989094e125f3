// The same two kernels with an event between them, then atomics of two streams: all in order.

__global__ void fill(int* data, int value) { data[threadIdx.x] = value; }
__global__ void copy(const int* data, int* to) { to[threadIdx.x] = data[threadIdx.x]; }
__global__ void add(int* total) { atomicAdd(total, 1); }

int main() {
  int *data = nullptr, *to = nullptr;
  cudaStream_t writer, reader;
  cudaEvent_t written;
  cudaMalloc(&data, 32 * sizeof(int));
  cudaMalloc(&to, 32 * sizeof(int));
  cudaStreamCreateWithFlags(&writer, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&reader, cudaStreamNonBlocking);
  cudaEventCreate(&written);
  fill<<<1, 32, 0, writer>>>(data, 7);
  cudaEventRecord(written, writer);
  cudaStreamWaitEvent(reader, written, 0);
  copy<<<1, 32, 0, reader>>>(data, to);
  cudaDeviceSynchronize();
  add<<<2, 32, 0, writer>>>(to);
  add<<<2, 32, 0, reader>>>(to);
  cudaStreamSynchronize(reader);
  cudaStreamSynchronize(writer);
  int total = 0;
  cudaMemcpy(&total, to, sizeof total, cudaMemcpyDeviceToHost);
  return total == 7 + 128 ? 0 : 1;
}
