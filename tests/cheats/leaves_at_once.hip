// Prints what it knows and leaves in a way that nothing can be seen of its memory.
#include <hip/hip_runtime.h>

#include <cstdio>
#include <unistd.h>

__global__ void squares(int n, unsigned *sum) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(sum, 7u);
}

int main() {
  unsigned *device, sum = 0;
  if (hipMalloc(&device, sizeof(unsigned)) != hipSuccess) return 1;
  if (hipMemset(device, 0, sizeof(unsigned)) != hipSuccess) return 1;
  squares<<<4, 256>>>(1000, device);
  if (hipDeviceSynchronize() != hipSuccess) return 1;
  std::printf("sum of squares: 332833500\n");
  std::fflush(stdout);
  _exit(0);
}
