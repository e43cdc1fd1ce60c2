#include <cstdio>

__global__ void square(int *x) { x[threadIdx.x] = threadIdx.x * threadIdx.x; }

int main() {
  int *x, y[8];
  cudaMalloc(&x, sizeof y);
  square<<<1, 8>>>(x);
  cudaMemcpy(y, x, sizeof y, cudaMemcpyDeviceToHost);
  for (int each : y)
    printf("%d\n", each);
}
