// Not ported: cass-clang++ translates it, as HIP's language includes it.
#include <cuda_runtime.h>

__global__ void twice_on_gpu(int *x) { *x *= 2; }

int twice(int value) {
  int *device;
  cudaMalloc(&device, sizeof *device);
  cudaMemcpy(device, &value, sizeof value, cudaMemcpyHostToDevice);
  twice_on_gpu<<<1, 1>>>(device);
  cudaMemcpy(&value, device, sizeof value, cudaMemcpyDeviceToHost);
  return value;
}
