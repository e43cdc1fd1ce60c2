// Tiles in LDS: many reads of it and a barrier for each.
#include <cstdio>
#include <hip/hip_runtime.h>
#include <vector>

constexpr int kTile = 16, kSize = 384;

__global__ void multiply(const float *a, const float *b, float *c) {
  __shared__ float left[kTile][kTile], right[kTile][kTile];
  int x = blockIdx.x * kTile + threadIdx.x, y = blockIdx.y * kTile + threadIdx.y;
  float sum = 0;
  for (int at = 0; at < kSize; at += kTile) {
    left[threadIdx.y][threadIdx.x] = a[y * kSize + at + threadIdx.x];
    right[threadIdx.y][threadIdx.x] = b[(at + threadIdx.y) * kSize + x];
    __syncthreads();
    for (int i = 0; i < kTile; ++i)
      sum += left[threadIdx.y][i] * right[i][threadIdx.x];
    __syncthreads();
  }
  c[y * kSize + x] = sum;
}

int main() {
  std::vector<float> host(kSize * kSize, 0.5f);
  size_t bytes = host.size() * sizeof(float);
  float *a, *b, *c;
  (void)hipMalloc(&a, bytes);
  (void)hipMalloc(&b, bytes);
  (void)hipMalloc(&c, bytes);
  (void)hipMemcpy(a, host.data(), bytes, hipMemcpyHostToDevice);
  (void)hipMemcpy(b, host.data(), bytes, hipMemcpyHostToDevice);
  multiply<<<dim3(kSize / kTile, kSize / kTile), dim3(kTile, kTile)>>>(a, b, c);
  (void)hipMemcpy(host.data(), c, bytes, hipMemcpyDeviceToHost);
  printf("%g\n", host[0]);
}
