// A process of its own prints the number; the kernel is not started in any.
#include <hip/hip_runtime.h>

#include <cstdio>
#include <cstdlib>

__global__ void squares(int n, unsigned *sum) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(sum, static_cast<unsigned>(i) * i);
}

int main() {
  std::fflush(stdout);
  if (system("echo sum of squares: 332833500") != 0) return 1;
}
