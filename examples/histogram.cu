// Histogram with atomics in shared memory: each block counts for itself, then adds to the result.
#include <cuda_runtime.h>

#include <cstdio>
#include <numeric>
#include <vector>

constexpr int kBins = 64;

__constant__ unsigned char binOf[256];

__global__ void histogram(const unsigned char *data, int n, unsigned int *bins) {
  extern __shared__ unsigned int local[];
  for (int i = threadIdx.x; i < kBins; i += blockDim.x) local[i] = 0;
  __syncthreads();
  const int stride = gridDim.x * blockDim.x;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride) atomicAdd(&local[binOf[data[i]]], 1u);
  __syncthreads();
  for (int i = threadIdx.x; i < kBins; i += blockDim.x) atomicAdd(&bins[i], local[i]);
}

int main() {
  const int n = 200000;
  std::vector<unsigned char> data(n);
  unsigned int state = 12345;
  for (auto &value : data) {
    state = state * 1664525u + 1013904223u;
    value = static_cast<unsigned char>(state >> 24);
  }
  unsigned char table[256];
  for (int i = 0; i < 256; ++i) table[i] = static_cast<unsigned char>(i * kBins / 256);
  cudaMemcpyToSymbol(binOf, table, sizeof(table));

  unsigned char *dData;
  unsigned int *dBins;
  cudaMalloc(&dData, n);
  cudaMalloc(&dBins, kBins * sizeof(unsigned int));
  cudaMemset(dBins, 0, kBins * sizeof(unsigned int));
  cudaMemcpy(dData, data.data(), n, cudaMemcpyHostToDevice);
  histogram<<<12, 128, kBins * sizeof(unsigned int)>>>(dData, n, dBins);

  std::vector<unsigned int> bins(kBins), expected(kBins);
  cudaMemcpy(bins.data(), dBins, kBins * sizeof(unsigned int), cudaMemcpyDeviceToHost);
  for (auto value : data) ++expected[table[value]];
  std::printf("histogram: %u values, first bins %u %u %u, %s\n", std::accumulate(bins.begin(), bins.end(), 0u), bins[0],
              bins[1], bins[2], bins == expected ? "equal to the CPU" : "WRONG");
  cudaFree(dData);
  cudaFree(dBins);
  return bins != expected;
}
