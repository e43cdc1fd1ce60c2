// Streams through global memory, as little arithmetic as there is.
#include <cstdio>
#include <hip/hip_runtime.h>
#include <vector>

__global__ void saxpy(float a, const float *x, float *y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    y[i] += a * x[i];
}

int main() {
  const int n = 1 << 20;
  std::vector<float> host(n, 1.0f);
  float *x, *y;
  (void)hipMalloc(&x, n * sizeof(float));
  (void)hipMalloc(&y, n * sizeof(float));
  (void)hipMemcpy(x, host.data(), n * sizeof(float), hipMemcpyHostToDevice);
  (void)hipMemcpy(y, host.data(), n * sizeof(float), hipMemcpyHostToDevice);
  for (int i = 0; i < 10; ++i)
    saxpy<<<(n + 255) / 256, 256>>>(2.0f, x, y, n);
  (void)hipMemcpy(host.data(), y, n * sizeof(float), hipMemcpyDeviceToHost);
  printf("%g\n", host[n - 1]);
}
