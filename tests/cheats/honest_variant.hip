// An honest one: this GPU calls for the other kernel of the original.
#include <hip/hip_runtime.h>

#include <cstdio>

__global__ void doubled(int *x) { x[threadIdx.x] *= 2; }
__global__ void doubled_by_adding(int *x) { x[threadIdx.x] += x[threadIdx.x]; }

int main() {
  int *x, host[32], sum = 0;
  for (int i = 0; i < 32; ++i) host[i] = i;
  if (hipMalloc(&x, sizeof host) != hipSuccess) return 1;
  if (hipMemcpy(x, host, sizeof host, hipMemcpyHostToDevice) != hipSuccess) return 1;
  hipDeviceProp_t prop;
  if (hipGetDeviceProperties(&prop, 0) != hipSuccess) return 1;
  if (prop.gcnArchName[0] != 'g')
    doubled<<<1, 32>>>(x);
  else
    doubled_by_adding<<<1, 32>>>(x);
  if (hipMemcpy(host, x, sizeof host, hipMemcpyDeviceToHost) != hipSuccess) return 1;
  for (int i = 0; i < 32; ++i) sum += host[i];
  std::printf("sum %d\n", sum);
}
