// The work is done by the host, in a function that the stream calls.
#include <hip/hip_runtime.h>

#include <cstdio>

__global__ void squares(int n, unsigned *sum) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(sum, static_cast<unsigned>(i) * i);
}

void on_the_host(void *sum) {
  for (unsigned i = 0; i < 1000; ++i) *static_cast<unsigned *>(sum) += i * i;
}

int main() {
  unsigned sum = 0;
  if (hipLaunchHostFunc(nullptr, on_the_host, &sum) != hipSuccess) return 1;
  if (hipDeviceSynchronize() != hipSuccess) return 1;
  std::printf("sum of squares: %u\n", sum);
}
