#include <cstdio>
#include <hip/hip_runtime.h>
__global__ void foo(int *p) { p[0] = 1; }
int main() {
  int *p;
  hipMalloc(&p, 4096);
  foo<<<1, 1>>>(p);
  hipDeviceSynchronize();
  printf("%d\n", p[1024]);
}
