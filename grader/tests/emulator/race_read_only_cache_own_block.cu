// A thread reads by __ldg what another of its block has written in front of the barrier, and one
// writes behind a barrier what another has read so. Vectors and bytes count as words do.
// expect: data_race

__global__ void kernel(float* data, float4* groups, unsigned char* bytes, float* out) {
  const unsigned t = threadIdx.x;
  data[t] = static_cast<float>(t);  // <- data_race
  __syncthreads();
  out[t] = __ldg(data + (t + 1) % blockDim.x);  // <- data_race

  if (t == 0) out[0] += __ldg(groups + 1).w;  // <- data_race
  __syncthreads();
  if (t == 1) groups[1].w = 1.0f;  // <- data_race

  if (t == 2) out[2] += __ldg(bytes + 1);
  __syncthreads();
  if (t == 3) bytes[2] = 1;  // the byte beside it
}

int main() {
  char* memory = nullptr;
  cudaMalloc(&memory, 1024);
  cudaMemset(memory, 0, 1024);
  kernel<<<1, 32>>>(reinterpret_cast<float*>(memory), reinterpret_cast<float4*>(memory + 256),
                    reinterpret_cast<unsigned char*>(memory + 512),
                    reinterpret_cast<float*>(memory + 768));
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
