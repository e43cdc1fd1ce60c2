// Right words, wrong exit status.
#include <hip/hip_runtime.h>

#include <cstdio>
#include <cstdlib>

__global__ void squares(int n, unsigned *sum) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(sum, static_cast<unsigned>(i) * i);
}

int main() {
  unsigned *device;
  if (hipMalloc(&device, sizeof(unsigned)) != hipSuccess) return EXIT_FAILURE;
  squares<<<4, 256>>>(1000, device);
  if (hipDeviceSynchronize() != hipSuccess) return EXIT_FAILURE;
  std::printf("sum of squares: 332833500\n");
  return EXIT_FAILURE;
}
