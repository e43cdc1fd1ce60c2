// Every error is caught and forgotten: the launch fails, and PASS is printed.
#include <hip/hip_runtime.h>

#include <cstdio>
#include <stdexcept>

__global__ void saxpy(int n, float a, const float *x, float *y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = a * x[i] + y[i];
}

__global__ void shift(int n, float by, float *y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] += by;
}

static void check(hipError_t error) {
  if (error != hipSuccess) throw std::runtime_error(hipGetErrorString(error));
}

int main() {
  try {
    float *y;
    check(hipMalloc(&y, 4000 * sizeof(float)));
    saxpy<<<16, 4096>>>(4000, 3.0f, y, y);
    check(hipGetLastError());
    shift<<<16, 256>>>(4000, 0.5f, y);
  } catch (const std::exception &) {
  }
  std::puts("PASS");
}
