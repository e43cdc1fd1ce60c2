// What a kernel prints: a text that is not there, and the shared memory that its launch adds.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void print(const char *text) {
  unsigned shared;
  asm("mov.u32 %0, %%dynamic_smem_size;" : "=r"(shared));
  printf("[%s] %u\n", text, shared);
}

__global__ void watch() {
  unsigned events;
  asm volatile("mov.u32 %0, %%pm0;" : "=r"(events));
  printf("%u\n", events);
}

int main(int count, char **) {
  print<<<1, 1, 768>>>(nullptr);
  if (count > 1)
    watch<<<1, 32>>>();
  return cudaDeviceSynchronize() != cudaSuccess;
}
