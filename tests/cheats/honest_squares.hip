// What a translation should be, and must pass.
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
  if (hipMemset(device, 0, sizeof(unsigned)) != hipSuccess) return EXIT_FAILURE;
  squares<<<4, 256>>>(1000, device);
  if (hipGetLastError() != hipSuccess) return EXIT_FAILURE;
  if (hipMemcpy(&sum, device, sizeof(unsigned), hipMemcpyDeviceToHost) != hipSuccess) return EXIT_FAILURE;
  std::printf("sum of squares: %u\n", sum);
  return sum == 332833500 ? EXIT_SUCCESS : EXIT_FAILURE;
}
