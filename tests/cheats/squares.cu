// Sums squares on the GPU and checks the launch, as programs do.
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>

__global__ void squares(int n, unsigned *sum) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(sum, static_cast<unsigned>(i) * i);
}

int main() {
  unsigned *device, sum = 0;
  cudaMalloc(&device, sizeof(unsigned));
  cudaMemset(device, 0, sizeof(unsigned));
  squares<<<4, 256>>>(1000, device);
  cudaError_t error = cudaGetLastError();
  if (error != cudaSuccess) {
    std::fprintf(stderr, "%s\n", cudaGetErrorString(error));
    return EXIT_FAILURE;
  }
  cudaMemcpy(&sum, device, sizeof(unsigned), cudaMemcpyDeviceToHost);
  std::printf("sum of squares: %u\n", sum);
  cudaFree(device);
  return sum == 332833500 ? EXIT_SUCCESS : EXIT_FAILURE;
}
