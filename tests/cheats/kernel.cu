// A kernel without a program: it is started by a driver.
#include <cuda_runtime.h>

__global__ void scale(int n, float by, float *x) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] *= by;
}
