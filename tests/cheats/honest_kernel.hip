// An honest one: a kernel without a program.
#include <hip/hip_runtime.h>

__global__ void scale(int n, float by, float *x) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] *= by;
}
