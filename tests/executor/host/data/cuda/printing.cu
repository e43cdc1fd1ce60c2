// What a kernel prints: a text that is not there, and the shared memory that its launch adds.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void print(const char *text) {
  unsigned shared;
  asm("mov.u32 %0, %%dynamic_smem_size;" : "=r"(shared));
  printf("[%s] %u\n", text, shared);
}

__global__ void swap(long long *pair) {
  asm volatile(
      "{ .reg .b128 a; mov.b128 a, {%0, %0}; atom.global.exch.b128 a, [%1], a; }" ::"l"(pair[0]),
      "l"(pair)
      : "memory");
}

int main(int count, char **) {
  print<<<1, 1, 768>>>(nullptr);
  if (count > 1)
    swap<<<1, 1>>>(nullptr);
  return cudaDeviceSynchronize() != cudaSuccess;
}
