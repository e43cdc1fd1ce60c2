#include <cstdio>
#include <hip/hip_runtime.h>
__global__ void foo(float *p, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    p[i + 1048576] = 1.0f;
}
int main() {
  float *p;
  hipMalloc(&p, 4096);
  foo<<<8, 64>>>(p, 500);
  hipDeviceSynchronize();
  puts("done");
}
