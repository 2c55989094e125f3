__global__ void k(int* p) { __shared__ int s[2]; p[0] = s[threadIdx.x]; }
void f(int* p) { k<<<1, 2>>>(p); }
