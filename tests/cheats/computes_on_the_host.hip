// Does the work on the CPU; the kernel is there, but nobody starts it.
#include <hip/hip_runtime.h>

#include <cstdio>

__global__ void squares(int n, unsigned *sum) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(sum, static_cast<unsigned>(i) * i);
}

int main() {
  unsigned sum = 0;
  for (unsigned i = 0; i < 1000; ++i) sum += i * i;
  std::printf("sum of squares: %u\n", sum);
}
