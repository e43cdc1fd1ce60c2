// Two kernels, one after the other, and a check on the host that prints one word.
#include <cuda_runtime.h>

#include <cmath>
#include <cstdio>
#include <vector>

__global__ void saxpy(int n, float a, const float *x, float *y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = a * x[i] + y[i];
}

__global__ void shift(int n, float by, float *y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] += by;
}

int main() {
  const int n = 4000;
  std::vector<float> x(n), y(n, 1.0f), found(n);
  for (int i = 0; i < n; ++i) x[i] = std::sin(0.1f * i);
  float *dx, *dy;
  cudaMalloc(&dx, n * sizeof(float));
  cudaMalloc(&dy, n * sizeof(float));
  cudaMemcpy(dx, x.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(dy, y.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  saxpy<<<(n + 255) / 256, 256>>>(n, 3.0f, dx, dy);
  shift<<<(n + 255) / 256, 256>>>(n, 0.5f, dy);
  cudaMemcpy(found.data(), dy, n * sizeof(float), cudaMemcpyDeviceToHost);
  bool right = true;
  for (int i = 0; i < n; ++i) right = right && std::fabs(found[i] - (3.0f * x[i] + 1.5f)) < 1e-4f;
  std::puts(right ? "PASS" : "FAIL");
  cudaFree(dx);
  cudaFree(dy);
  return !right;
}
