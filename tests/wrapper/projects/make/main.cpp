#include <cstdio>
#include <cuda_runtime.h>
void launch(int n, int *x);
int main() {
  int host[100], *device;
  for (int i = 0; i < 100; i++) host[i] = i;
  cudaMalloc(&device, sizeof host);
  cudaMemcpy(device, host, sizeof host, cudaMemcpyHostToDevice);
  launch(100, device);
  cudaMemcpy(host, device, sizeof host, cudaMemcpyDeviceToHost);
  printf("%d\n", host[99]);
  return cudaGetLastError();
}
