#include "twice.cuh"
__global__ void add(int *p) { *p = twice(*p) + 1; }
int more() { int *p, h = 20; cudaMalloc(&p, 4); cudaMemcpy(p, &h, 4, cudaMemcpyHostToDevice); add<<<1, 1>>>(p);
  cudaMemcpy(&h, p, 4, cudaMemcpyDeviceToHost); return h; }
