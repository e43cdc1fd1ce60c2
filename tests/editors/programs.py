"""Programs that several editors are shown."""

ASKS = """\
#include <cstdio>
#include <cuda_runtime.h>

__global__ void fill(int* out, int value) { out[threadIdx.x] = value; }

int main() {
  cudaDeviceProp device;
  cudaGetDeviceProperties(&device, 0);
  int *out, host[4];
  cudaMalloc(&out, sizeof host);
  fill<<<1, 4>>>(out, device.warpSize);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDefault);
  printf("values: 4\\nthe last: %d\\n", host[3]);
  cudaFree(out);
}
"""
"""Prints 32 with CUDA, and 64 on a gfx90a."""
