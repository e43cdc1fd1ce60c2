// Tiled matrix multiplication through shared memory, checked against the CPU.
#include <cuda_runtime.h>

#include <cstdio>
#include <vector>

constexpr int kTile = 16;

__global__ void matmul(const float *a, const float *b, float *c, int n) {
  __shared__ float tileA[kTile][kTile];
  __shared__ float tileB[kTile][kTile];
  const int row = blockIdx.y * kTile + threadIdx.y;
  const int col = blockIdx.x * kTile + threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += kTile) {
    tileA[threadIdx.y][threadIdx.x] = row < n && k + threadIdx.x < n ? a[row * n + k + threadIdx.x] : 0.0f;
    tileB[threadIdx.y][threadIdx.x] = col < n && k + threadIdx.y < n ? b[(k + threadIdx.y) * n + col] : 0.0f;
    __syncthreads();
    for (int i = 0; i < kTile; ++i) sum += tileA[threadIdx.y][i] * tileB[i][threadIdx.x];
    __syncthreads();
  }
  if (row < n && col < n) c[row * n + col] = sum;
}

int main() {
  const int n = 150;  // not a multiple of the tile
  const size_t bytes = n * n * sizeof(float);
  std::vector<float> a(n * n), b(n * n), c(n * n);
  for (int i = 0; i < n * n; ++i) {
    a[i] = static_cast<float>(i % 13 - 6);
    b[i] = static_cast<float>(i % 7 - 3);
  }

  float *dA, *dB, *dC;
  cudaMalloc(&dA, bytes);
  cudaMalloc(&dB, bytes);
  cudaMalloc(&dC, bytes);
  cudaMemcpy(dA, a.data(), bytes, cudaMemcpyHostToDevice);
  cudaMemcpy(dB, b.data(), bytes, cudaMemcpyHostToDevice);
  const dim3 block(kTile, kTile);
  const dim3 grid((n + kTile - 1) / kTile, (n + kTile - 1) / kTile);
  matmul<<<grid, block>>>(dA, dB, dC, n);
  cudaMemcpy(c.data(), dC, bytes, cudaMemcpyDeviceToHost);

  int wrong = 0;
  double trace = 0.0;
  for (int row = 0; row < n; ++row) {
    for (int col = 0; col < n; ++col) {
      float sum = 0.0f;
      for (int k = 0; k < n; ++k) sum += a[row * n + k] * b[k * n + col];
      wrong += sum != c[row * n + col];
    }
    trace += c[row * n + row];
  }
  std::printf("matmul %dx%d: %d wrong, trace %.1f\n", n, n, wrong, trace);

  cudaFree(dA);
  cudaFree(dB);
  cudaFree(dC);
  return wrong != 0;
}
