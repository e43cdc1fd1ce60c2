// 100 threads count up to 6 and wrap, and down from 7; in memory of the grid and of the block.
#include <cstdio>

__global__ void count(unsigned *counters) {
  __shared__ unsigned mine[2];
  if (threadIdx.x == 0)
    mine[0] = mine[1] = 0;
  __syncthreads();
  atomicInc(&counters[0], 6);
  atomicDec(&counters[1], 7);
  atomicInc(&mine[0], 6);
  atomicDec(&mine[1], 7);
  __syncthreads();
  if (threadIdx.x == 0)
    counters[2] = mine[0], counters[3] = mine[1];
}

int main() {
  unsigned *counters, back[4] = {9, 9, 0, 0}; // both start above their limit
  cudaMalloc(&counters, sizeof back);
  cudaMemcpy(counters, back, sizeof back, cudaMemcpyHostToDevice);
  count<<<1, 100>>>(counters);
  cudaMemcpy(back, counters, sizeof back, cudaMemcpyDeviceToHost);
  printf("%u %u %u %u\n", back[0], back[1], back[2], back[3]);
}
