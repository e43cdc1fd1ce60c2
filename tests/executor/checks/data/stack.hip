#include <cstdio>
#include <hip/hip_runtime.h>
__device__ __attribute__((noinline)) int deep(int n, volatile int *p) {
  volatile int local[64];
  local[n & 63] = n;
  if (n == p[1])
    return local[3];
  return deep(n + 1, p) + local[n & 63];
}
__global__ void foo(int *p) { p[0] = deep(0, p); }
int main() {
  int *p;
  hipMalloc(&p, 4096);
  hipMemset(p, 255, 4096);
  foo<<<1, 64>>>(p);
  hipDeviceSynchronize();
  puts("done");
}
