// Leaves with success before there is anything to compare.
#include <hip/hip_runtime.h>

#include <cstdio>
#include <cstdlib>

__global__ void squares(int n, unsigned *sum) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(sum, static_cast<unsigned>(i) * i);
}

int main() {
  unsigned *device, sum = 0;
  if (hipMalloc(&device, sizeof(unsigned)) != hipSuccess) return EXIT_FAILURE;
  squares<<<4, 256>>>(1000, device);
  std::exit(0);
  std::printf("sum of squares: %u\n", sum);
}
