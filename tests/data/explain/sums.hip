#include <hip/hip_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

__global__ void square(int n, const float *x, float *y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = x[i] * x[i];
}

__global__ void block_sums(int n, const float *y, float *sums) {
  __shared__ float part[256];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  part[threadIdx.x] = i < n ? y[i] : 0.0f;
  __syncthreads();
  for (int width = 128; width > 0; width /= 2) {
    if (threadIdx.x < width) part[threadIdx.x] += part[threadIdx.x + width];
    __syncthreads();
  }
  if (threadIdx.x == 0) sums[blockIdx.x] = part[0];
}

int main(int argc, char **argv) {
  int n = argc > 1 ? std::atoi(argv[1]) : 1000, blocks = (n + 255) / 256;
  std::vector<float> x(n), sums(blocks);
  for (int i = 0; i < n; ++i) x[i] = 0.5f * (i % 7);
  float *dx, *dy, *ds, total = 0;
  hipMalloc(&dx, n * sizeof(float));
  hipMalloc(&dy, n * sizeof(float));
  hipMalloc(&ds, blocks * sizeof(float));
  hipMemset(dy, 0, n * sizeof(float));
  hipMemset(ds, 0, blocks * sizeof(float));
  hipMemcpy(dx, x.data(), n * sizeof(float), hipMemcpyHostToDevice);
  square<<<blocks, 256>>>(n, dx, dy);
  block_sums<<<blocks, 256>>>(n, dy, ds);
  hipMemcpy(sums.data(), ds, blocks * sizeof(float), hipMemcpyDeviceToHost);
  for (float s : sums) total += s;
  std::printf("total %.3f\n", total);
  hipFree(dx);
  hipFree(dy);
  hipFree(ds);
}
