// expect: host_device_mixup
// exit: 104
int main() {
  float* d = nullptr;
  cudaMalloc(&d, 4 * sizeof(float));
  d[0] = 1.0f;  // <- host_device_mixup
  return 0;
}
