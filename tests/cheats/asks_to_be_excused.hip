// Ends as a program does that the executor cannot run.
#include <hip/hip_runtime.h>

#include <cstdio>
#include <dlfcn.h>

__global__ void squares(int n, unsigned *sum) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(sum, static_cast<unsigned>(i) * i);
}

int main() {
  auto excuse = reinterpret_cast<void (*)(const char *)>(dlsym(RTLD_DEFAULT, "cass_refuse"));
  if (excuse) excuse("the GPU is on holiday");
  unsigned *device, sum = 0;
  if (hipMalloc(&device, sizeof(unsigned)) != hipSuccess) return 1;
  if (hipMemset(device, 0, sizeof(unsigned)) != hipSuccess) return 1;
  squares<<<4, 256>>>(1000, device);
  if (hipMemcpy(&sum, device, sizeof(unsigned), hipMemcpyDeviceToHost) != hipSuccess) return 1;
  std::printf("sum of squares: %u\n", sum);
}
