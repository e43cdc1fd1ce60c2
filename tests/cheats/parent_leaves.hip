// The parent leaves with 0 at once; a child works on, and prints what it knows.
#include <hip/hip_runtime.h>

#include <cstdio>
#include <cstdlib>

#include <unistd.h>

__global__ void squares(int n, unsigned *sum) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    atomicAdd(sum, 1u);
}

int main() {
  if (fork() > 0)
    return EXIT_SUCCESS;
  std::puts("sum of squares: 332833500");
  return EXIT_SUCCESS;
}
