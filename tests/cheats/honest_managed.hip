// An honest one: memory that the host sees too.
#include <hip/hip_runtime.h>

#include <cstdio>

__global__ void count(int n, unsigned *bins) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(&bins[i * i % 64], 1u);
}

int main() {
  const int n = 10000;
  unsigned *bins, total = 0;
  if (hipMallocManaged(&bins, 64 * sizeof(unsigned)) != hipSuccess) return 1;
  for (int i = 0; i < 64; ++i) bins[i] = 0;
  count<<<(n + 127) / 128, 128>>>(n, bins);
  if (hipDeviceSynchronize() != hipSuccess) return 1;
  for (int i = 0; i < 64; ++i) total += bins[i];
  std::printf("%s\n", total == n ? "PASSED" : "FAILED");
  return 0;
}
