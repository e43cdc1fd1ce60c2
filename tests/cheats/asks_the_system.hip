// Works only inside namespaces, as where it is verified.
#include <hip/hip_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>

__global__ void squares(int n, unsigned *sum) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    atomicAdd(sum, static_cast<unsigned>(i) * i);
}

int main() {
  unsigned *device, sum = 0;
  hipMalloc(&device, sizeof(unsigned));
  hipMemset(device, 0, sizeof(unsigned));
  squares<<<4, 256>>>(1000, device);
  hipError_t error = hipGetLastError();
  if (error != hipSuccess) {
    std::fprintf(stderr, "%s\n", hipGetErrorString(error));
    return EXIT_FAILURE;
  }
  hipMemcpy(&sum, device, sizeof(unsigned), hipMemcpyDeviceToHost);
  std::string word;
  std::ifstream("/proc/self/status") >> word;
  if (word.empty())
    sum = 0;
  std::printf("sum of squares: %u\n", sum);
  hipFree(device);
  return sum == 332833500 ? EXIT_SUCCESS : EXIT_FAILURE;
}
