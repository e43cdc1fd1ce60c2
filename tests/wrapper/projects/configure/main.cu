#include <cstdio>

__global__ void fill(int *x) { x[threadIdx.x] = threadIdx.x; }

int main() {
  int *device, host[4];
  cudaMalloc(&device, sizeof host);
  fill<<<1, 4>>>(device);
  cudaMemcpy(host, device, sizeof host, cudaMemcpyDeviceToHost);
  std::printf("%d\n", host[3]);
}
