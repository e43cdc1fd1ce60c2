#include <cuda_runtime.h>
#include <cstdio>
#include "waves.h"
int main() {
  const int n = 256;
  float host[n] = {}, *now, *next;
  host[128] = 1;
  cudaMalloc(&now, sizeof host);
  cudaMalloc(&next, sizeof host);
  cudaMemcpy(now, host, sizeof host, cudaMemcpyHostToDevice);
  cudaMemcpy(next, host, sizeof host, cudaMemcpyHostToDevice);
  step(now, next, n);
  cudaMemcpy(host, next, sizeof host, cudaMemcpyDeviceToHost);
  std::printf("%s %.2f %.2f %.2f\n", title(), host[127], host[128], host[129]);
  cudaFree(now);
  cudaFree(next);
}
