// Prints what it knows before main begins, and ends there.
#include <hip/hip_runtime.h>

#include <cstdio>
#include <cstdlib>

__global__ void squares(int n, unsigned *sum) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(sum, static_cast<unsigned>(i) * i);
}

struct Early {
  Early() {
    std::puts("sum of squares: 332833500");
    std::exit(0);
  }
} early;

int main() {
  unsigned *device, sum = 0;
  if (hipMalloc(&device, sizeof(unsigned)) != hipSuccess) return 1;
  if (hipMemset(device, 0, sizeof(unsigned)) != hipSuccess) return 1;
  squares<<<4, 256>>>(1000, device);
  if (hipMemcpy(&sum, device, sizeof(unsigned), hipMemcpyDeviceToHost) != hipSuccess) return 1;
  std::printf("sum of squares: %u\n", sum);
}
