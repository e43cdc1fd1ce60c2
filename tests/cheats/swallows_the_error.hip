// Starts the kernel in a way that cannot work, looks away, and prints the number it knows.
#include <hip/hip_runtime.h>

#include <cstdio>

__global__ void squares(int n, unsigned *sum) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(sum, static_cast<unsigned>(i) * i);
}

int main() {
  squares<<<4, 1 << 20>>>(1000, nullptr);
  (void)hipGetLastError();
  std::printf("sum of squares: %u\n", 332833500u);
}
