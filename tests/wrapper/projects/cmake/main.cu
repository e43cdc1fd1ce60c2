#include <cstdio>
#include "twice.cuh"
#include "generated.h"
extern "C" int pinned(void);
__global__ void set(int *p) { *p = twice(21); }
int main() { int *p, h; cudaMalloc(&p, 4); set<<<1, 1>>>(p); cudaMemcpy(&h, p, 4, cudaMemcpyDeviceToHost);
  printf("%d %d %d %d %d\n", h, more(), of_shared(), devices() * pinned(), (int)wait()); }
